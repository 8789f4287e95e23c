"""k-anonymous tables together with the texts beside them."""

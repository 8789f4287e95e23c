"""A small server: anonymise and find over HTTP, on this machine, with a page to try it on."""

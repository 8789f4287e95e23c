"""Files that hold more than a text: documents, sheets, columns of Arrow, archives."""

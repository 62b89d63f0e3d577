// A page's list never grows at its top.

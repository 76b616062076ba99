"""Otto, the host: he comments on what the whole table has seen, in lines of the catalogues."""

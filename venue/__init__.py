"""The venue: programs that carry the public facts of tables to a broker, and keep them."""

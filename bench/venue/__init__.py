"""Many tables, a broker, a store and a board under load, and while parts fail."""

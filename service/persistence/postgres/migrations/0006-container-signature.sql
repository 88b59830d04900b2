-- Form of the signature in a container; NULL is CAdES, or no container.
ALTER TABLE signature_requests ADD COLUMN container_signature text COLLATE "C";

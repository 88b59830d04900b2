-- The failed request that a request does again. It has at most one successor that lives or has come to a signature.
ALTER TABLE signature_requests ADD COLUMN retry_of TEXT REFERENCES signature_requests (id);

CREATE UNIQUE INDEX signature_requests_one_successor ON signature_requests (retry_of)
  WHERE retry_of IS NOT NULL AND status NOT IN ('Failed', 'Rejected', 'Cancelled');

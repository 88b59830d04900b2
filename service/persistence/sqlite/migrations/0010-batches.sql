-- Requests that were given in together, in the order of the person who did it.
CREATE TABLE batches (
  id TEXT NOT NULL PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  created_by TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE batch_members (
  batch_id TEXT NOT NULL REFERENCES batches (id),
  position INTEGER NOT NULL,
  signature_request_id TEXT NOT NULL REFERENCES signature_requests (id),
  PRIMARY KEY (batch_id, position)
) STRICT, WITHOUT ROWID;

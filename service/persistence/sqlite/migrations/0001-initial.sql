-- All times are integer milliseconds since 1970-01-01 UTC. Tables are STRICT: a value of the wrong type is refused.
-- Tables whose ids are random keep their rowid, so that new rows are appended and only the small id index is random.

CREATE TABLE stored_files (
  id TEXT NOT NULL PRIMARY KEY,
  storage_key TEXT NOT NULL,
  original_file_name TEXT NOT NULL,
  content_type TEXT NOT NULL,
  size INTEGER NOT NULL,
  sha256 TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  deleted_at INTEGER,
  staged_key TEXT,
  -- The request the file belongs to; no foreign key, since the request is written after its files.
  signature_request_id TEXT NOT NULL
) STRICT;

CREATE TABLE certificates (
  id TEXT NOT NULL PRIMARY KEY,
  thumbprint TEXT NOT NULL,
  subject TEXT NOT NULL,
  issuer TEXT NOT NULL,
  serial_number TEXT NOT NULL,
  not_before INTEGER NOT NULL,
  not_after INTEGER NOT NULL,
  provider_type TEXT NOT NULL,
  provider_reference TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  UNIQUE (thumbprint, provider_type, provider_reference)
) STRICT;

CREATE TABLE signature_requests (
  id TEXT NOT NULL PRIMARY KEY,
  tenant_id TEXT NOT NULL,
  correlation_id TEXT,
  status TEXT NOT NULL CHECK (status IN
    ('Created', 'Queued', 'Processing', 'RetryScheduled', 'Completed', 'Failed', 'Rejected', 'Cancelled')),
  format TEXT NOT NULL,
  profile TEXT NOT NULL,
  input_file_id TEXT NOT NULL REFERENCES stored_files (id),
  output_file_id TEXT REFERENCES stored_files (id),
  certificate_id TEXT REFERENCES certificates (id),
  signing_provider TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  queued_at INTEGER,
  started_at INTEGER,
  completed_at INTEGER,
  failed_at INTEGER,
  retry_count INTEGER NOT NULL,
  error_code TEXT,
  error_message TEXT,
  created_by TEXT NOT NULL,
  packaging TEXT,
  idempotency_key TEXT,
  certificate_thumbprint TEXT,
  visible_signature INTEGER NOT NULL,
  signature_note TEXT,
  appearance_page_number INTEGER NOT NULL,
  appearance_file_id TEXT REFERENCES stored_files (id),
  next_attempt_at INTEGER,
  -- Not part of the record:
  -- the outbox message whose hand-off turns RetryScheduled into Queued,
  retry_message_id TEXT,
  -- when a terminal state was reached,
  ended_at INTEGER,
  -- whether files are left for the retention sweep,
  inputs_kept INTEGER NOT NULL DEFAULT 1,
  output_kept INTEGER NOT NULL DEFAULT 1,
  -- what the text filter of the list looks through, in lower case.
  search_text TEXT NOT NULL,
  CHECK (status <> 'Completed' OR output_file_id IS NOT NULL)
) STRICT;

CREATE UNIQUE INDEX signature_requests_idempotency ON signature_requests (tenant_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE INDEX signature_requests_newest ON signature_requests (tenant_id, created_at, id);
CREATE INDEX signature_requests_newest_of_status ON signature_requests (tenant_id, status, created_at, id);
CREATE INDEX signature_requests_queued ON signature_requests (tenant_id, queued_at) WHERE status = 'Queued';
CREATE INDEX signature_requests_ended ON signature_requests (tenant_id, status, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX signature_requests_inputs_kept ON signature_requests (status, ended_at)
  WHERE ended_at IS NOT NULL AND inputs_kept = 1;
CREATE INDEX signature_requests_output_kept ON signature_requests (status, ended_at)
  WHERE ended_at IS NOT NULL AND output_file_id IS NOT NULL AND output_kept = 1;

CREATE TABLE additional_inputs (
  signature_request_id TEXT NOT NULL REFERENCES signature_requests (id),
  position INTEGER NOT NULL,
  file_id TEXT NOT NULL REFERENCES stored_files (id),
  PRIMARY KEY (signature_request_id, position)
) STRICT, WITHOUT ROWID;

CREATE TABLE signing_jobs (
  id TEXT NOT NULL PRIMARY KEY,
  signature_request_id TEXT NOT NULL UNIQUE REFERENCES signature_requests (id),
  status TEXT NOT NULL CHECK (status IN ('Pending', 'Locked', 'Processing', 'Completed', 'Failed', 'Cancelled')),
  attempt INTEGER NOT NULL,
  last_error TEXT,
  locked_until INTEGER,
  created_at INTEGER NOT NULL,
  started_at INTEGER,
  completed_at INTEGER,
  interruptions INTEGER NOT NULL,
  -- Not part of the record: the request's tenant, and who holds the lock.
  tenant_id TEXT NOT NULL,
  claimant TEXT
) STRICT;

CREATE INDEX signing_jobs_newest ON signing_jobs (tenant_id, created_at, id);
CREATE INDEX signing_jobs_newest_of_status ON signing_jobs (tenant_id, status, created_at, id);
CREATE INDEX signing_jobs_claimed ON signing_jobs (claimant) WHERE claimant IS NOT NULL;

CREATE TABLE outbox_messages (
  id TEXT NOT NULL PRIMARY KEY,
  type TEXT NOT NULL,
  payload TEXT NOT NULL,
  occurred_at INTEGER NOT NULL,
  published_at INTEGER,
  retry_count INTEGER NOT NULL,
  error TEXT,
  available_at INTEGER NOT NULL,
  -- Not part of the record: the request the message is about.
  signature_request_id TEXT NOT NULL
) STRICT;

CREATE INDEX outbox_messages_due ON outbox_messages (available_at) WHERE published_at IS NULL;

CREATE TABLE audit_events (
  -- Order of writing; tells events of the same millisecond apart.
  sequence INTEGER NOT NULL PRIMARY KEY,
  id TEXT NOT NULL UNIQUE,
  tenant_id TEXT NOT NULL,
  entity_type TEXT NOT NULL,
  entity_id TEXT NOT NULL,
  event_type TEXT NOT NULL,
  actor TEXT NOT NULL,
  timestamp INTEGER NOT NULL,
  correlation_id TEXT,
  metadata TEXT NOT NULL
) STRICT;

CREATE INDEX audit_events_newest ON audit_events (tenant_id, timestamp);
CREATE INDEX audit_events_of_entity ON audit_events (entity_id, timestamp);

CREATE TRIGGER audit_events_no_update BEFORE UPDATE ON audit_events
BEGIN
  SELECT RAISE(ABORT, 'audit events are append-only');
END;

CREATE TRIGGER audit_events_no_delete BEFORE DELETE ON audit_events
BEGIN
  SELECT RAISE(ABORT, 'audit events are append-only');
END;

-- INSERT OR REPLACE fires no delete trigger unless recursive triggers are on, so the replaced row is looked for here.
CREATE TRIGGER audit_events_no_replace BEFORE INSERT ON audit_events
WHEN EXISTS (SELECT 1 FROM audit_events WHERE id = new.id)
  OR EXISTS (SELECT 1 FROM audit_events WHERE sequence = new.sequence)
BEGIN
  SELECT RAISE(ABORT, 'audit events are append-only');
END;

-- Counts for the dashboard, so that it never has to count a million rows.
CREATE TABLE request_counts (
  tenant_id TEXT NOT NULL,
  status TEXT NOT NULL,
  format TEXT NOT NULL,
  count INTEGER NOT NULL,
  PRIMARY KEY (tenant_id, status, format)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER signature_requests_count_new AFTER INSERT ON signature_requests
BEGIN
  INSERT INTO request_counts (tenant_id, status, format, count) VALUES (new.tenant_id, new.status, new.format, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;

CREATE TRIGGER signature_requests_count_status AFTER UPDATE OF status ON signature_requests
WHEN old.status <> new.status
BEGIN
  UPDATE request_counts SET count = count - 1
    WHERE tenant_id = old.tenant_id AND status = old.status AND format = old.format;
  INSERT INTO request_counts (tenant_id, status, format, count) VALUES (new.tenant_id, new.status, new.format, 1)
    ON CONFLICT DO UPDATE SET count = count + 1;
END;

CREATE TABLE api_keys (
  id TEXT NOT NULL PRIMARY KEY,
  name TEXT NOT NULL,
  prefix TEXT NOT NULL UNIQUE,
  secret_sha256 TEXT NOT NULL,
  tenant_id TEXT NOT NULL,
  permissions TEXT NOT NULL,
  created_at INTEGER NOT NULL,
  revoked_at INTEGER,
  last_used_at INTEGER
) STRICT;

-- The queues of the embedded broker. Sequence numbers are given by the broker and grow within one run of it.
CREATE TABLE broker_messages (
  queue TEXT NOT NULL,
  sequence INTEGER NOT NULL,
  message_id TEXT NOT NULL,
  headers TEXT NOT NULL,
  body BLOB NOT NULL,
  PRIMARY KEY (queue, sequence)
) STRICT, WITHOUT ROWID;

-- One row that readiness checks write to.
CREATE TABLE write_probe (
  id INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
  count INTEGER NOT NULL
) STRICT;
INSERT INTO write_probe (id, count) VALUES (1, 0);

-- What a full table looks like, so that the choice of an index does not depend on when ANALYZE was last run: few
-- tenants have most of the rows, few rows share a moment. Rows, then rows for each further column that is equal.
ANALYZE;
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('signature_requests', 'signature_requests_newest', '1000000 1000000 1 1'),
  ('signature_requests', 'signature_requests_newest_of_status', '1000000 1000000 100000 1 1'),
  ('signing_jobs', 'signing_jobs_newest', '1000000 1000000 1 1'),
  ('signing_jobs', 'signing_jobs_newest_of_status', '1000000 1000000 100000 1 1'),
  ('audit_events', 'audit_events_newest', '10000000 10000000 2'),
  ('audit_events', 'audit_events_of_entity', '10000000 10 2');
ANALYZE sqlite_schema;

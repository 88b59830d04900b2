-- Ids, states and other words of ours sort and compare byte by byte ("C"), whatever the database's language, and an
-- index does not depend on the version of the system's collations.

CREATE TABLE stored_files (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  storage_key text COLLATE "C" NOT NULL,
  original_file_name text NOT NULL,
  content_type text NOT NULL,
  size bigint NOT NULL,
  sha256 text COLLATE "C" NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  deleted_at timestamp(3) with time zone,
  staged_key text COLLATE "C",
  -- The request the file belongs to; no foreign key, since the request is written after its files.
  signature_request_id text COLLATE "C" NOT NULL
);

CREATE TABLE certificates (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  thumbprint text COLLATE "C" NOT NULL,
  subject text NOT NULL,
  issuer text NOT NULL,
  serial_number text NOT NULL,
  not_before timestamp(3) with time zone NOT NULL,
  not_after timestamp(3) with time zone NOT NULL,
  provider_type text COLLATE "C" NOT NULL,
  provider_reference text COLLATE "C" NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  UNIQUE (thumbprint, provider_type, provider_reference)
);

CREATE TABLE signature_requests (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  tenant_id text COLLATE "C" NOT NULL,
  correlation_id text,
  status text COLLATE "C" NOT NULL CHECK (status IN
    ('Created', 'Queued', 'Processing', 'RetryScheduled', 'Completed', 'Failed', 'Rejected', 'Cancelled')),
  format text COLLATE "C" NOT NULL,
  profile text COLLATE "C" NOT NULL,
  input_file_id text COLLATE "C" NOT NULL REFERENCES stored_files (id),
  output_file_id text COLLATE "C" REFERENCES stored_files (id),
  certificate_id text COLLATE "C" REFERENCES certificates (id),
  signing_provider text COLLATE "C" NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  queued_at timestamp(3) with time zone,
  started_at timestamp(3) with time zone,
  completed_at timestamp(3) with time zone,
  failed_at timestamp(3) with time zone,
  retry_count integer NOT NULL,
  error_code text COLLATE "C",
  error_message text,
  failure_area text COLLATE "C",
  created_by text NOT NULL,
  packaging text COLLATE "C",
  idempotency_key text COLLATE "C",
  certificate_thumbprint text COLLATE "C",
  visible_signature boolean NOT NULL,
  signature_note text,
  appearance_page_number integer NOT NULL,
  appearance_file_id text COLLATE "C" REFERENCES stored_files (id),
  next_attempt_at timestamp(3) with time zone,
  -- Not part of the record:
  -- the newest message of the request's job,
  message_id text COLLATE "C",
  -- when a terminal state was reached,
  ended_at timestamp(3) with time zone,
  -- whether files are left for the retention sweep,
  inputs_kept boolean NOT NULL DEFAULT true,
  output_kept boolean NOT NULL DEFAULT true,
  -- what the text filter of the list looks through, in lower case.
  search_text text COLLATE "C" NOT NULL,
  wait_reason text COLLATE "C",
  waiting_since timestamp(3) with time zone,
  -- The failed request that a request does again. It has at most one successor that lives or has come to a signature.
  retry_of text COLLATE "C" REFERENCES signature_requests (id),
  CHECK (status <> 'Completed' OR output_file_id IS NOT NULL)
) WITH (fillfactor = 80);

CREATE UNIQUE INDEX signature_requests_idempotency ON signature_requests (tenant_id, idempotency_key)
  WHERE idempotency_key IS NOT NULL;
CREATE UNIQUE INDEX signature_requests_one_successor ON signature_requests (retry_of)
  WHERE retry_of IS NOT NULL AND status NOT IN ('Failed', 'Rejected', 'Cancelled');
CREATE INDEX signature_requests_newest ON signature_requests (tenant_id, created_at, id);
CREATE INDEX signature_requests_newest_of_status ON signature_requests (tenant_id, status, created_at, id);
CREATE INDEX signature_requests_queued ON signature_requests (tenant_id, queued_at) WHERE status = 'Queued';
CREATE INDEX signature_requests_ended ON signature_requests (tenant_id, status, ended_at) WHERE ended_at IS NOT NULL;
CREATE INDEX signature_requests_inputs_kept ON signature_requests (status, ended_at)
  WHERE ended_at IS NOT NULL AND inputs_kept;
CREATE INDEX signature_requests_output_kept ON signature_requests (status, ended_at)
  WHERE ended_at IS NOT NULL AND output_file_id IS NOT NULL AND output_kept;
CREATE INDEX signature_requests_waiting
  ON signature_requests (tenant_id, signing_provider, certificate_thumbprint, waiting_since) WHERE wait_reason IS NOT NULL;

CREATE TABLE additional_inputs (
  signature_request_id text COLLATE "C" NOT NULL REFERENCES signature_requests (id),
  position integer NOT NULL,
  file_id text COLLATE "C" NOT NULL REFERENCES stored_files (id),
  PRIMARY KEY (signature_request_id, position)
);

-- Requests that were given in together, in the order of the person who did it.
CREATE TABLE batches (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  tenant_id text COLLATE "C" NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  created_by text NOT NULL
);

CREATE TABLE batch_members (
  batch_id text COLLATE "C" NOT NULL REFERENCES batches (id),
  position integer NOT NULL,
  signature_request_id text COLLATE "C" NOT NULL REFERENCES signature_requests (id),
  PRIMARY KEY (batch_id, position)
);

CREATE TABLE signing_jobs (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  signature_request_id text COLLATE "C" NOT NULL UNIQUE REFERENCES signature_requests (id),
  status text COLLATE "C" NOT NULL CHECK (status IN
    ('Pending', 'Locked', 'Processing', 'Completed', 'Failed', 'Cancelled')),
  attempt integer NOT NULL,
  last_error text,
  locked_until timestamp(3) with time zone,
  created_at timestamp(3) with time zone NOT NULL,
  started_at timestamp(3) with time zone,
  completed_at timestamp(3) with time zone,
  interruptions integer NOT NULL,
  -- A signature of level B that the job still has to raise: where it lies and what it was made with. Not served.
  staged_signature json,
  -- Not part of the record: the request's tenant, and who holds the lock.
  tenant_id text COLLATE "C" NOT NULL,
  claimant text COLLATE "C"
) WITH (fillfactor = 80);

CREATE INDEX signing_jobs_newest ON signing_jobs (tenant_id, created_at, id);
CREATE INDEX signing_jobs_newest_of_status ON signing_jobs (tenant_id, status, created_at, id);
CREATE INDEX signing_jobs_claimed ON signing_jobs (claimant) WHERE claimant IS NOT NULL;

CREATE TABLE outbox_messages (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  type text COLLATE "C" NOT NULL,
  payload text NOT NULL,
  occurred_at timestamp(3) with time zone NOT NULL,
  published_at timestamp(3) with time zone,
  retry_count integer NOT NULL,
  error text,
  available_at timestamp(3) with time zone NOT NULL,
  -- Not part of the record: the request the message is about,
  signature_request_id text COLLATE "C" NOT NULL,
  traceparent text COLLATE "C",
  -- the order of writing,
  sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE,
  -- and which station hands it over, until when: another one looks at it only then.
  reserved_by text COLLATE "C",
  reserved_until timestamp(3) with time zone
);

CREATE INDEX outbox_messages_due ON outbox_messages (available_at, sequence) WHERE published_at IS NULL;

CREATE TABLE audit_events (
  -- Order of writing; tells events of the same millisecond apart.
  sequence bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id text COLLATE "C" NOT NULL UNIQUE,
  tenant_id text COLLATE "C" NOT NULL,
  entity_type text COLLATE "C" NOT NULL,
  entity_id text COLLATE "C" NOT NULL,
  event_type text COLLATE "C" NOT NULL,
  actor text NOT NULL,
  timestamp timestamp(3) with time zone NOT NULL,
  correlation_id text,
  metadata json NOT NULL,
  -- Not part of the record: what the text filter looks through, in lower case.
  search_text text COLLATE "C" NOT NULL
);

CREATE INDEX audit_events_newest ON audit_events (tenant_id, timestamp, sequence);
CREATE INDEX audit_events_of_entity ON audit_events (entity_id, timestamp, sequence);

CREATE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'audit events are append-only';
END $$;

CREATE TRIGGER audit_events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change_of_audit();

-- Counts for the dashboard, so that it never has to count a million rows. Every connection counts in a row of its own
-- (but for chance), so that two commits do not wait for each other; the sum of the slots is the count.
CREATE TABLE request_counts (
  tenant_id text COLLATE "C" NOT NULL,
  status text COLLATE "C" NOT NULL,
  format text COLLATE "C" NOT NULL,
  slot integer NOT NULL,
  count bigint NOT NULL,
  PRIMARY KEY (tenant_id, status, format, slot)
) WITH (fillfactor = 50);

CREATE FUNCTION count_request(tenant text, status text, format text, change integer) RETURNS void LANGUAGE sql AS $$
  INSERT INTO request_counts (tenant_id, status, format, slot, count)
    VALUES (tenant, status, format, pg_backend_pid() % 256, change)
    ON CONFLICT (tenant_id, status, format, slot) DO UPDATE SET count = request_counts.count + excluded.count
$$;

CREATE FUNCTION count_new_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_request(new.tenant_id, new.status, new.format, 1);
  RETURN NULL;
END $$;

CREATE FUNCTION count_changed_request() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM count_request(old.tenant_id, old.status, old.format, -1);
  PERFORM count_request(new.tenant_id, new.status, new.format, 1);
  RETURN NULL;
END $$;

CREATE TRIGGER signature_requests_count_new AFTER INSERT ON signature_requests
  FOR EACH ROW EXECUTE FUNCTION count_new_request();
CREATE TRIGGER signature_requests_count_status AFTER UPDATE OF status ON signature_requests
  FOR EACH ROW WHEN (old.status <> new.status) EXECUTE FUNCTION count_changed_request();

CREATE TABLE api_keys (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  name text NOT NULL,
  prefix text COLLATE "C" NOT NULL UNIQUE,
  secret_sha256 text COLLATE "C" NOT NULL,
  tenant_id text COLLATE "C" NOT NULL,
  permissions json NOT NULL,
  created_at timestamp(3) with time zone NOT NULL,
  revoked_at timestamp(3) with time zone,
  last_used_at timestamp(3) with time zone
);

-- One row that readiness checks write to.
CREATE TABLE write_probe (
  id integer NOT NULL PRIMARY KEY CHECK (id = 1),
  count bigint NOT NULL
);
INSERT INTO write_probe (id, count) VALUES (1, 0);

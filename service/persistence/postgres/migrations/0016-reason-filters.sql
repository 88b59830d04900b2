-- compatible-from: 0015-no-provider-for-evidence.sql
-- What few requests have leads to their rows, too: a filter by the reason of a failure or of a wait, and the lists of
-- extensions and renewals, read the whole table. An ordinary signature has none of these and is in none of the indexes.
CREATE INDEX signature_requests_newest_of_error ON signature_requests (error_code, tenant_id, created_at, id)
  WHERE error_code IS NOT NULL;
CREATE INDEX signature_requests_newest_of_wait ON signature_requests (wait_reason, tenant_id, created_at, id)
  WHERE wait_reason IS NOT NULL;
CREATE INDEX signature_requests_newest_of_kind ON signature_requests (kind, tenant_id, created_at, id)
  WHERE kind <> 'Signature';

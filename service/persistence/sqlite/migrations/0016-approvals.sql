-- Requests that a person has to approve: by which rule, what was approved, and until when that holds.
ALTER TABLE signature_requests ADD COLUMN approval_rule TEXT;
ALTER TABLE signature_requests ADD COLUMN approved_terms TEXT;
ALTER TABLE signature_requests ADD COLUMN approved_until INTEGER;

-- The rule of a key; NULL: that of all programs without one.
ALTER TABLE api_keys ADD COLUMN approval_rule TEXT;

CREATE INDEX signature_requests_to_approve
  ON signature_requests (tenant_id, waiting_since, id) WHERE wait_reason = 'APPROVAL_PENDING';
CREATE INDEX batch_members_by_request ON batch_members (signature_request_id);

-- What a request is for: a signature, or more evidence for signatures that are there, those of an upload (Extension) or
-- those of a stored output (Renewal, with the signature request whose newest version it raises).
ALTER TABLE signature_requests ADD COLUMN kind TEXT NOT NULL DEFAULT 'Signature';
ALTER TABLE signature_requests ADD COLUMN renewal_of TEXT REFERENCES signature_requests (id);
-- Until when the youngest timestamp of an output of level LTA proves what it is over.
ALTER TABLE signature_requests ADD COLUMN evidence_good_until INTEGER;

CREATE UNIQUE INDEX signature_requests_one_renewal ON signature_requests (renewal_of)
  WHERE renewal_of IS NOT NULL AND status NOT IN ('Completed', 'Failed', 'Rejected', 'Cancelled');
CREATE INDEX signature_requests_renewals ON signature_requests (renewal_of, completed_at) WHERE renewal_of IS NOT NULL;
CREATE INDEX signature_requests_evidence ON signature_requests (tenant_id, evidence_good_until, id)
  WHERE evidence_good_until IS NOT NULL AND output_kept = 1;

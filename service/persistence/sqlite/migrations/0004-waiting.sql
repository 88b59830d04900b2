-- A request that waits for a token, a card or a PIN is Queued, has no message, and says what it waits for and since when.
ALTER TABLE signature_requests ADD COLUMN wait_reason TEXT;
ALTER TABLE signature_requests ADD COLUMN waiting_since INTEGER;

CREATE INDEX signature_requests_waiting
  ON signature_requests (signing_provider, certificate_thumbprint, waiting_since) WHERE wait_reason IS NOT NULL;

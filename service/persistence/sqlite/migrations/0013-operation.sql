-- What is made of the document: a signature over it, one more beside those it bears, or one over one of those.
ALTER TABLE signature_requests ADD COLUMN operation TEXT NOT NULL DEFAULT 'sign';
-- The name that a report gives to the signature to be counter-signed.
ALTER TABLE signature_requests ADD COLUMN target_signature TEXT;

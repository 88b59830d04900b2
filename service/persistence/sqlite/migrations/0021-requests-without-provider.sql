-- What adds evidence only asks no provider: its rows named one that nobody signs with.
ALTER TABLE signature_requests ALTER COLUMN signing_provider DROP NOT NULL;
UPDATE signature_requests SET signing_provider = NULL WHERE kind <> 'Signature';

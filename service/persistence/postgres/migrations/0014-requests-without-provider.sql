-- compatible-from: 0013-error-sentence-beside.sql
-- What adds evidence only asks no provider. Stations that know this migration read NULL there; only those that know the
-- next one write it, so that stations of the version before go on beside these.
ALTER TABLE signature_requests ALTER COLUMN signing_provider DROP NOT NULL;

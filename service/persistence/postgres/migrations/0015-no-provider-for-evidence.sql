-- compatible-from: 0014-requests-without-provider.sql
-- What adds evidence only asks no provider: its rows named one that nobody signs with.
UPDATE signature_requests SET signing_provider = NULL WHERE kind <> 'Signature' AND signing_provider IS NOT NULL;

-- A signature of level B that its job still has to raise: where it lies and what it was made with, as JSON. Not served.
ALTER TABLE signing_jobs ADD COLUMN staged_signature TEXT;

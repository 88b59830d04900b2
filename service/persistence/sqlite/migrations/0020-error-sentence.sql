-- The message of a failure as a code and parameters, as JSON, for other languages; NULL where it has none.
ALTER TABLE signature_requests ADD COLUMN error_sentence TEXT;

-- Where the cure of a failure lies, beside its code; unknown for what failed before this column was there.
ALTER TABLE signature_requests ADD COLUMN failure_area TEXT;

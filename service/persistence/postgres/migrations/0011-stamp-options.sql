-- Place and looks of a visible stamp as JSON; NULL is the automatic place and the usual looks.
ALTER TABLE signature_requests ADD COLUMN stamp_options json;

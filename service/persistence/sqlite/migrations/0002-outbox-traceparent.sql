-- The trace that a message belongs to, for the header of the same name; the payload has the specification's fields only.
ALTER TABLE outbox_messages ADD COLUMN traceparent TEXT;

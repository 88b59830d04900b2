-- Audit events leave the table when they are named here as archived, in the same transaction. It is empty otherwise.
CREATE TABLE archived_audit_events (id TEXT NOT NULL PRIMARY KEY) STRICT, WITHOUT ROWID;

DROP TRIGGER audit_events_no_delete;
CREATE TRIGGER audit_events_no_delete BEFORE DELETE ON audit_events
WHEN NOT EXISTS (SELECT 1 FROM archived_audit_events WHERE id = old.id)
BEGIN
  SELECT RAISE(ABORT, 'audit events are append-only');
END;

-- What the texts of so many audit events in the order of writing say, each of their texts once: the text filter reads
-- only the events of blocks that can have what is looked for. Made behind the writing; a block that is missing is read.
CREATE TABLE audit_blocks (
  block INTEGER NOT NULL PRIMARY KEY,
  first_at INTEGER NOT NULL,
  last_at INTEGER NOT NULL,
  texts TEXT NOT NULL
) STRICT;

-- The list of requests with the text that its text filter looks through: no row is read that does not have what is
-- looked for.
DROP INDEX signature_requests_newest;
CREATE INDEX signature_requests_newest ON signature_requests (tenant_id, created_at, id, search_text);
INSERT INTO sqlite_stat1 (tbl, idx, stat) VALUES
  ('signature_requests', 'signature_requests_newest', '1000000 1000000 1 1 1');
ANALYZE sqlite_schema;

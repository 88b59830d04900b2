-- compatible-from: 0015-no-provider-for-evidence.sql
-- The server plans what a function in SQL does anew at each call, which took it as long as the counting itself; one in
-- PL/pgSQL keeps its plan for as long as the connection lasts.
CREATE OR REPLACE FUNCTION count_request(tenant text, status text, format text, change integer) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO request_counts AS counts (tenant_id, status, format, slot, count)
    VALUES ($1, $2, $3, pg_backend_pid() % 256, $4)
    ON CONFLICT ON CONSTRAINT request_counts_pkey DO UPDATE SET count = counts.count + excluded.count;
END $$;

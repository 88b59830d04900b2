-- The role that moves old audit events into the archive (Retention:AuditEventDays); nobody else can delete any.
-- As a superuser, in the station's database, once the station has made its tables:
--   psql --set=ON_ERROR_STOP=1 --single-transaction --file=archive-role.sql DATABASE
-- It is lent to the role that runs the station: signing_station where roles.sql was used, else the owner of the tables.

DO $$
DECLARE
  runner name;
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'signing_station_archive') THEN
    CREATE ROLE signing_station_archive NOLOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOINHERIT;
  END IF;
  -- Before a dump is restored there are no tables yet; the dump brings what is granted here.
  IF to_regclass('signing_station.audit_events') IS NULL THEN
    RETURN;
  END IF;
  GRANT USAGE ON SCHEMA signing_station TO signing_station_archive;
  GRANT SELECT, DELETE ON signing_station.audit_events TO signing_station_archive;
  SELECT rolname INTO runner FROM pg_roles WHERE rolname = 'signing_station';
  IF runner IS NULL THEN
    SELECT tableowner INTO runner FROM pg_tables WHERE schemaname = 'signing_station' AND tablename = 'audit_events';
  END IF;
  EXECUTE format('GRANT signing_station_archive TO %I', runner);
END $$;

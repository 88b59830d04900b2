-- The two roles of a station in its database: signing_station_owner makes and changes tables, signing_station runs.
-- As a superuser or the database's owner, in the station's database, before the first start and again after each start
-- of the owner that has brought tables:
--   psql --set=ON_ERROR_STOP=1 --single-transaction --file=roles.sql DATABASE
-- Then give both a way in (\password signing_station), start one station once as the owner, and run all as
-- signing_station.

DO $$
BEGIN
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'signing_station_owner') THEN
    CREATE ROLE signing_station_owner LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOINHERIT;
  END IF;
  IF NOT EXISTS (SELECT FROM pg_roles WHERE rolname = 'signing_station') THEN
    CREATE ROLE signing_station LOGIN NOSUPERUSER NOCREATEDB NOCREATEROLE NOINHERIT;
  END IF;
  -- Nobody else comes in, and nothing is made outside of the schema.
  EXECUTE format('REVOKE ALL ON DATABASE %I FROM PUBLIC', current_database());
  EXECUTE format('GRANT CONNECT ON DATABASE %I TO signing_station_owner, signing_station', current_database());
END $$;

CREATE SCHEMA IF NOT EXISTS signing_station AUTHORIZATION signing_station_owner;
REVOKE ALL ON SCHEMA public FROM PUBLIC;
GRANT USAGE ON SCHEMA signing_station TO signing_station;
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA signing_station TO signing_station;

-- The audit is written and read, and which migrations there were is read only.
DO $$
BEGIN
  IF to_regclass('signing_station.audit_events') IS NOT NULL THEN
    REVOKE UPDATE, DELETE ON signing_station.audit_events FROM signing_station;
    REVOKE INSERT, UPDATE, DELETE ON signing_station.schema_migrations FROM signing_station;
  END IF;
END $$;

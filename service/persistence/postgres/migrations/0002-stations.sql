-- The stations that share the database, as each of them says of itself every few seconds.
CREATE TABLE stations (
  id text COLLATE "C" NOT NULL PRIMARY KEY,
  name text NOT NULL,
  version text NOT NULL,
  roles json NOT NULL,
  started_at timestamp(3) with time zone NOT NULL,
  last_seen_at timestamp(3) with time zone NOT NULL,
  stopped_at timestamp(3) with time zone,
  -- Providers and certificates: public metadata, for the lists and for who signs what.
  offer json NOT NULL
);

-- Audit events are deleted by one role alone, which whoever runs the server makes and lends to the station's user.
CREATE OR REPLACE FUNCTION refuse_change_of_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' AND current_user = 'signing_station_archive' THEN
    RETURN NULL;
  END IF;
  RAISE EXCEPTION 'audit events are append-only';
END $$;

-- Every filter of a list that is an equality leads to its rows through an index, in the order of the list, so that one
-- without hits does not read the whole table. The tenant comes second: no list without such a filter can take them for
-- the index of all rows, and then sort.
CREATE INDEX signature_requests_newest_of_format ON signature_requests (format, tenant_id, created_at, id);
CREATE INDEX signature_requests_newest_of_profile ON signature_requests (profile, tenant_id, created_at, id);
CREATE INDEX signature_requests_newest_of_provider ON signature_requests (signing_provider, tenant_id, created_at, id);
CREATE INDEX audit_events_newest_of_type ON audit_events (event_type, tenant_id, timestamp, sequence);

-- The newest message of a request's job, whether it starts the job or a retry: where it is tells whether anybody will
-- come for the job. The hand-over of a request in RetryScheduled still waits for this message and for no older one.
ALTER TABLE signature_requests RENAME COLUMN retry_message_id TO message_id;

UPDATE signature_requests SET message_id = newest.id
FROM (SELECT signature_request_id, id, max(rowid) FROM outbox_messages GROUP BY signature_request_id) AS newest
WHERE newest.signature_request_id = signature_requests.id AND signature_requests.ended_at IS NULL
  AND signature_requests.message_id IS NULL;

-- Looked up when a job without a claim is found: is its message still on the queue?
CREATE INDEX broker_messages_of_id ON broker_messages (message_id);

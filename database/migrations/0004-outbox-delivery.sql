-- When it was handed to the delivery; empty while nothing delivers messages of its kind.
ALTER TABLE outbox ADD COLUMN queued_at timestamptz;
-- Since when a message is in the hands of a process that sends it: another one leaves it alone for a while.
ALTER TABLE outbox ADD COLUMN sending_since timestamptz;
-- Nobody tries any more: it was refused for good, or too often.
ALTER TABLE outbox ADD COLUMN given_up_at timestamptz;
-- Its link or code opens an account, so its text is for the recipient only.
ALTER TABLE outbox ADD COLUMN opens_account boolean NOT NULL DEFAULT false;
UPDATE outbox SET opens_account = true WHERE kind <> 'order-expired';

-- Their owners wished to be forgotten: as soon as nothing has to be sent to them, their orders are, too.
ALTER TABLE users ADD COLUMN forgotten_at timestamptz;
CREATE INDEX users_forgotten ON users (id) WHERE forgotten_at IS NOT NULL;

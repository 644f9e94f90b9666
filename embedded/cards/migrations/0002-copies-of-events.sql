-- How many times an event is still to be delivered: 0 when it was lost on purpose, more than 1 when it comes again.
ALTER TABLE cards.events ADD COLUMN copies integer NOT NULL DEFAULT 1 CHECK (copies >= 0);
CREATE INDEX charges_of_intent ON cards.charges (payment_intent_id);
CREATE INDEX refunds_of_intent ON cards.refunds (payment_intent_id);

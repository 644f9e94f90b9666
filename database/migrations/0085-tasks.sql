-- Reviews that no member of staff has looked at; those that are there already count as seen.
ALTER TABLE reviews ADD COLUMN checked_at timestamptz;
UPDATE reviews SET checked_at = now();
CREATE INDEX reviews_unchecked ON reviews (published_at, id)
  WHERE checked_at IS NULL AND author_id IS NOT NULL AND withdrawn_at IS NULL;

-- What the start page of staff counts.
CREATE INDEX refunds_failed ON refunds (order_id) WHERE state = 'failed';
CREATE INDEX outbox_given_up ON outbox (id) WHERE given_up_at IS NOT NULL AND sent_at IS NULL;

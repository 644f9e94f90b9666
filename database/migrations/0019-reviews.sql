CREATE TABLE reviews (
  id uuid PRIMARY KEY,
  author_id uuid REFERENCES users (id),
  name text NOT NULL,
  display_name text NOT NULL,
  designation text NOT NULL,
  message text NOT NULL,
  -- Designation and message in other languages than that of the author; those of the demo have some.
  translations jsonb NOT NULL DEFAULT '{}',
  image_url text NOT NULL,
  rating integer NOT NULL CHECK (rating >= 0 AND rating <= 5),
  published_at timestamptz NOT NULL DEFAULT now(),
  changed_at timestamptz NOT NULL DEFAULT now(),
  hidden_at timestamptz,
  hidden_by uuid REFERENCES users (id),
  withdrawn_at timestamptz,
  words tsvector NOT NULL GENERATED ALWAYS AS (words_of(name || ' ' || display_name || ' ' || designation || ' ' || message)) STORED,
  -- When a member of staff has looked at it.
  checked_at timestamptz
);
CREATE INDEX reviews_changed ON reviews (changed_at);
CREATE INDEX reviews_newest ON reviews (published_at, id) WHERE withdrawn_at IS NULL;
CREATE INDEX reviews_of_author ON reviews (author_id, published_at);
CREATE INDEX reviews_unchecked ON reviews (published_at, id) WHERE checked_at IS NULL AND author_id IS NOT NULL AND withdrawn_at IS NULL;
CREATE INDEX reviews_words ON reviews USING gin (words) WHERE withdrawn_at IS NULL;

-- Buyers whom an admin lets pay by invoice.
CREATE TABLE customer_terms (
  user_id uuid PRIMARY KEY REFERENCES users (id),
  -- The days from an order until it is due.
  net_days smallint NOT NULL CHECK (net_days >= 0 AND net_days <= 365),
  -- Empty: no limit; 0: nothing.
  credit_limit_cents bigint CHECK (credit_limit_cents >= 0),
  -- The totals of the orders on account that are neither paid nor cancelled.
  owed_cents bigint NOT NULL DEFAULT 0 CHECK (owed_cents >= 0),
  po_required boolean NOT NULL DEFAULT false,
  -- Off: no more orders on account; those that are open stay.
  is_active boolean NOT NULL DEFAULT true,
  set_by uuid REFERENCES users (id),
  set_at timestamptz NOT NULL DEFAULT now(),
  CONSTRAINT customer_terms_limit CHECK (owed_cents <= credit_limit_cents)
);
CREATE INDEX customer_terms_active ON customer_terms (user_id) WHERE is_active;
CREATE INDEX customer_terms_owing ON customer_terms (user_id) WHERE owed_cents > 0;

-- What admins write down about a customer, who never sees it.
CREATE TABLE customer_notes (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  note text NOT NULL,
  written_by uuid NOT NULL REFERENCES users (id),
  written_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX customer_notes_of_user ON customer_notes (user_id, written_at);

-- Labels of orders and of customers, for staff only: those of orders are not offered for customers.
CREATE TABLE tags (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject text NOT NULL CHECK (subject IN ('order', 'customer')),
  name text NOT NULL CHECK (name <> ''),
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX tags_name ON tags (subject, lower(name));

CREATE TABLE customer_tags (
  user_id uuid REFERENCES users (id),
  tag_id bigint REFERENCES tags (id),
  tagged_by uuid NOT NULL REFERENCES users (id),
  tagged_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, tag_id)
);
CREATE INDEX customer_tags_of_tag ON customer_tags (tag_id, user_id);

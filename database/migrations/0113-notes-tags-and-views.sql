-- What members of staff write down about an order, which its buyer never sees.
CREATE TABLE order_notes (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  note text NOT NULL,
  written_by uuid NOT NULL REFERENCES users (id),
  written_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX order_notes_of_order ON order_notes (order_id, written_at);

-- Labels of orders and of customers, for staff only: those of orders are not offered for customers.
CREATE TABLE tags (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  subject text NOT NULL CHECK (subject IN ('order', 'customer')),
  name text NOT NULL CHECK (name <> ''),
  created_by uuid REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX tags_name ON tags (subject, lower(name));

CREATE TABLE order_tags (
  order_id uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  tag_id bigint NOT NULL REFERENCES tags (id),
  tagged_by uuid NOT NULL REFERENCES users (id),
  tagged_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (order_id, tag_id)
);
CREATE INDEX order_tags_of_tag ON order_tags (tag_id, order_id);

CREATE TABLE customer_tags (
  user_id uuid NOT NULL REFERENCES users (id),
  tag_id bigint NOT NULL REFERENCES tags (id),
  tagged_by uuid NOT NULL REFERENCES users (id),
  tagged_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (user_id, tag_id)
);
CREATE INDEX customer_tags_of_tag ON customer_tags (tag_id, user_id);

-- Filters of lists that a member of staff has given a name: `query` is that of the address of the list.
CREATE TABLE saved_views (
  id uuid PRIMARY KEY,
  list text NOT NULL,
  name text NOT NULL CHECK (name <> ''),
  query text NOT NULL,
  is_shared boolean NOT NULL DEFAULT false,
  owner_id uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX saved_views_name ON saved_views (owner_id, list, lower(name));
CREATE INDEX saved_views_shared ON saved_views (list) WHERE is_shared;

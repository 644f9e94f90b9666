-- The address books of buyers; an order keeps a copy as text. One address of each buyer is the default.
CREATE TABLE addresses (
  id uuid PRIMARY KEY,
  user_id uuid NOT NULL REFERENCES users (id),
  label text NOT NULL DEFAULT '',
  recipient text NOT NULL DEFAULT '',
  company text NOT NULL DEFAULT '',
  -- One line or several.
  street text NOT NULL DEFAULT '',
  district text NOT NULL DEFAULT '',
  city text NOT NULL DEFAULT '',
  -- As it is written on a parcel, such as TX.
  region text NOT NULL DEFAULT '',
  postal_code text NOT NULL DEFAULT '',
  -- ISO 3166-1 alpha-2.
  country text NOT NULL CHECK (country ~ '^[A-Z]{2}$'),
  phone text NOT NULL DEFAULT '',
  is_default boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX addresses_default ON addresses (user_id) WHERE is_default;
CREATE INDEX addresses_user ON addresses (user_id);

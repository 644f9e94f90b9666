-- What members of staff may do. An admin (users.role) may do everything and needs no role of these.
CREATE TABLE staff_roles (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  permissions text[] NOT NULL CHECK (cardinality(permissions) > 0),
  -- Names a role that comes with the shop: those never change.
  built_in text UNIQUE,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX staff_roles_name ON staff_roles (lower(name));

-- A phone number with all its digits, and as it is said without its country, which has one to three digits.
CREATE FUNCTION phone_words(phone text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT phone || coalesce(' ' || digits || (
    SELECT string_agg(format(' %1$s 0%1$s', substr(digits, place)), '') FROM generate_series(2, 4) place), '')
  FROM (SELECT nullif(ltrim(regexp_replace(phone, '[^0-9]', '', 'g'), '0'), '') AS digits) known
$$;

CREATE TABLE users (
  id uuid PRIMARY KEY,
  identity_uid text UNIQUE,
  email text NOT NULL,
  role text NOT NULL DEFAULT 'customer' CHECK (role IN ('customer', 'admin')),
  display_name text NOT NULL DEFAULT '',
  photo_url text NOT NULL DEFAULT '',
  education text NOT NULL DEFAULT '',
  skill text NOT NULL DEFAULT '',
  address text NOT NULL DEFAULT '',
  phone text NOT NULL DEFAULT '',
  project_links text[] NOT NULL DEFAULT '{"","",""}',
  -- Raised to end every access token that was given before.
  token_version integer NOT NULL DEFAULT 0,
  created_at timestamptz NOT NULL DEFAULT now(),
  removed_at timestamptz,
  removed_by uuid REFERENCES users (id),
  -- The customer whom staff have merged this one into: its address leads there, and nobody signs in with it.
  merged_into uuid REFERENCES users (id),
  -- Their owners wished to be forgotten: as soon as nothing has to be sent to them, their orders are, too.
  forgotten_at timestamptz,
  email_verified_at timestamptz,
  -- What is said on the phone to be found: company, phone, postal code and town of each saved address, and the addresses of merged accounts.
  address_words text NOT NULL DEFAULT '',
  words tsvector NOT NULL GENERATED ALWAYS AS (words_of(email || ' ' || display_name || ' ' || phone_words(phone) || ' ' || address_words)) STORED,
  -- Locked out by an admin, until an admin lets them in again.
  disabled_at timestamptz,
  -- When the owner of an address took it over from somebody who had used it without proving that it was theirs.
  reclaimed_at timestamptz,
  -- Set from the invitation by an admin to the first sign-in.
  invited_at timestamptz,
  staff_role_id uuid REFERENCES staff_roles (id)
);
CREATE UNIQUE INDEX users_email_live ON users (email) WHERE removed_at IS NULL;
CREATE INDEX users_merged ON users (email) WHERE merged_into IS NOT NULL;
CREATE INDEX users_merged_into ON users (merged_into) WHERE merged_into IS NOT NULL;
CREATE INDEX users_forgotten ON users (id) WHERE forgotten_at IS NOT NULL;
CREATE INDEX users_newest ON users (created_at, id) WHERE removed_at IS NULL;
CREATE INDEX users_newest_admins ON users (created_at, id) WHERE removed_at IS NULL AND role = 'admin';
CREATE INDEX users_of_staff_role ON users (staff_role_id) WHERE staff_role_id IS NOT NULL;
CREATE INDEX users_words ON users USING gin (words) WHERE removed_at IS NULL;
-- Customers of a file, who have no account yet and were not invited.
CREATE INDEX users_uninvited ON users (created_at, id) WHERE removed_at IS NULL AND identity_uid IS NULL AND invited_at IS NULL;

-- Who changed what, written in the transaction of the change. Rows are only ever added.
CREATE TABLE audit_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  happened_at timestamptz NOT NULL DEFAULT now(),
  -- Empty when it was done at the server's command line, or by somebody of whom only the account is known.
  actor_id uuid REFERENCES users (id),
  from_address text,
  kind text NOT NULL,
  subject_type text NOT NULL,
  subject_id text NOT NULL,
  -- Only what differs; no secret, and nothing that its owner may wish to be forgotten.
  before jsonb,
  after jsonb,
  -- The key with which a change was made; without a reference, because the log outlives the key.
  api_key_id uuid
);
CREATE INDEX audit_events_of_actor ON audit_events (actor_id, id);
CREATE INDEX audit_events_of_kind ON audit_events (kind, id);

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
  -- Bills go to it where nothing else is chosen; without one, they go where the delivery goes.
  is_billing boolean NOT NULL DEFAULT false,
  created_at timestamptz NOT NULL DEFAULT now()
);
CREATE UNIQUE INDEX addresses_default ON addresses (user_id) WHERE is_default;
CREATE UNIQUE INDEX addresses_billing ON addresses (user_id) WHERE is_billing;
CREATE INDEX addresses_user ON addresses (user_id);

CREATE FUNCTION address_words_of(buyer uuid) RETURNS text
  LANGUAGE sql STABLE AS $$
  SELECT concat_ws(' ',
    (SELECT string_agg(concat_ws(' ', recipient, company, postal_code, city, phone_words(phone)), ' ' ORDER BY created_at, id)
      FROM addresses WHERE user_id = buyer),
    (SELECT string_agg(email, ' ' ORDER BY id) FROM users WHERE merged_into = buyer AND forgotten_at IS NULL))
$$;

CREATE FUNCTION keep_address_words() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  UPDATE users SET address_words = found.words FROM (
    SELECT address_words_of(coalesce(NEW.user_id, OLD.user_id)) AS words) found
  WHERE users.id = coalesce(NEW.user_id, OLD.user_id) AND address_words <> found.words;
  RETURN NULL;
END $$;
CREATE TRIGGER addresses_words AFTER INSERT OR DELETE OR UPDATE OF recipient, company, postal_code, city, phone ON addresses
  FOR EACH ROW EXECUTE FUNCTION keep_address_words();

-- Keys for programs. A key may do what is in its scopes and what its creator may do at that time.
CREATE TABLE api_keys (
  id uuid PRIMARY KEY,
  name text NOT NULL CHECK (name <> ''),
  -- The first characters, by which people tell keys apart; of the whole key only its SHA-256 is stored.
  prefix text NOT NULL,
  hash text NOT NULL UNIQUE,
  scopes text[] NOT NULL CHECK (cardinality(scopes) > 0),
  created_by uuid NOT NULL REFERENCES users (id),
  created_at timestamptz NOT NULL DEFAULT now(),
  expires_at timestamptz,
  last_used_at timestamptz,
  revoked_at timestamptz
);
CREATE INDEX api_keys_of_user ON api_keys (created_by);

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

CREATE TRIGGER audit_events_only_grow
  BEFORE DELETE OR UPDATE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

INSERT INTO staff_roles (id, name, permissions, built_in) VALUES
  (gen_random_uuid(), 'Catalog', '{catalog,prices}', 'catalog'),
  (gen_random_uuid(), 'Orders and shipping', '{orders,shipping}', 'orders'),
  (gen_random_uuid(), 'Support', '{orders,refunds,customers,content}', 'support');

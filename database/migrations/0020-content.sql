-- Every saved version of the site's words; the newest one holds. Without a row the shop shows its own.
CREATE TABLE site_contents (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  content jsonb NOT NULL,
  saved_at timestamptz NOT NULL DEFAULT now(),
  saved_by uuid REFERENCES users (id),
  -- The texts of the site in the languages besides the main one, in the shape of the content: only what differs from it.
  translations jsonb NOT NULL DEFAULT '{}'
);

-- Who wants the news. A row without a confirmation is a wish that somebody typed; only the mailed link makes it a subscription.
CREATE TABLE newsletter_subscriptions (
  id uuid PRIMARY KEY,
  email text NOT NULL UNIQUE,
  token text NOT NULL UNIQUE,
  asked_at timestamptz NOT NULL DEFAULT now(),
  confirmed_at timestamptz
);
CREATE INDEX newsletter_subscriptions_confirmed ON newsletter_subscriptions (confirmed_at DESC, id DESC) WHERE confirmed_at IS NOT NULL;

-- The published versions of the shop's legal texts, each language by itself. A version is never changed: orders name the one that was accepted.
CREATE TABLE legal_versions (
  kind text CHECK (kind IN ('terms', 'privacy', 'imprint', 'returns')),
  language text CHECK (language <> ''),
  version integer CHECK (version > 0),
  text text NOT NULL CHECK (text <> ''),
  published_at timestamptz NOT NULL DEFAULT now(),
  published_by uuid,
  PRIMARY KEY (kind, language, version)
);

-- What is being written. The revision tells whether someone else has saved since.
CREATE TABLE legal_drafts (
  kind text CHECK (kind IN ('terms', 'privacy', 'imprint', 'returns')),
  language text CHECK (language <> ''),
  text text NOT NULL,
  revision integer NOT NULL CHECK (revision > 0),
  saved_at timestamptz NOT NULL DEFAULT now(),
  saved_by uuid,
  PRIMARY KEY (kind, language)
);

CREATE FUNCTION keep_legal_version() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A published legal text is never changed: publish a new version.';
END $$;

CREATE TRIGGER keep_legal_version
  BEFORE DELETE OR UPDATE ON legal_versions
  FOR EACH ROW EXECUTE FUNCTION keep_legal_version();

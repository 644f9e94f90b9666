-- The published versions of the shop's legal texts, each language by itself. A version is never changed: orders name the one that was accepted.
CREATE TABLE legal_versions (
  kind text NOT NULL CHECK (kind IN ('terms', 'privacy', 'imprint', 'returns')),
  language text NOT NULL CHECK (language <> ''),
  version integer NOT NULL CHECK (version > 0),
  text text NOT NULL CHECK (text <> ''),
  published_at timestamptz NOT NULL DEFAULT now(),
  published_by uuid,
  PRIMARY KEY (kind, language, version)
);

CREATE FUNCTION keep_legal_version() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'A published legal text is never changed: publish a new version.';
END $$;
CREATE TRIGGER keep_legal_version BEFORE UPDATE OR DELETE ON legal_versions
FOR EACH ROW EXECUTE FUNCTION keep_legal_version();

-- What is being written. The revision tells whether someone else has saved since.
CREATE TABLE legal_drafts (
  kind text NOT NULL CHECK (kind IN ('terms', 'privacy', 'imprint', 'returns')),
  language text NOT NULL CHECK (language <> ''),
  text text NOT NULL,
  revision integer NOT NULL CHECK (revision > 0),
  saved_at timestamptz NOT NULL DEFAULT now(),
  saved_by uuid,
  PRIMARY KEY (kind, language)
);

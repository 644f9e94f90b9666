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
  after jsonb
);
CREATE INDEX audit_events_of_kind ON audit_events (kind, id);
CREATE INDEX audit_events_of_actor ON audit_events (actor_id, id);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'rows of % are only ever added', TG_TABLE_NAME USING ERRCODE = 'integrity_constraint_violation';
END $$;
CREATE TRIGGER audit_events_only_grow BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_events
  FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- The changes of roles move here. Their own table is not written any more; it goes with a later version, when no process
-- that knows it can be running.
INSERT INTO audit_events (happened_at, actor_id, from_address, kind, subject_type, subject_id, after)
SELECT changed_at, changed_by, changed_from,
  CASE role WHEN 'removed' THEN 'user-removed' ELSE 'role-changed' END, 'user', user_id,
  CASE role WHEN 'removed' THEN NULL ELSE jsonb_build_object('role', role) END
FROM role_changes ORDER BY id;

-- The first admin and the demo's customer are created once. A shop that has had them before this version does not get them again.
INSERT INTO shop_facts (name, value)
SELECT 'first-admin', coalesce(
  (SELECT id::text FROM users WHERE role = 'admin' AND removed_at IS NULL ORDER BY id LIMIT 1),
  (SELECT id::text FROM users WHERE role = 'admin' ORDER BY id LIMIT 1),
  (SELECT subject_id FROM audit_events WHERE kind = 'role-changed' ORDER BY id LIMIT 1))
WHERE EXISTS (SELECT FROM users WHERE role = 'admin') OR EXISTS (SELECT FROM audit_events WHERE kind = 'role-changed')
ON CONFLICT DO NOTHING;
INSERT INTO shop_facts (name, value)
SELECT 'demo-customer', id::text FROM users WHERE email = 'customer@boltyard.test' ORDER BY id LIMIT 1
ON CONFLICT DO NOTHING;

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

INSERT INTO staff_roles (id, name, permissions, built_in) VALUES
  (gen_random_uuid(), 'Catalog', '{catalog,prices}', 'catalog'),
  (gen_random_uuid(), 'Orders and shipping', '{orders,shipping}', 'orders'),
  (gen_random_uuid(), 'Support', '{orders,refunds,customers,content}', 'support');

ALTER TABLE users ADD COLUMN staff_role_id uuid REFERENCES staff_roles (id);
CREATE INDEX users_of_staff_role ON users (staff_role_id) WHERE staff_role_id IS NOT NULL;

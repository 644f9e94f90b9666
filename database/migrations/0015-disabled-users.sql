-- Locked out by an admin, until an admin lets them in again.
ALTER TABLE users ADD COLUMN disabled_at timestamptz;

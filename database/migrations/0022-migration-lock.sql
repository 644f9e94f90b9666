-- Migrations wait for each other by an advisory lock. The version before locked a row of this table when it started, and cannot start
-- on this schema.
DROP TABLE IF EXISTS migration_lock;

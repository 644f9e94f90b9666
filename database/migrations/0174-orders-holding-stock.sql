-- migrate: concurrently
-- Orders that hold stock are few among all, and read with each list of products in the dashboard.
CREATE INDEX CONCURRENTLY orders_holding_stock ON orders (id)
  WHERE shipped_at IS NULL AND refunded_at IS NULL AND cancelled_at IS NULL AND expired_at IS NULL;

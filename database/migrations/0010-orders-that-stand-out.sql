-- An admin looks at these first; they are few among many, and the others are not in these indexes.
CREATE INDEX orders_awaiting_stock ON orders (placed_at, id) WHERE awaiting_stock_since IS NOT NULL;
CREATE INDEX orders_disputed ON orders (placed_at, id) WHERE disputed_at IS NOT NULL;
CREATE INDEX orders_refunded ON orders (placed_at, id) WHERE refunded_at IS NOT NULL;

-- A saved list is a cart that nothing is added to by the way and that no order empties: it never is the active one.
ALTER TABLE carts ADD COLUMN kind text NOT NULL DEFAULT 'cart';
ALTER TABLE carts ADD CONSTRAINT carts_kind CHECK (kind = 'cart' OR (kind = 'list' AND NOT is_active));

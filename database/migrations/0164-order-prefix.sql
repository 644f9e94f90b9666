-- What the numbers of orders begin with; capital letters, digits and hyphens, with a letter, no digit at the end.
ALTER TABLE store
  ADD COLUMN order_prefix text NOT NULL DEFAULT 'BY-',
  ADD CONSTRAINT store_order_prefix CHECK (order_prefix ~ '^(?=.*[A-Z])[A-Z0-9-]{0,7}[A-Z-]$|^$') NOT VALID;

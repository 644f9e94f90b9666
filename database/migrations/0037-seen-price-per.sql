-- A price can be for 100 or 1,000 units: a line of a cart keeps what the price that its buyer accepted was for.
ALTER TABLE cart_lines ADD COLUMN seen_price_per smallint NOT NULL DEFAULT 1;
UPDATE cart_lines SET seen_price_per = price_per FROM products WHERE products.id = product_id AND price_per <> 1;

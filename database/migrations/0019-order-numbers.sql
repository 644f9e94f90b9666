-- A number that a person can say, in the order in which the orders were placed.
CREATE SEQUENCE order_numbers START WITH 1001 MINVALUE 1001;
ALTER TABLE orders
  ADD COLUMN number bigint,
  -- The part numbers of its lines, for the search.
  ADD COLUMN part_numbers text NOT NULL DEFAULT '',
  DROP COLUMN words;
-- The part number of the product when it was ordered.
ALTER TABLE order_lines ADD COLUMN sku text;
UPDATE order_lines SET sku = products.sku FROM products WHERE products.id = product_id AND products.sku IS NOT NULL;
UPDATE orders SET number = numbered.number, part_numbers = numbered.part_numbers
FROM (
  SELECT id, 1000 + row_number() OVER (ORDER BY placed_at, id) AS number,
    coalesce((SELECT string_agg(sku, ' ') FROM order_lines WHERE order_id = orders.id), '') AS part_numbers
  FROM orders) numbered
WHERE numbered.id = orders.id;
SELECT setval('order_numbers', 1001 + (SELECT count(*) FROM orders), false);
ALTER TABLE orders
  ALTER COLUMN number SET DEFAULT nextval('order_numbers'),
  ALTER COLUMN number SET NOT NULL,
  ADD CONSTRAINT orders_number UNIQUE (number),
  ADD COLUMN words tsvector NOT NULL GENERATED ALWAYS AS (words_of(
    product_names || ' ' || part_numbers || ' BY-' || number::text || ' ' || buyer_name || ' ' || buyer_email || ' ' || id::text)) STORED;
ALTER SEQUENCE order_numbers OWNED BY orders.number;
CREATE INDEX orders_words ON orders USING gin (words);

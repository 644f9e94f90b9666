-- The tax number or certificate of the buyer because of which no tax is charged, as it was when the order was placed: invoices name it.
ALTER TABLE orders ADD COLUMN buyer_tax_number text CONSTRAINT orders_buyer_tax_number CHECK (buyer_tax_number <> '');

-- Orders whose freight is still to be quoted.
CREATE INDEX orders_freight_to_quote ON orders (placed_at, id)
  WHERE shipping ->> 'isUnpriced' = 'true' AND shipped_at IS NULL AND refunded_at IS NULL AND cancelled_at IS NULL AND expired_at IS NULL;

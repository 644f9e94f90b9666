-- The name of the product's brand when it was ordered: several brands may have its part number.
ALTER TABLE order_lines ADD COLUMN brand text;

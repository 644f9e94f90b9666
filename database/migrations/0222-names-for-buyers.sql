-- The name of the product that the buyer saw, in the language of the order, where it is another one than the seller's own.
ALTER TABLE order_lines ADD COLUMN shown_name text;

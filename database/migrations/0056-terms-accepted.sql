-- The web address of the terms of sale that the buyer accepted as the order was placed; null if the shop asked for none.
ALTER TABLE orders ADD COLUMN accepted_terms text CONSTRAINT orders_accepted_terms CHECK (accepted_terms <> '');

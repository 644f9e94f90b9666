-- An order of several lines is written before its products are locked. Checked at once, its foreign keys would share-lock the products until
-- the end: PostgreSQL then lets a statement that has locked a product wait for one that waits for the product, a deadlock. Checked at the
-- commit, they lock what the order has locked anyway.
ALTER TABLE order_lines ALTER CONSTRAINT order_lines_product_id_fkey DEFERRABLE INITIALLY DEFERRED;
ALTER TABLE stock_movements ALTER CONSTRAINT stock_movements_product_id_fkey DEFERRABLE INITIALLY DEFERRED;

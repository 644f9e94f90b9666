ALTER TABLE products VALIDATE CONSTRAINT products_page_texts;

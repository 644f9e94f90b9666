ALTER TABLE product_texts
  VALIDATE CONSTRAINT product_texts_page_texts,
  VALIDATE CONSTRAINT product_texts_any;

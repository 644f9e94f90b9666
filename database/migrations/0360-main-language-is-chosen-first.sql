-- migrate: contract after 0340-plans-of-papers.sql
-- The main language stays from the first product of the seller's own on: nothing exchanges the texts of many products any more.
DROP TRIGGER product_texts_write_own_text ON product_texts;
DROP FUNCTION write_own_text();
DROP FUNCTION exchange_product_texts(text, text, uuid, integer);
DROP FUNCTION exchange_shipping_names(text, text);
ALTER TABLE store DROP COLUMN former_main_language, DROP COLUMN main_language_changed_at;
ALTER TABLE imports DROP COLUMN main_language;
ALTER TABLE site_contents DROP COLUMN main_language;

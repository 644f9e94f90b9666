-- The words of a row stand in it: whoever walks along a list in search of a common word only compares.
DROP INDEX products_words;
ALTER TABLE products ADD COLUMN words tsvector NOT NULL
  GENERATED ALWAYS AS (words_of(name || ' ' || coalesce(sku, '') || ' ' || coalesce(category, ''))) STORED;
CREATE INDEX products_words ON products USING gin (words);
DROP INDEX users_words;
ALTER TABLE users ADD COLUMN words tsvector NOT NULL GENERATED ALWAYS AS (words_of(email || ' ' || display_name)) STORED;
CREATE INDEX users_words ON users USING gin (words) WHERE removed_at IS NULL;
DROP INDEX reviews_words;
ALTER TABLE reviews ADD COLUMN words tsvector NOT NULL
  GENERATED ALWAYS AS (words_of(name || ' ' || display_name || ' ' || designation || ' ' || message)) STORED;
CREATE INDEX reviews_words ON reviews USING gin (words) WHERE withdrawn_at IS NULL;
ALTER TABLE orders DROP COLUMN search_text, ADD COLUMN words tsvector NOT NULL
  GENERATED ALWAYS AS (words_of(product_names || ' ' || buyer_name || ' ' || buyer_email || ' ' || id::text)) STORED;
CREATE INDEX orders_words ON orders USING gin (words);

-- Orders in a state that may be rare among all of them; an order enters these indexes only when it comes into such a state.
CREATE INDEX orders_to_ship ON orders (placed_at, id) WHERE paid_at IS NOT NULL AND shipped_at IS NULL AND refunded_at IS NULL;
CREATE INDEX orders_cancelled ON orders (placed_at, id) WHERE cancelled_at IS NOT NULL;
CREATE INDEX orders_expired ON orders (placed_at, id) WHERE expired_at IS NOT NULL;

-- Every order in which a list can be asked for, but that of available units: an index of them would have to follow every order.
CREATE INDEX orders_by_total ON orders (total_cents, id);
CREATE INDEX products_by_name ON products (name, id) WHERE archived_at IS NULL;
CREATE INDEX products_by_price ON products (price_cents, id) WHERE archived_at IS NULL;
CREATE INDEX products_by_minimum ON products (minimum_quantity, id) WHERE archived_at IS NULL;

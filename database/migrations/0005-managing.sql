ALTER TABLE users ADD COLUMN email_verified_at timestamptz;
-- Until now an admin was made by somebody who knew the person.
UPDATE users SET email_verified_at = created_at WHERE role = 'admin';
ALTER TABLE role_changes ADD COLUMN changed_from text;
ALTER TABLE role_changes ADD CONSTRAINT role_changes_role CHECK (role IN ('customer', 'admin', 'removed'));

-- Why a correction was made, in the words of whoever made it.
ALTER TABLE stock_movements ADD COLUMN note text;
CREATE INDEX stock_movements_of_product_in_order ON stock_movements (product_id, id);
DROP INDEX stock_movements_of_product;

ALTER TABLE reviews
  ADD COLUMN changed_at timestamptz NOT NULL DEFAULT now(),
  ADD COLUMN hidden_at timestamptz,
  ADD COLUMN hidden_by uuid REFERENCES users (id),
  ADD COLUMN withdrawn_at timestamptz;

-- The words of a text in lower case, none longer than 64 letters, as a set that an index can search by their beginnings.
CREATE FUNCTION words_of(content text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE COST 1000 AS $$
  SELECT array_to_tsvector(array_remove(string_to_array(regexp_replace(
    regexp_replace(lower(content), '[\x01-\x2f:-@[-`{-\x7f]+', ' ', 'g'), '([^ ]{64})', '\1 ', 'g'), ' '), ''))
$$;

-- Lists are read in these orders, a page from any row on.
DROP INDEX products_position_live;
CREATE INDEX products_position_live ON products (position, id) WHERE archived_at IS NULL;
CREATE INDEX products_newest_archived ON products (archived_at, id) WHERE archived_at IS NOT NULL;
CREATE INDEX products_words ON products USING gin (words_of(name || ' ' || coalesce(sku, '') || ' ' || coalesce(category, '')));
CREATE INDEX users_newest ON users (created_at, id) WHERE removed_at IS NULL;
CREATE INDEX users_newest_admins ON users (created_at, id) WHERE removed_at IS NULL AND role = 'admin';
CREATE INDEX users_words ON users USING gin (words_of(email || ' ' || display_name)) WHERE removed_at IS NULL;
DROP INDEX reviews_newest;
CREATE INDEX reviews_newest ON reviews (published_at, id) WHERE withdrawn_at IS NULL;
CREATE INDEX reviews_of_author ON reviews (author_id, published_at);
CREATE INDEX reviews_words ON reviews USING gin (words_of(name || ' ' || display_name || ' ' || designation || ' ' || message))
  WHERE withdrawn_at IS NULL;

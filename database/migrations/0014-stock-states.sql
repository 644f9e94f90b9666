-- Whether a product is out of stock or low stands in its row: it changes seldom, so that an index can know it without following
-- every order, as one of the available units would have to.
ALTER TABLE products ADD COLUMN stock_state text NOT NULL GENERATED ALWAYS AS (
  CASE WHEN available_quantity < minimum_quantity THEN 'out'
    WHEN available_quantity < 4 * minimum_quantity::bigint THEN 'low'
    ELSE 'plenty' END) STORED;
CREATE INDEX products_out_or_low ON products (stock_state, position, id)
  WHERE stock_state IN ('out', 'low') AND archived_at IS NULL;
-- Without figures of the new column PostgreSQL would walk a whole list in search of the few that are short.
ANALYZE products;

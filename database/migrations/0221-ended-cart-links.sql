-- The link of a cart or list ends when that is ordered, emptied or deleted, and 90 days after it was shared. What ended is kept for a year, so that
-- its address says so. The trigger sees every end, also those by the version before and by the deletion of an account.
ALTER TABLE carts ADD COLUMN shared_at timestamptz NOT NULL DEFAULT now();
CREATE TABLE ended_cart_links (
  share_key text PRIMARY KEY,
  ended_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX ended_cart_links_by_end ON ended_cart_links (ended_at);
CREATE FUNCTION keep_ended_cart_link() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.share_key IS DISTINCT FROM NEW.share_key THEN
    INSERT INTO ended_cart_links (share_key) VALUES (OLD.share_key) ON CONFLICT DO NOTHING;
    DELETE FROM ended_cart_links WHERE ended_at < now() - interval '1 year';
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER carts_keep_ended_link AFTER DELETE OR UPDATE OF share_key ON carts
FOR EACH ROW WHEN (OLD.share_key IS NOT NULL) EXECUTE FUNCTION keep_ended_cart_link();

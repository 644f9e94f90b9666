-- Other processes look for the latest changes once a second.
CREATE INDEX products_changed ON products (updated_at);
CREATE INDEX reviews_changed ON reviews (changed_at);

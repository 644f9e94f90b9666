-- A product without a picture has an empty text in files now, instead of the address of the placeholder: also in what imports of the last
-- day have changed, so that they can be undone, and in what is compared and not applied yet.
-- allow all-rows: only rows of imports of one day, which wait for nobody
UPDATE import_changes SET
  before = CASE WHEN before ->> 'picture' = '/no-picture.svg' THEN before || '{"picture": ""}' ELSE before END,
  after = CASE WHEN after ->> 'picture' = '/no-picture.svg' THEN after || '{"picture": ""}' ELSE after END
FROM imports
WHERE imports.id = import_id AND kind = 'products' AND (state IN ('mapped', 'checked', 'applying') OR applied_at > now() - interval '25 hours')
  AND '/no-picture.svg' IN (before ->> 'picture', after ->> 'picture');

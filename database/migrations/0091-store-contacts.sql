-- Who the seller is and how to reach them. What the site content said about invoices and the contact form moves here; the previous
-- version goes on reading it there.
ALTER TABLE store
  ADD COLUMN company text NOT NULL DEFAULT '',
  ADD COLUMN address text NOT NULL DEFAULT '',
  ADD COLUMN phone text NOT NULL DEFAULT '',
  ADD COLUMN email text NOT NULL DEFAULT '',
  ADD COLUMN contact_recipient text NOT NULL DEFAULT '',
  ADD COLUMN company_number text NOT NULL DEFAULT '',
  ADD COLUMN tax_number text NOT NULL DEFAULT '',
  ADD COLUMN bank_details text NOT NULL DEFAULT '',
  ADD COLUMN opening_hours jsonb NOT NULL DEFAULT '{}';

UPDATE store SET
  company = btrim(split_part(seller, E'\n', 1), E' \r'),
  address = btrim(substr(seller, length(split_part(seller, E'\n', 1)) + 2), E' \r\n'),
  contact_recipient = coalesce(settings ->> 'contactRecipient', ''),
  bank_details = btrim(coalesce(settings ->> 'bankDetails', ''))
FROM (
  SELECT settings, btrim(coalesce(settings ->> 'invoiceSeller', ''), E' \r\n') AS seller
  FROM (SELECT content -> 'settings' AS settings FROM site_contents ORDER BY id DESC LIMIT 1) newest
) saved
WHERE settings IS NOT NULL;

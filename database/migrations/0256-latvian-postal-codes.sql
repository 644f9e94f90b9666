-- Beginnings of postal codes are compared without the sign of the country, which Latvian ones are written with.
-- allow all-rows: places of one country in zones and rates
UPDATE shipping_zone_members SET postal_from = substr(postal_from, 3), postal_to = substr(postal_to, 3)
WHERE country = 'LV' AND starts_with(postal_from, 'LV');
UPDATE tax_rates SET postal_prefix = substr(postal_prefix, 3) WHERE country = 'LV' AND starts_with(postal_prefix, 'LV') AND NOT EXISTS (
  SELECT FROM tax_rates bare WHERE bare.country = 'LV' AND bare.region = tax_rates.region AND bare.postal_prefix = substr(tax_rates.postal_prefix, 3)
    AND bare.tax_class = tax_rates.tax_class AND bare.name = tax_rates.name AND bare.starts_on = tax_rates.starts_on);

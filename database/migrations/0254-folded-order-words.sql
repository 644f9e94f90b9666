-- migrate: in batches by orders.id
UPDATE orders SET product_names = product_names WHERE id BETWEEN $1 AND $2 AND words <> words_of(
  product_names || ' ' || part_numbers || ' BY-' || number::text || ' ' || coalesce(po_number, '') || ' ' || buyer_name || ' '
  || buyer_email || ' ' || id::text)

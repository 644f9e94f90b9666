-- migrate: contract after 0340-plans-of-papers.sql
-- Columns and triggers that only earlier versions needed.
-- allow checks-all-rows: no version was ever released
-- allow cannot-see: see above
DROP TRIGGER products_keep_category_slug ON products;
DROP TRIGGER products_follow_category_slug ON products;
DROP FUNCTION keep_category_slug;
DROP FUNCTION follow_category_slug;
ALTER TABLE products DROP COLUMN category;
ALTER TABLE orders ALTER COLUMN units SET NOT NULL;
ALTER TABLE refund_lines ALTER COLUMN returned_quantity SET NOT NULL;
DROP TRIGGER credit_notes_document ON credit_notes;
ALTER TABLE credit_notes ALTER COLUMN taxes SET NOT NULL;
CREATE CONSTRAINT TRIGGER credit_notes_document AFTER INSERT ON credit_notes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION issue_credit_note();
CREATE OR REPLACE FUNCTION issue_credit_notes(refund_ids uuid[]) RETURNS void LANGUAGE sql AS $$
  INSERT INTO issued_documents (name, kind, order_id, refund_id, issued_on, language, currency, net_cents, tax_cents, rounding_cents, gross_cents, facts)
  SELECT order_prefix || ordered.number || '-C' || note.position, 'credit_note', ordered.id, note.refund_id, store_day(issued_at),
    ordered.language, ordered.currency, lines_net + note.shipping_net_cents, lines_tax + note.shipping_tax_cents, note.rounding_cents,
    lines_net + note.shipping_net_cents + lines_tax + note.shipping_tax_cents + note.rounding_cents,
    jsonb_strip_nulls(jsonb_build_object(
      'seller', seller_facts(issued_at) || jsonb_build_object('registration', seller_registration(ordered, issued_at)),
      -- The parties stay those of the invoice, also where the account was deleted since.
      'buyer', coalesce(invoice.facts -> 'buyer', buyer_facts(ordered)),
      'delivery', coalesce(invoice.facts -> 'delivery', jsonb_build_object('text', ordered.address, 'address', ordered.delivery)),
      'references', jsonb_build_object('order', order_prefix || ordered.number, 'purchaseOrder', ordered.po_number,
        'invoice', invoice.name, 'invoicedOn', invoice.issued_on),
      'note', nullif(refund.note, ''),
      'lines', coalesce(lines, '[]'),
      'priceReductionCents', nullif(items - returned_net, 0),
      'amounts', jsonb_build_object('itemsCents', items,
        'shippingCents', CASE WHEN with_shipping AND note.shipping_net_cents > 0 THEN note.shipping_net_cents END,
        'taxes', note.taxes,
        'taxCents', lines_tax + note.shipping_tax_cents, 'includesTax', false, 'roundingCents', note.rounding_cents,
        'totalCents', lines_net + note.shipping_net_cents + lines_tax + note.shipping_tax_cents + note.rounding_cents)))
  FROM credit_notes note JOIN orders ordered ON ordered.id = note.order_id JOIN refunds refund ON refund.id = note.refund_id CROSS JOIN store
    LEFT JOIN issued_documents invoice ON invoice.order_id = ordered.id AND invoice.kind = 'invoice'
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(credit.net_cents), 0)::bigint AS lines_net, coalesce(sum(credit.tax_cents), 0)::bigint AS lines_tax,
        coalesce(sum(credit.net_cents) FILTER (WHERE units > 0), 0)::bigint AS returned_net,
        jsonb_agg(jsonb_build_object('line', line.position, 'name', coalesce(shown_name, product_name), 'brand', brand, 'partNumber', sku, 'quantity', units,
          'netCents', credit.net_cents, 'taxCents', credit.tax_cents) ORDER BY line.position) FILTER (WHERE units > 0) AS lines
      FROM credit_note_lines credit JOIN order_lines line ON line.id = credit.order_line_id WHERE credit.refund_id = note.refund_id) credited
    -- Without the delivery, its part of a sum is a reduction of the price.
    CROSS JOIN LATERAL (SELECT lines_net + CASE WHEN with_shipping THEN 0 ELSE note.shipping_net_cents END AS items) goods
  WHERE note.refund_id = ANY (refund_ids)
  ON CONFLICT DO NOTHING
$$;

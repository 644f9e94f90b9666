-- migrate: in batches by orders.id
-- The papers of before, as today's page prints them: with the day of the order as their date.
INSERT INTO issued_documents (name, kind, order_id, issued_on, due_on, language, currency, net_cents, tax_cents, rounding_cents, gross_cents, facts)
SELECT order_prefix || ordered.number, 'invoice', ordered.id, store_day(placed_at),
  store_day(confirmed_at + (terms ->> 'netDays')::integer * interval '24 hours'), ordered.language, ordered.currency,
  total_cents - tax_cents - rounding_cents, tax_cents, rounding_cents, total_cents, invoice_facts(ordered, coalesce(confirmed_at, paid_at))
FROM orders ordered CROSS JOIN store
WHERE ordered.id BETWEEN $1 AND $2 AND coalesce(confirmed_at, paid_at) IS NOT NULL
ON CONFLICT DO NOTHING;

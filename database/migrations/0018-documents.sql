-- The seller as invoices name it, from when on: an issued invoice stays as it was. Only those with an address are kept, as an invoice
-- needs one; the one that was first complete also stands on earlier invoices.
CREATE TABLE invoice_sellers (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT now(),
  name text,
  company text NOT NULL,
  address text NOT NULL,
  phone text NOT NULL,
  email text NOT NULL,
  company_number text NOT NULL,
  tax_number text NOT NULL
);

-- Invoices and credit notes as they were issued: one row each, which nothing changes. `facts` is all that the paper says; pages, and later
-- PDF and XML, are made of it and read nothing of the order.
CREATE TABLE issued_documents (
  id uuid DEFAULT gen_random_uuid() PRIMARY KEY,
  -- As printed: BY-1001, BY-1001-C1.
  name text NOT NULL,
  kind text NOT NULL,
  order_id uuid NOT NULL REFERENCES orders (id),
  refund_id uuid REFERENCES refunds (id),
  -- Days of the store.
  issued_on date NOT NULL,
  due_on date,
  language text NOT NULL,
  currency text NOT NULL,
  -- Those of a credit note are what it takes back.
  net_cents bigint NOT NULL,
  tax_cents bigint NOT NULL,
  rounding_cents bigint NOT NULL,
  gross_cents bigint NOT NULL,
  facts jsonb NOT NULL,
  -- The version of `facts`.
  schema smallint NOT NULL DEFAULT 1,
  CONSTRAINT issued_documents_name UNIQUE (name),
  -- An order has one invoice.
  CONSTRAINT issued_documents_order UNIQUE NULLS NOT DISTINCT (order_id, refund_id),
  CONSTRAINT issued_documents_refund UNIQUE (refund_id),
  CONSTRAINT issued_documents_kind CHECK (kind IN ('invoice', 'credit_note')),
  CONSTRAINT issued_documents_of_refund CHECK ((kind = 'credit_note') = (refund_id IS NOT NULL)),
  CONSTRAINT issued_documents_sum CHECK ((net_cents + tax_cents + rounding_cents) = gross_cents)
);
CREATE INDEX issued_documents_issued ON issued_documents (issued_on);

-- When the invoice of an order is issued: as it is paid or placed on account, but not before its freight is in the total. Null until then.
CREATE FUNCTION invoiced_at(ordered orders) RETURNS timestamptz
  LANGUAGE sql IMMUTABLE AS $$
  SELECT CASE WHEN ordered.paid_at IS NULL AND ordered.shipping ->> 'isUnpriced' = 'true' THEN NULL
    WHEN ordered.confirmed_at IS NULL THEN ordered.paid_at
    ELSE greatest(ordered.confirmed_at, ordered.freight_set_at) END
$$;

CREATE FUNCTION keep_invoice_seller() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO invoice_sellers (name, company, address, phone, email, company_number, tax_number)
  VALUES (NEW.name, NEW.company, NEW.address, NEW.phone, NEW.email, NEW.company_number, NEW.tax_number);
  RETURN NULL;
END $$;

CREATE FUNCTION keep_issued_documents() RETURNS trigger
  LANGUAGE plpgsql AS $$
BEGIN
  -- Set for its transaction by the job that ends the retention, and by the removal of the demo.
  IF TG_OP <> 'DELETE' OR current_setting('shop.deletes_documents', true) IS DISTINCT FROM 'on' THEN
    RAISE EXCEPTION 'a paper that was issued does not change' USING ERRCODE = 'integrity_constraint_violation';
  END IF;
  RETURN NULL;
END $$;

-- The name of the store on papers. One that is not named yet has none, but for the papers of the demo, which show how they look.
CREATE FUNCTION name_on_papers(name text) RETURNS text
  LANGUAGE plpgsql STABLE AS $$
BEGIN
  RETURN coalesce(name, CASE WHEN EXISTS (SELECT FROM demo_rows WHERE table_name = 'products') THEN 'Boltyard' ELSE '' END);
END $$;

-- The seller of a time; of one before there was any with an address, the first one.
CREATE FUNCTION seller_facts(moment timestamp with time zone) RETURNS jsonb
  LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('name', name_on_papers(name), 'company', company, 'address', address, 'phone', phone, 'email', email,
    'companyNumber', company_number, 'taxNumber', tax_number)
  FROM (
    (SELECT 1 AS rank, name, company, address, phone, email, company_number, tax_number FROM invoice_sellers
      ORDER BY since <= moment DESC, abs(extract(epoch FROM since - moment)), id DESC LIMIT 1)
    UNION ALL
    SELECT 2, name, company, address, phone, email, company_number, tax_number FROM store) sellers
  ORDER BY rank LIMIT 1
$$;

-- The tax number of the seller where the tax of an order was collected, or else that of the seller's own country, at a time; null if there is
-- neither: the number of another country says nothing on this paper.
CREATE FUNCTION seller_registration(ordered orders, moment timestamp with time zone) RETURNS text
  LANGUAGE sql STABLE AS $$
  SELECT registration ->> 'number'
  FROM (SELECT country AS home, registrations FROM tax_registration_versions WHERE since <= moment ORDER BY since DESC, id DESC LIMIT 1) known
    CROSS JOIN LATERAL jsonb_array_elements(registrations) WITH ORDINALITY listed (registration, position)
    CROSS JOIN (SELECT to_char(store_day(ordered.placed_at), 'YYYY-MM-DD') AS day) today
    CROSS JOIN (
      SELECT coalesce(first.country, ordered.delivery ->> 'country', '') AS country,
        upper(coalesce(first.region, ordered.delivery ->> 'region', '')) AS region,
        coalesce(first.reason IN ('intra_community', 'export'), false) AS leaves
      FROM (VALUES (1)) one LEFT JOIN LATERAL (
        SELECT country, region, reason FROM order_taxes WHERE order_id = ordered.id ORDER BY order_taxes.position LIMIT 1) first ON true) place
    CROSS JOIN LATERAL (
      SELECT NOT leaves AND registration ->> 'country' = place.country AND upper(registration ->> 'region') IN ('', place.region) AS is_there) found
  WHERE registration ->> 'startsOn' <= day AND coalesce(day <= registration ->> 'endsOn', true)
    AND (is_there OR registration ->> 'country' = home)
  ORDER BY is_there DESC, position
  LIMIT 1
$$;

CREATE FUNCTION buyer_facts(ordered orders) RETURNS jsonb
  LANGUAGE sql STABLE AS $$
  SELECT jsonb_build_object('name', ordered.buyer_name, 'email', ordered.buyer_email, 'phone', ordered.phone_number,
    'taxNumber', ordered.buyer_tax_number, 'billing', ordered.billing)
$$;

-- What an invoice prints of an order that is paid or owed, in cents.
CREATE FUNCTION invoice_facts(ordered orders, moment timestamp with time zone) RETURNS jsonb
  LANGUAGE sql STABLE AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object(
    'seller', seller_facts(moment) || jsonb_build_object('registration', seller_registration(ordered, moment)),
    'buyer', buyer_facts(ordered),
    'delivery', jsonb_build_object('text', ordered.address, 'address', ordered.delivery, 'method', ordered.shipping -> 'name',
      'isOnRequest', ordered.shipping -> 'isUnpriced'),
    'references', jsonb_build_object('order', order_prefix || ordered.number, 'orderedOn', store_day(ordered.placed_at),
      'purchaseOrder', ordered.po_number),
    'note', ordered.note,
    'lines', (
      SELECT jsonb_agg(jsonb_build_object('line', position, 'name', coalesce(shown_name, product_name), 'brand', brand, 'partNumber', sku, 'job', job, 'quantity', quantity,
        'unitPriceCents', unit_price_cents, 'pricePer', price_per, 'totalCents', total_cents, 'discountCents', discount_cents,
        'netCents', net_cents, 'taxCents', tax_cents, 'taxClass', tax_class) ORDER BY position)
      FROM order_lines WHERE order_id = ordered.id),
    'amounts', jsonb_build_object(
      'itemsCents', (SELECT sum(total_cents) FROM order_lines WHERE order_id = ordered.id),
      'discount', (
        SELECT jsonb_build_object('name', name, 'code', code, 'amountCents', amount_cents, 'shippingCents', shipping_cents)
        FROM order_discounts WHERE order_id = ordered.id),
      'shippingCents', CASE WHEN ordered.shipping IS NOT NULL AND ordered.shipping ->> 'isUnpriced' IS NULL THEN ordered.shipping_cents END,
      'taxes', (
        SELECT coalesce(jsonb_agg(jsonb_build_object('country', country, 'region', region, 'name', name, 'rate', trim_scale(rate)::text,
          'reason', reason, 'taxableCents', taxable_cents, 'taxCents', tax_cents) ORDER BY position), '[]')
        FROM order_taxes WHERE order_id = ordered.id),
      'taxCents', ordered.tax_cents, 'includesTax', ordered.prices_include_tax, 'roundingCents', ordered.rounding_cents,
      'totalCents', ordered.total_cents),
    'payment', CASE WHEN ordered.confirmed_at IS NULL THEN
      jsonb_build_object('paidOn', store_day(ordered.paid_at), 'transaction', ordered.transaction_id) || coalesce((
        SELECT jsonb_build_object('method', method, 'reference', reference) FROM payments WHERE intent_id = ordered.transaction_id), '{}')
      ELSE jsonb_build_object('netDays', ordered.terms -> 'netDays', 'bankDetails', nullif(bank_details, '')) END))
  FROM store
$$;

-- At the end of the transaction, when lines, taxes and payment are written. Triggers, so that no way to a paid order goes past them.
CREATE FUNCTION issue_invoice() RETURNS trigger
  LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $$
BEGIN
  IF invoiced_at(NEW) IS NULL OR TG_OP = 'UPDATE' AND invoiced_at(OLD) IS NOT NULL THEN RETURN NULL; END IF;
  PERFORM issue_invoices(ARRAY[NEW.id]);
  -- What was credited before the order was paid.
  IF NEW.credited_cents > 0 THEN
    PERFORM issue_credit_notes(ARRAY(SELECT refund_id FROM credit_notes WHERE order_id = NEW.id ORDER BY position));
  END IF;
  RETURN NULL;
END $$;

-- Issues the invoices of orders that have none and are to have one.
CREATE FUNCTION issue_invoices(order_ids uuid[]) RETURNS void
  LANGUAGE sql AS $$
  INSERT INTO issued_documents (name, kind, order_id, issued_on, due_on, language, currency, net_cents, tax_cents, rounding_cents, gross_cents, facts)
  SELECT order_prefix || ordered.number, 'invoice', ordered.id, store_day(moment),
    store_day(moment + (terms ->> 'netDays')::integer * interval '24 hours'), ordered.language, ordered.currency,
    total_cents - tax_cents - rounding_cents, tax_cents, rounding_cents, total_cents, invoice_facts(ordered, moment)
  FROM orders ordered CROSS JOIN LATERAL (SELECT invoiced_at(ordered) AS moment) issued CROSS JOIN store
  WHERE ordered.id = ANY (order_ids) AND moment IS NOT NULL
  ON CONFLICT ON CONSTRAINT issued_documents_order DO NOTHING
$$;

CREATE FUNCTION issue_credit_note() RETURNS trigger
  LANGUAGE plpgsql SET plan_cache_mode TO 'force_generic_plan' AS $$
BEGIN
  PERFORM issue_credit_notes(ARRAY[NEW.refund_id]);
  RETURN NULL;
END $$;

-- Issues the credit notes of refunds that have none; without an invoice there is nothing to correct yet.
CREATE FUNCTION issue_credit_notes(refund_ids uuid[]) RETURNS void
  LANGUAGE sql AS $$
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
      'fee', CASE WHEN fee_net + fee_tax > 0 THEN jsonb_build_object('netCents', fee_net, 'taxCents', fee_tax) END,
      'lines', coalesce(lines, '[]'),
      'priceReductionCents', nullif(items + fee_net - returned_net, 0),
      'amounts', jsonb_build_object('itemsCents', items,
        'shippingCents', CASE WHEN with_shipping AND note.shipping_net_cents > 0 THEN note.shipping_net_cents END,
        'taxes', note.taxes,
        'taxCents', lines_tax + note.shipping_tax_cents, 'includesTax', false, 'roundingCents', note.rounding_cents,
        'totalCents', lines_net + note.shipping_net_cents + lines_tax + note.shipping_tax_cents + note.rounding_cents)))
  FROM credit_notes note JOIN orders ordered ON ordered.id = note.order_id JOIN refunds refund ON refund.id = note.refund_id CROSS JOIN store
    LEFT JOIN issued_documents invoice ON invoice.order_id = ordered.id AND invoice.kind = 'invoice'
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(credit.net_cents), 0)::bigint AS lines_net, coalesce(sum(credit.tax_cents), 0)::bigint AS lines_tax,
        coalesce(sum(credit.net_cents + fee_net_cents) FILTER (WHERE units > 0), 0)::bigint AS returned_net,
        coalesce(sum(fee_net_cents), 0)::bigint AS fee_net, coalesce(sum(fee_tax_cents), 0)::bigint AS fee_tax,
        jsonb_agg(jsonb_build_object('line', line.position, 'name', coalesce(shown_name, product_name), 'brand', brand, 'partNumber', sku, 'quantity', units, 'taxClass', tax_class,
          'netCents', credit.net_cents + fee_net_cents, 'taxCents', credit.tax_cents + fee_tax_cents) ORDER BY line.position) FILTER (WHERE units > 0) AS lines
      FROM credit_note_lines credit JOIN order_lines line ON line.id = credit.order_line_id WHERE credit.refund_id = note.refund_id) credited
    -- Without the delivery, its part of a sum is a reduction of the price.
    CROSS JOIN LATERAL (SELECT lines_net + CASE WHEN with_shipping THEN 0 ELSE note.shipping_net_cents END AS items) goods
  WHERE note.refund_id = ANY (refund_ids) AND invoiced_at(ordered) IS NOT NULL
  ON CONFLICT DO NOTHING
$$;

CREATE CONSTRAINT TRIGGER credit_notes_document
  AFTER INSERT ON credit_notes DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION issue_credit_note();

CREATE TRIGGER issued_documents_never_change
  BEFORE DELETE OR UPDATE OR TRUNCATE ON issued_documents
  FOR EACH STATEMENT EXECUTE FUNCTION keep_issued_documents();

-- The triggers ask only for what `invoiced_at` reads: PostgreSQL parses a function in a condition again at each statement.
CREATE CONSTRAINT TRIGGER orders_paid_invoice
  AFTER UPDATE OF paid_at, confirmed_at, freight_set_at, shipping ON orders DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW EXECUTE FUNCTION issue_invoice();

CREATE CONSTRAINT TRIGGER orders_placed_invoice
  AFTER INSERT ON orders DEFERRABLE INITIALLY DEFERRED
  FOR EACH ROW WHEN (new.paid_at IS NOT NULL OR new.confirmed_at IS NOT NULL) EXECUTE FUNCTION issue_invoice();

CREATE TRIGGER store_invoice_seller
  AFTER UPDATE ON store
  FOR EACH ROW WHEN (new.address <> '' AND (new.name IS DISTINCT FROM old.name OR new.company IS DISTINCT FROM old.company OR new.address IS DISTINCT FROM old.address OR new.phone IS DISTINCT FROM old.phone OR new.email IS DISTINCT FROM old.email OR new.company_number IS DISTINCT FROM old.company_number OR new.tax_number IS DISTINCT FROM old.tax_number)) EXECUTE FUNCTION keep_invoice_seller();

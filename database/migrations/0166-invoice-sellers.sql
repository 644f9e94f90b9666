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
CREATE FUNCTION keep_invoice_seller() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO invoice_sellers (name, company, address, phone, email, company_number, tax_number)
  VALUES (NEW.name, NEW.company, NEW.address, NEW.phone, NEW.email, NEW.company_number, NEW.tax_number);
  RETURN NULL;
END $$;
CREATE TRIGGER store_invoice_seller AFTER UPDATE ON store FOR EACH ROW
  WHEN (NEW.address <> '' AND (NEW.name, NEW.company, NEW.address, NEW.phone, NEW.email, NEW.company_number, NEW.tax_number)
    IS DISTINCT FROM (OLD.name, OLD.company, OLD.address, OLD.phone, OLD.email, OLD.company_number, OLD.tax_number))
  EXECUTE FUNCTION keep_invoice_seller();
-- allow all-rows: the store is one row
INSERT INTO invoice_sellers (name, company, address, phone, email, company_number, tax_number)
SELECT name, company, address, phone, email, company_number, tax_number FROM store WHERE address <> '';

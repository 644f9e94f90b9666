-- What an order costs besides its products, frozen when it was placed. The total is the sum of nets and taxes of lines and shipping.
ALTER TABLE orders
  ADD COLUMN discount_cents bigint NOT NULL DEFAULT 0 CHECK (discount_cents >= 0),
  -- As the buyer saw it: with tax if prices include tax, after its discount.
  ADD COLUMN shipping_cents bigint NOT NULL DEFAULT 0 CHECK (shipping_cents >= 0),
  ADD COLUMN shipping_net_cents bigint NOT NULL DEFAULT 0 CHECK (shipping_net_cents BETWEEN 0 AND shipping_cents),
  ADD COLUMN shipping_tax_cents bigint NOT NULL DEFAULT 0 CHECK (shipping_tax_cents >= 0),
  ADD COLUMN tax_cents bigint NOT NULL DEFAULT 0 CHECK (tax_cents >= shipping_tax_cents),
  ADD COLUMN prices_include_tax boolean NOT NULL DEFAULT false,
  -- The shipping method as it was offered.
  ADD COLUMN shipping jsonb,
  -- Copies of the addresses by their fields; `address` is the text of the delivery.
  ADD COLUMN delivery jsonb,
  ADD COLUMN billing jsonb,
  -- Set for an order on account, which is confirmed and ships before it is paid.
  ADD COLUMN terms jsonb,
  ADD COLUMN confirmed_at timestamptz,
  ADD CONSTRAINT orders_confirmed CHECK ((confirmed_at IS NULL) = (terms IS NULL)),
  -- A discount can take the whole price: such an order is paid as it is placed.
  DROP CONSTRAINT orders_total_cents_check,
  ADD CONSTRAINT orders_total_cents_check CHECK (total_cents >= 0),
  DROP CONSTRAINT orders_refunded,
  ADD CONSTRAINT orders_refunded CHECK (refunded_cents BETWEEN 0 AND refund_asked_cents
    AND (refunded_at IS NOT NULL) = (refunded_cents = total_cents AND total_cents > 0));

ALTER TABLE order_lines
  ADD COLUMN discount_cents bigint NOT NULL DEFAULT 0,
  -- After the discount, without tax; empty where there is neither.
  ADD COLUMN net_cents bigint CHECK (net_cents >= 0),
  ADD COLUMN tax_cents bigint NOT NULL DEFAULT 0 CHECK (tax_cents >= 0),
  ADD COLUMN tax_class text,
  -- The price list that the price is of; empty for the price of the product.
  ADD COLUMN price_list_id bigint,
  ADD CONSTRAINT order_lines_discount CHECK (discount_cents BETWEEN 0 AND total_cents);

-- The tax of an order by country, rate and reason, rounded once for each; a rate of zero has its row, too.
CREATE TABLE order_taxes (
  order_id uuid NOT NULL REFERENCES orders (id),
  position smallint NOT NULL,
  country text NOT NULL,
  region text NOT NULL,
  name text NOT NULL,
  -- A fraction: 0.19 is 19 %.
  rate numeric(9, 6) NOT NULL CHECK (rate >= 0),
  reason text NOT NULL,
  taxable_cents bigint NOT NULL CHECK (taxable_cents >= 0),
  tax_cents bigint NOT NULL CHECK (tax_cents >= 0),
  provider text NOT NULL,
  provider_ref text,
  PRIMARY KEY (order_id, position)
);

-- The discount of an order as it was when it was used; its lines have their shares.
CREATE TABLE order_discounts (
  order_id uuid PRIMARY KEY REFERENCES orders (id),
  discount_id uuid NOT NULL,
  code text,
  name text NOT NULL,
  kind text NOT NULL,
  -- Off the lines and off the shipping.
  amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
  shipping_cents bigint NOT NULL CHECK (shipping_cents >= 0)
);

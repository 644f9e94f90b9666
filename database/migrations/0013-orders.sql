CREATE SEQUENCE order_numbers MINVALUE 1001;

CREATE TABLE orders (
  id uuid PRIMARY KEY,
  buyer_id uuid NOT NULL REFERENCES users (id),
  buyer_name text NOT NULL,
  buyer_email text NOT NULL,
  address text NOT NULL,
  phone_number text NOT NULL,
  total_cents bigint NOT NULL CHECK (total_cents >= 0),
  currency text NOT NULL DEFAULT 'usd',
  idempotency_key text,
  -- One of the places a buyer has for unpaid orders; empty as soon as the order is paid or closed.
  open_slot smallint,
  placed_at timestamptz NOT NULL DEFAULT now(),
  -- The member of staff who placed it for the buyer.
  placed_by uuid REFERENCES users (id),
  expires_at timestamptz NOT NULL,
  paid_at timestamptz,
  transaction_id text,
  shipped_at timestamptz,
  cancelled_at timestamptz,
  cancelled_by uuid REFERENCES users (id),
  expired_at timestamptz,
  refunded_at timestamptz,
  -- Paid, but without its units: they were gone when the money came, or a refund that failed had given them back.
  awaiting_stock_since timestamptz,
  -- Money on its way back and arrived there, and money that has arrived there.
  refund_asked_cents bigint NOT NULL DEFAULT 0,
  refunded_cents bigint NOT NULL DEFAULT 0,
  -- Units still come although all of its money goes back: those that were cancelled had cost what was left of it.
  still_comes boolean NOT NULL DEFAULT false,
  -- What need not be paid any more: credits on orders that are not paid.
  credited_cents bigint NOT NULL DEFAULT 0,
  -- Money by transfer or check that has arrived, in however many parts. What is open is total - credited - received.
  received_cents bigint NOT NULL DEFAULT 0,
  -- Units that came back with those refunds.
  restocked_quantity integer NOT NULL DEFAULT 0,
  -- The buyer's bank disputes the payment, or has taken the money back.
  disputed_at timestamptz,
  product_names text NOT NULL DEFAULT '',
  number bigint NOT NULL DEFAULT nextval('order_numbers'),
  -- The part numbers of its lines, for the search.
  part_numbers text NOT NULL DEFAULT '',
  -- Mails about an order are in the language of the page that it was placed on.
  language text NOT NULL DEFAULT 'en',
  line_count smallint NOT NULL DEFAULT 1 CHECK (line_count >= 1 AND line_count <= 1000),
  -- The units of all lines.
  units integer NOT NULL,
  po_number text,
  note text,
  words tsvector NOT NULL GENERATED ALWAYS AS (
    words_of(product_names || ' ' || part_numbers || ' BY-' || number::text || ' ' || coalesce(po_number, '') || ' ' || buyer_name || ' '
      || buyer_email || ' ' || id::text)) STORED,
  discount_cents bigint NOT NULL DEFAULT 0 CHECK (discount_cents >= 0),
  -- As the buyer saw it: with tax if prices include tax, after its discount.
  shipping_cents bigint NOT NULL DEFAULT 0 CHECK (shipping_cents >= 0),
  shipping_net_cents bigint NOT NULL DEFAULT 0,
  shipping_tax_cents bigint NOT NULL DEFAULT 0 CHECK (shipping_tax_cents >= 0),
  tax_cents bigint NOT NULL DEFAULT 0,
  prices_include_tax boolean NOT NULL DEFAULT false,
  -- The shipping method as it was offered.
  shipping jsonb,
  -- Copies of the addresses by their fields; `address` is the text of the delivery.
  delivery jsonb,
  billing jsonb,
  -- Set for an order on account, which is confirmed and ships before it is paid.
  terms jsonb,
  confirmed_at timestamptz,
  -- When staff set the freight that was on request; until then the order has no invoice and nothing of it is due.
  freight_set_at timestamptz,
  -- The web address of the terms of sale that the buyer accepted as the order was placed; null if the shop asked for none.
  accepted_terms text,
  -- The tax number or certificate of the buyer because of which no tax is charged, as it was when the order was placed: invoices name it.
  buyer_tax_number text,
  -- What was added or taken off at the end, so that the total can be paid.
  rounding_cents bigint NOT NULL DEFAULT 0 CHECK (rounding_cents >= -9 AND rounding_cents <= 9),
  by_transfer boolean NOT NULL DEFAULT false,
  reminded_at timestamptz,
  -- Reminders of an open sum that staff sent.
  reminder_count smallint NOT NULL DEFAULT 0,
  last_reminder_at timestamptz,
  -- Orders keep when the first parcel went, and, once nothing is left to ship, when the last one did.
  first_shipped_at timestamptz,
  -- When its buyer was told that it can be picked up.
  ready_at timestamptz,
  CONSTRAINT orders_idempotency_key UNIQUE (buyer_id, idempotency_key),
  CONSTRAINT orders_number UNIQUE (number),
  CONSTRAINT orders_open_slot UNIQUE (buyer_id, open_slot),
  CONSTRAINT orders_transaction UNIQUE (transaction_id),
  CONSTRAINT orders_accepted_terms CHECK (accepted_terms <> ''),
  CONSTRAINT orders_awaiting_stock CHECK (awaiting_stock_since IS NULL OR paid_at IS NOT NULL AND shipped_at IS NULL),
  CONSTRAINT orders_buyer_tax_number CHECK (buyer_tax_number <> ''),
  CONSTRAINT orders_check2 CHECK (num_nonnulls(cancelled_at, expired_at, paid_at) <= 1),
  CONSTRAINT orders_check3 CHECK (units >= line_count),
  CONSTRAINT orders_check4 CHECK (shipping_net_cents >= 0 AND shipping_net_cents <= shipping_cents),
  CONSTRAINT orders_check5 CHECK (tax_cents >= shipping_tax_cents),
  CONSTRAINT orders_confirmed CHECK ((confirmed_at IS NULL) = (terms IS NULL)),
  CONSTRAINT orders_credited CHECK (credited_cents >= 0 AND credited_cents <= total_cents),
  CONSTRAINT orders_first_shipped CHECK (shipped_at IS NULL OR first_shipped_at <= shipped_at),
  CONSTRAINT orders_paid CHECK (paid_at IS NULL OR transaction_id IS NOT NULL OR total_cents = 0),
  CONSTRAINT orders_received CHECK (received_cents >= 0 AND received_cents <= (total_cents - credited_cents)),
  CONSTRAINT orders_refund_asked CHECK (refund_asked_cents >= 0 AND refund_asked_cents <= (total_cents - credited_cents) AND (refund_asked_cents = 0 OR paid_at IS NOT NULL)),
  CONSTRAINT orders_refunded CHECK (refunded_cents >= 0 AND refunded_cents <= refund_asked_cents AND (refunded_at IS NOT NULL) = (refunded_cents = (total_cents - credited_cents) AND total_cents > credited_cents AND NOT still_comes)),
  CONSTRAINT orders_shipped CHECK (shipped_at IS NULL OR paid_at IS NOT NULL OR confirmed_at IS NOT NULL AND cancelled_at IS NULL)
);
-- An admin looks at these first; they are few among many, and the others are not in these indexes.
CREATE INDEX orders_awaiting_stock ON orders (placed_at, id) WHERE awaiting_stock_since IS NOT NULL;

-- Every order in which a list can be asked for, but that of available units: an index of them would have to follow every order.
CREATE INDEX orders_by_total ON orders (total_cents, id);
CREATE INDEX orders_cancelled ON orders (placed_at, id) WHERE cancelled_at IS NOT NULL;
CREATE INDEX orders_disputed ON orders (placed_at, id) WHERE disputed_at IS NOT NULL;
CREATE INDEX orders_expired ON orders (placed_at, id) WHERE expired_at IS NOT NULL;

-- Orders whose freight is still to be quoted.
CREATE INDEX orders_freight_to_quote ON orders (placed_at, id) WHERE (shipping ->> 'isUnpriced') = 'true' AND paid_at IS NULL AND cancelled_at IS NULL AND expired_at IS NULL;
CREATE INDEX orders_newest ON orders (placed_at, id);
CREATE INDEX orders_of_buyer ON orders (buyer_id, placed_at, id);
CREATE INDEX orders_on_account ON orders (placed_at, id) WHERE confirmed_at IS NOT NULL AND paid_at IS NULL AND cancelled_at IS NULL AND credited_cents < total_cents;
CREATE INDEX orders_on_account_of_buyer ON orders (buyer_id) WHERE confirmed_at IS NOT NULL AND paid_at IS NULL AND cancelled_at IS NULL;
CREATE INDEX orders_partly_paid ON orders (placed_at, id) WHERE received_cents > 0 AND paid_at IS NULL AND cancelled_at IS NULL;
CREATE INDEX orders_partly_shipped ON orders (placed_at, id) WHERE first_shipped_at IS NOT NULL AND shipped_at IS NULL AND refunded_at IS NULL;
CREATE INDEX orders_ready_for_pickup ON orders (placed_at, id) WHERE ready_at IS NOT NULL AND shipped_at IS NULL AND refunded_at IS NULL AND cancelled_at IS NULL;
CREATE INDEX orders_refunded ON orders (placed_at, id) WHERE refunded_at IS NOT NULL;
CREATE INDEX orders_to_expire ON orders (expires_at) WHERE paid_at IS NULL AND cancelled_at IS NULL AND expired_at IS NULL;

-- Orders in a state that may be rare among all of them; an order enters these indexes only when it comes into such a state.
CREATE INDEX orders_to_ship ON orders (placed_at, id) WHERE paid_at IS NOT NULL AND shipped_at IS NULL AND refunded_at IS NULL;
CREATE INDEX orders_words ON orders USING gin (words);
ALTER SEQUENCE order_numbers OWNED BY orders.number;

CREATE TABLE order_lines (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders (id),
  product_id uuid NOT NULL REFERENCES products (id) DEFERRABLE INITIALLY DEFERRED,
  product_name text NOT NULL,
  quantity integer NOT NULL CHECK (quantity > 0),
  unit_price_cents integer NOT NULL CHECK (unit_price_cents > 0),
  -- The part number of the product when it was ordered.
  sku text,
  position smallint NOT NULL DEFAULT 1 CHECK (position >= 1 AND position <= 1000),
  -- What the buyer needs it for, in the buyer's own words.
  job text,
  price_per smallint NOT NULL DEFAULT 1 CHECK (price_per IN (1, 100, 1000)),
  total_cents bigint NOT NULL GENERATED ALWAYS AS (line_total(quantity, unit_price_cents, price_per::integer)) STORED,
  discount_cents bigint NOT NULL DEFAULT 0,
  -- After the discount, without tax; empty where there is neither.
  net_cents bigint CHECK (net_cents >= 0),
  tax_cents bigint NOT NULL DEFAULT 0 CHECK (tax_cents >= 0),
  tax_class text,
  -- The list that an order's price was of. It stays known when the list is deleted, so it is no foreign key.
  price_list_id bigint,
  -- The name of the product that the buyer saw, in the language of the order, where it is another one than the seller's own.
  shown_name text,
  -- The name of the product's brand when it was ordered: several brands may have its part number.
  brand text,
  held_quantity integer NOT NULL DEFAULT 0,
  shipped_quantity integer NOT NULL DEFAULT 0,
  cancelled_quantity integer NOT NULL DEFAULT 0,
  returned_quantity integer NOT NULL DEFAULT 0,
  -- The vehicle that the buyer had chosen, and what was shown of it then.
  vehicle jsonb,
  fit_verdict text CHECK (fit_verdict IN ('fits', 'check', 'not-listed', 'universal')),
  CONSTRAINT order_lines_vehicle CHECK (fit_verdict IS NULL OR vehicle IS NOT NULL),
  CONSTRAINT order_lines_position UNIQUE (order_id, position),
  CONSTRAINT order_lines_discount CHECK (discount_cents >= 0 AND discount_cents <= total_cents),
  CONSTRAINT order_lines_held CHECK (held_quantity >= 0 AND held_quantity <= (quantity - shipped_quantity - cancelled_quantity)),
  CONSTRAINT order_lines_returned CHECK (returned_quantity >= 0 AND returned_quantity <= shipped_quantity),
  CONSTRAINT order_lines_units CHECK (shipped_quantity >= 0 AND cancelled_quantity >= 0 AND (shipped_quantity + cancelled_quantity) <= quantity)
);
-- The words of an order hold its first ten lines; the others are found by their products.
CREATE INDEX order_lines_beyond_words ON order_lines (product_id) WHERE position > 10;

-- Lines that hold units are few among all, and read with each list of products in the dashboard.
CREATE INDEX order_lines_holding_units ON order_lines (product_id) WHERE held_quantity > 0;

-- What happened to an order after it was placed, by whom, in the transaction in which it happened.
CREATE TABLE order_events (
  id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders (id),
  kind text NOT NULL,
  happened_at timestamptz NOT NULL DEFAULT now(),
  -- Empty when the shop or the card provider did it by itself.
  happened_by uuid REFERENCES users (id),
  facts jsonb NOT NULL DEFAULT '{}'
);
CREATE INDEX order_events_of_order ON order_events (order_id, id);

-- Orders whose buyers still get the mail that they were placed; a job writes it and deletes the row.
CREATE TABLE order_confirmations (
  order_id uuid PRIMARY KEY,
  -- An order that costs nothing is paid as it is placed: the seller is told at once, its buyer as soon as the address is verified.
  seller_told boolean NOT NULL DEFAULT false
);

-- The tax of an order by country, rate and reason, rounded once for each; a rate of zero has its row, too.
CREATE TABLE order_taxes (
  order_id uuid REFERENCES orders (id),
  position smallint,
  country text NOT NULL,
  region text NOT NULL,
  name text NOT NULL,
  -- A fraction: 0.19 is 19 %.
  rate numeric(9,6) NOT NULL CHECK (rate >= 0),
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

-- What members of staff write down about an order, which its buyer never sees.
CREATE TABLE order_notes (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders (id) ON DELETE CASCADE,
  note text NOT NULL,
  written_by uuid NOT NULL REFERENCES users (id),
  written_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX order_notes_of_order ON order_notes (order_id, written_at);

-- What a buyer asks about an order or wants changed, and what the shop writes back; both see it.
CREATE TABLE order_messages (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders (id),
  kind text NOT NULL CHECK (kind IN ('question', 'cancellation', 'change', 'answer')),
  message text NOT NULL,
  -- The line that it is about, by its position.
  line smallint CHECK (line > 0),
  -- What is asked for: the units of lines to cancel, or details to change.
  request jsonb,
  written_at timestamptz NOT NULL DEFAULT now(),
  written_by uuid NOT NULL REFERENCES users (id),
  -- When staff answered it, or did what it asks for.
  answered_at timestamptz,
  -- Of the call that asked for a cancellation, so that it is asked for once.
  idempotency_key text,
  CHECK ((kind IN ('cancellation', 'change')) = (request IS NOT NULL)),
  CHECK (kind <> 'answer' OR answered_at IS NULL)
);
CREATE INDEX order_messages_of_order ON order_messages (order_id, written_at);
CREATE UNIQUE INDEX order_messages_by_key ON order_messages (order_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX order_messages_open ON order_messages (order_id) WHERE answered_at IS NULL AND kind <> 'answer';

CREATE TABLE order_tags (
  order_id uuid REFERENCES orders (id) ON DELETE CASCADE,
  tag_id bigint REFERENCES tags (id),
  tagged_by uuid NOT NULL REFERENCES users (id),
  tagged_at timestamptz NOT NULL DEFAULT now(),
  PRIMARY KEY (order_id, tag_id)
);
CREATE INDEX order_tags_of_tag ON order_tags (tag_id, order_id);

-- Orders ship in parcels. A parcel that was undone keeps its number; what it had is in the ledger twice, there and back.
CREATE TABLE shipments (
  id uuid PRIMARY KEY,
  order_id uuid NOT NULL REFERENCES orders (id),
  -- From 1: shown as BY-1001-2.
  position smallint NOT NULL CHECK (position > 0),
  carrier text,
  tracking_number text,
  shipped_at timestamptz NOT NULL,
  shipped_by uuid REFERENCES users (id),
  undone_at timestamptz,
  undone_by uuid REFERENCES users (id),
  -- When its mail and its webhook were written, which is when it cannot be undone any more.
  announced_at timestamptz,
  idempotency_key text,
  -- What the call with the key asked for, as a hash.
  request_hash text,
  UNIQUE (order_id, position),
  CHECK (undone_at IS NULL OR announced_at IS NULL)
);
CREATE UNIQUE INDEX shipments_by_key ON shipments (order_id, idempotency_key) WHERE idempotency_key IS NOT NULL;
CREATE INDEX shipments_to_announce ON shipments (shipped_at) WHERE announced_at IS NULL AND undone_at IS NULL;

CREATE TABLE shipment_lines (
  shipment_id uuid REFERENCES shipments (id) ON DELETE CASCADE,
  order_line_id bigint REFERENCES order_lines (id),
  units integer NOT NULL CHECK (units > 0),
  PRIMARY KEY (shipment_id, order_line_id)
);
CREATE INDEX shipment_lines_of_line ON shipment_lines (order_line_id);

-- Orders of another shop, from before this one: history that nothing is owed, shipped, invoiced or counted for.
CREATE TABLE past_orders (
  id uuid PRIMARY KEY,
  buyer_id uuid NOT NULL REFERENCES users (id),
  number text NOT NULL UNIQUE CHECK (number <> ''),
  ordered_on date NOT NULL,
  -- Empty if it is the sum of its lines.
  total_cents bigint CHECK (total_cents >= 0),
  currency text NOT NULL
);
CREATE INDEX past_orders_of_buyer ON past_orders (buyer_id, ordered_on, id);

CREATE TABLE past_order_lines (
  order_id uuid REFERENCES past_orders (id) ON DELETE CASCADE,
  -- Its part number or name, and which of those with it.
  key text,
  position integer NOT NULL,
  part_number text NOT NULL DEFAULT '',
  name text NOT NULL DEFAULT '',
  quantity integer NOT NULL CHECK (quantity > 0),
  price_cents bigint NOT NULL CHECK (price_cents >= 0),
  PRIMARY KEY (order_id, key)
);

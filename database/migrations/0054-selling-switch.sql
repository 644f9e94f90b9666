-- What the one switch of the sales checklist has switched on: it takes back no more than that.
CREATE TABLE selling_switch (
  id boolean PRIMARY KEY DEFAULT true CHECK (id),
  is_on boolean NOT NULL DEFAULT false,
  set_tax boolean NOT NULL DEFAULT false,
  set_shipping boolean NOT NULL DEFAULT false,
  -- No references: a list that is deleted meanwhile is left out.
  price_list_ids bigint[] NOT NULL DEFAULT '{}',
  CHECK (is_on OR NOT set_tax AND NOT set_shipping AND price_list_ids = '{}')
);
INSERT INTO selling_switch DEFAULT VALUES;

-- Where a card was issued, and the second brand that some carry.
ALTER TABLE cards.payment_methods ADD COLUMN country text NOT NULL DEFAULT 'US' CHECK (country ~ '^[A-Z]{2}$');
ALTER TABLE cards.payment_methods ADD COLUMN co_brand text;
ALTER TABLE cards.payment_methods DROP CONSTRAINT payment_methods_funding_check;
ALTER TABLE cards.payment_methods ADD CHECK (funding IN ('credit', 'debit', 'prepaid'));
UPDATE cards.payment_methods SET behaviour = 'authentication_unavailable'
  WHERE behaviour = 'authentication_then_processing_error';

-- A payment may be disputed more than once.
ALTER TABLE cards.disputes DROP CONSTRAINT disputes_charge_id_key;
ALTER TABLE cards.disputes ADD COLUMN sequence bigint GENERATED ALWAYS AS IDENTITY UNIQUE;
ALTER TABLE cards.disputes ADD COLUMN evidence_text text;
ALTER TABLE cards.disputes ADD COLUMN evidence_at timestamptz;
ALTER TABLE cards.disputes ADD COLUMN metadata jsonb NOT NULL DEFAULT '{}';
CREATE INDEX disputes_of_charge ON cards.disputes (charge_id);

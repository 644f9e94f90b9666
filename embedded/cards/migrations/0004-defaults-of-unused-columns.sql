-- Columns that only earlier versions write: an insert may leave them out.
ALTER TABLE cards.payment_methods ALTER COLUMN funding SET DEFAULT 'credit', ALTER COLUMN fingerprint SET DEFAULT '',
  ALTER COLUMN has_cvc SET DEFAULT true, ALTER COLUMN metadata SET DEFAULT '{}';
ALTER TABLE cards.payment_intents ALTER COLUMN capture_method SET DEFAULT 'automatic_async',
  ALTER COLUMN confirmation_method SET DEFAULT 'automatic';
ALTER TABLE cards.charges ALTER COLUMN authenticated SET DEFAULT false;

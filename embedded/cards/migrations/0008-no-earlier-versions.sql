-- migrate: contract after 0007-wide-amounts.sql
ALTER TABLE cards.disputes DROP COLUMN evidence_text, DROP COLUMN evidence_at;
ALTER TABLE cards.events DROP COLUMN previous_attributes;
ALTER TABLE cards.payment_intents
  DROP COLUMN capture_method, DROP COLUMN confirmation_method, DROP COLUMN receipt_email, DROP COLUMN statement_descriptor,
  DROP COLUMN statement_descriptor_suffix, DROP COLUMN transfer_group, DROP COLUMN automatic_payment_methods, DROP COLUMN cancellation_reason;
ALTER TABLE cards.payment_methods DROP COLUMN funding, DROP COLUMN has_cvc, DROP COLUMN co_brand;

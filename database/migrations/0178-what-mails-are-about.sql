-- What a mail is about, which its text does not decide: people write parts of it. Null for other mails and for those of before.
ALTER TABLE outbox ADD COLUMN order_id uuid, ADD COLUMN code_hash bytea;

-- Accounts may be entered by a mailed link, with or without a password beside it.
ALTER TABLE identity.accounts ADD COLUMN email_link_used_at timestamptz;

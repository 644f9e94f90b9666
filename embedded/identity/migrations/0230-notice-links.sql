-- Whether the code is the link of a notice. Each notice keeps its link, which undoes what was added from its change on.
ALTER TABLE identity.mail_codes ADD COLUMN is_notice boolean NOT NULL DEFAULT false;

-- Mails and text messages are in the language of the person.
ALTER TABLE identity.accounts ADD COLUMN language text;

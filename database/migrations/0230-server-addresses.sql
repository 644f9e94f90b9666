-- The public address of each running server: links in mails lead there, so all should have the same.
ALTER TABLE servers ADD COLUMN public_url text NOT NULL DEFAULT '';

-- What the code of each running server knows, so that a migration that one of them could not work with is refused.
ALTER TABLE servers ADD COLUMN migrations text[] NOT NULL DEFAULT '{}';

-- migrate: in batches by users.id
UPDATE users SET email = email WHERE id BETWEEN $1 AND $2 AND words <> words_of(email || ' ' || display_name)

-- migrate: in batches by reviews.id
UPDATE reviews SET name = name WHERE id BETWEEN $1 AND $2
  AND words <> words_of(name || ' ' || display_name || ' ' || designation || ' ' || message)

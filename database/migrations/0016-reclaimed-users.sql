-- When the owner of an address took it over from somebody who had used it without proving that it was theirs.
ALTER TABLE users ADD COLUMN reclaimed_at timestamptz;

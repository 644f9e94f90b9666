-- Finds the numbers that look like one which was typed: O and Q as 0, I and L as 1, Z as 2, S as 5, G as 6, B as 8.
CREATE INDEX part_number_keys_look_alike ON part_number_keys (translate(key, 'OQILZSGB', '00112568'), start, part_number_id);

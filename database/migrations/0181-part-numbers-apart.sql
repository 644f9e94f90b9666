-- migrate: contract after 0179-part-number-identity.sql
-- Of numbers that differ by a sign between digits, it let only one be on sale.
DROP INDEX products_part_number_live;

-- migrate: contract after 0190-products-by-brand-and-number.sql
-- They let only one brand have a number, and a name with it. Those in their places have their names: errors are told by these.
DROP INDEX products_part_number_identity;
ALTER INDEX products_number_of_brand RENAME TO products_part_number_identity;
DROP INDEX products_name_live;
ALTER INDEX products_name_of_brand RENAME TO products_name_live;

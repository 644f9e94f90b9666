-- Rows from before 0173 passed the check that this one replaced.
ALTER TABLE refund_lines VALIDATE CONSTRAINT refund_lines_units;
-- allow not-alone: the store is one row, and comes last.
ALTER TABLE store VALIDATE CONSTRAINT store_order_prefix;

-- Its rows have been in audit_events since 0011; no version since then reads or writes it.
DROP TABLE role_changes;

-- The main language before, as long as products still have their own texts in it, and when it became another one; null otherwise.
ALTER TABLE store
  ADD COLUMN former_main_language text,
  ADD COLUMN main_language_changed_at timestamptz;
-- The main language that the columns and changes of an import are for. A default, so that the version before writes it, too.
-- allow rewrites-table: a stable function is evaluated once
ALTER TABLE imports ADD COLUMN main_language text NOT NULL DEFAULT coalesce(main_language(), 'en');

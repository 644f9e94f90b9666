-- How often something happened on a day (UTC): no row tells who it was. Names beyond a limit are counted under an empty one.
CREATE TABLE visit_counts (
  day date NOT NULL,
  kind text NOT NULL CHECK (kind IN ('views', 'visits', 'page', 'referrer', 'search', 'viewed', 'added')),
  name text NOT NULL CHECK (length(name) <= 200),
  count bigint NOT NULL CHECK (count > 0),
  PRIMARY KEY (day, kind, name)
);

-- How often an address has asked in a window of time, summed over all processes; worth nothing after a crash.
CREATE UNLOGGED TABLE request_counts (
  address text NOT NULL,
  window_ends_at timestamptz NOT NULL,
  hits integer NOT NULL,
  PRIMARY KEY (address, window_ends_at)
);

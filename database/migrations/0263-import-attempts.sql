-- How often a process has begun work of imports, a batch or a picture, since it last ended otherwise than by the end of its process.
CREATE TABLE import_attempts (
  work text PRIMARY KEY,
  attempts integer NOT NULL
);

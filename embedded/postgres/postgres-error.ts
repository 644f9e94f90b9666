/** An obstacle to PostgreSQL that a person must remove: the message says which and how. */
export class PostgresError extends Error {
  override name = 'PostgresError'
}

/** Reports an obstacle to PostgreSQL that the operator must remove; the message says which and how. */
export class PostgresError extends Error {
  override name = 'PostgresError'
}

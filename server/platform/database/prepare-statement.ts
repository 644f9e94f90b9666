import { fillPlaceholders, type SQL, sql } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { Database, Transaction } from '#server/platform/database/database.ts'

const dialect = new PgDialect()

/** No list is longer. */
const maxElements = 1_000_000

/** Runs a statement with the values of its placeholders; the rows are those of node-postgres. */
export type PreparedStatement<Row> = (db: Database, values?: Record<string, unknown>) => Promise<Row[]>

/**
 * Writes a statement once; each connection parses it once under this name, and each time without one. PostgreSQL also plans it only once if it does not believe that
 * knowing the values makes it cheaper: so a limit is a part of the text, and lists stand in `elementsOf`.
 */
export function prepareStatement<Row extends object>(name: string | undefined, statement: SQL): PreparedStatement<Row> {
  const { sql: text, params } = dialect.sqlToQuery(statement)
  return async (db, values = {}) => {
    const { rows } = await db.$client.query<Row>({
      name,
      text,
      values: fillPlaceholders(params, { maxElements, ...values }),
    })
    return rows
  }
}

/** The number of statements of one kind that each connection keeps. */
const maxShapes = 60

/**
 * Returns what writes and prepares the statements of one kind, one for each shape, which is all that they depend on besides their
 * values. Visitors choose shapes, so only so many are prepared; further ones are written and planned at each call.
 */
export function prepareShapes<Row extends object>(
  kind: string,
): (shape: string, build: () => SQL) => PreparedStatement<Row> {
  const prepared = new Map<string, PreparedStatement<Row>>()
  return (shape, build) => {
    const known = prepared.get(shape)
    if (known) return known
    if (prepared.size >= maxShapes) return prepareStatement<Row>(undefined, build())
    const statement = prepareStatement<Row>(`${kind} ${prepared.size}`, build())
    prepared.set(shape, statement)
    return statement
  }
}

/** Builds a subquery of the elements of a list: by a limit that it does not know, the planner expects a tenth of ten. */
export const elementsOf = (elements: SQL) =>
  sql`(SELECT * FROM ${elements} LIMIT ${sql.placeholder('maxElements')}::bigint)`

/** Writes a part of statements once; it must have no values. */
export function writeOnce(part: SQL): string {
  const { sql: text, params } = dialect.sqlToQuery(part)
  if (params.length > 0) throw new Error('A part that is written once has values.')
  return text
}

/**
 * Makes a statement of Drizzle once for each connection, also in transactions, whose rows Drizzle reads: for those of many columns, it
 * takes longer to build the statement than PostgreSQL to run it.
 */
export function preparedOnce<Prepared>(
  make: (db: Database | Transaction) => Prepared,
): (db: Database | Transaction) => Prepared {
  const made = new WeakMap<object, Prepared>()
  return (db) => {
    const statement = made.get(db) ?? make(db)
    made.set(db, statement)
    return statement
  }
}

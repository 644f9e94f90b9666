import type { Database, Tx } from './identity-deps.ts'
import { WireError, deepestCause, faultCode } from './wire-error.ts'

const attempts = 4

/** Runs the story in one transaction, again from the start when the database asks for it (40001, 40P01). */
export async function inTransaction<T>(db: Database, story: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(story)
    } catch (thrown) {
      const code = faultCode(thrown)
      // a unique index of the account, reached by an UPDATE
      if (code === '23505') throw new WireError(isAboutPhone(thrown) ? 'PHONE_NUMBER_EXISTS' : 'EMAIL_EXISTS')
      if (attempt === attempts || (code !== '40001' && code !== '40P01')) throw thrown
    }
  }
}

function isAboutPhone(thrown: unknown): boolean {
  const cause = deepestCause(thrown)
  return cause instanceof Error && 'constraint' in cause && cause.constraint === 'accounts_phone_number_key'
}

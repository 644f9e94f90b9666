import type { Database, Tx } from './identity-deps.ts'
import { WireError, faultCode } from './wire-error.ts'

const attempts = 4

/** Runs the story in one transaction, again from the start when the database asks for it (40001, 40P01). */
export async function inTransaction<T>(db: Database, story: (tx: Tx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction(story)
    } catch (thrown) {
      const code = faultCode(thrown)
      // the e-mail's unique index, reached by an UPDATE
      if (code === '23505') throw new WireError('EMAIL_EXISTS')
      if (attempt === attempts || (code !== '40001' && code !== '40P01')) throw thrown
    }
  }
}

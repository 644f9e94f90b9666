import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/**
 * Throws `own-terms` if an account is that of the person who gives it credit: the same one, or one with the same phone number or the same
 * mailbox, which most services also deliver to with a `+` and more before the `@`.
 */
export async function assertNotOwnTerms(tx: Transaction, userId: string, by: { id: string }): Promise<void> {
  const mailbox = (email: string) => sql`regexp_replace(${sql.raw(email)}, '\\+[^@]*@', '@')`
  const digits = (phone: string) => sql`regexp_replace(${sql.raw(phone)}, '\\D', '', 'g')`
  const { rows } = await tx.execute(sql`
    SELECT FROM users customer, users staff WHERE customer.id = ${userId} AND staff.id = ${by.id}
      AND (customer.id = staff.id OR ${mailbox('customer.email')} = ${mailbox('staff.email')}
        OR (${digits('staff.phone')} <> '' AND ${digits('customer.phone')} = ${digits('staff.phone')}))`)
  if (rows.length > 0) throw problem('own-terms')
}

import { sql } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'

/** Describes a person as staff know them. */
export interface Person {
  id: string
  /** In lower case. */
  email: string
  name: string
  phone: string
}

/**
 * Adds people who have no account yet. Signing in takes a mail to their address, so what staff say of it is its owner's. Violates
 * `users_email_live` if somebody has the address.
 */
export async function addPeople(tx: Transaction, people: readonly Person[]): Promise<void> {
  await tx.execute(sql`
    INSERT INTO users (id, email, display_name, phone, email_verified_at)
    SELECT id, email, name, phone, now()
    FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb) AS given (id uuid, email text, name text, phone text)`)
}

/**
 * Changes what staff know of people. With another address they have neither an account nor an invitation any more, which were of the one
 * before. Violates `users_email_live` if somebody has the address.
 */
export async function writePeople(tx: Transaction, people: readonly Person[]): Promise<void> {
  await tx.execute(sql`
    UPDATE users SET display_name = given.name, phone = given.phone, email = given.email,
      identity_uid = CASE WHEN users.email = given.email THEN identity_uid END,
      invited_at = CASE WHEN users.email = given.email THEN invited_at END
    FROM jsonb_to_recordset(${JSON.stringify(people)}::jsonb) AS given (id uuid, email text, name text, phone text)
    WHERE users.id = given.id AND (display_name, users.phone, users.email) IS DISTINCT FROM (given.name, given.phone, given.email)`)
}

/** Returns those of these people who have an account or were invited: they are not only what a file said. */
export async function findAccountHolders(tx: Transaction, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ id: string }>(sql`
    SELECT id FROM users WHERE id = ANY (${sql.param(ids)}::uuid[]) AND (identity_uid IS NOT NULL OR invited_at IS NOT NULL)`)
  return new Set(rows.map(({ id }) => id))
}

/** Deletes people with their addresses; violates a foreign key if anything else is theirs, such as an order. */
export async function deletePeople(tx: Transaction, ids: readonly string[]): Promise<void> {
  await tx.execute(sql`DELETE FROM addresses WHERE user_id = ANY (${sql.param(ids)}::uuid[])`)
  await tx.execute(sql`DELETE FROM users WHERE id = ANY (${sql.param(ids)}::uuid[])`)
}

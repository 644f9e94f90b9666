import { and, eq, isNull, type SQL, sql } from 'drizzle-orm'
import { type listCustomers, termsFilters } from '#contract/customers.ts'
import type { Query } from '#contract/endpoint.ts'
import { companyOf } from '#server/accounts/addresses/company-of.ts'
import { fullNameOf } from '#server/accounts/addresses/full-name.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { customerTerms } from '#server/customers/customers.tables.ts'
import { customerTags } from '#server/customers/tags/tags.tables.ts'
import { countFilters } from '#server/platform/database/count-filters.ts'
import { type DayRange, inDayRange } from '#server/platform/database/day-range.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import type { Page } from '#server/platform/database/pagination.ts'
import { allOf, readList, readWords } from '#server/platform/database/search.ts'
import { parseId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/http/problem.ts'

export type CustomerRow = Awaited<ReturnType<typeof selectCustomers>>[number]

function selectCustomers(db: Database | Transaction, where: SQL | undefined, order: SQL[], limit: number) {
  return db
    .select({
      id: users.id,
      user: users,
      fullName: fullNameOf(sql`users.id`, sql`users.display_name`),
      terms: customerTerms,
      company: companyOf(sql`users.id`),
    })
    .from(users)
    .leftJoin(customerTerms, eq(customerTerms.userId, users.id))
    .where(where)
    .orderBy(...order)
    .limit(limit)
}

interface CustomerFilter {
  q: string | undefined
  terms: Query<typeof listCustomers>['terms'] | undefined
  account: Query<typeof listCustomers>['account'] | undefined
  /** Selects the ids of those to find. */
  among: SQL | undefined
  /** The days on which the account was opened. */
  days: DayRange
  /** The id of a tag. */
  tag: string | undefined
  /** The buyers of the orders whose number is the search. */
  buyers?: readonly string[]
}

/** Returns the customers, newest first, and one row beyond the page. */
export function findCustomers(
  db: Database,
  page: Page,
  { q, terms, account, among, buyers = [], ...more }: CustomerFilter,
): Promise<CustomerRow[]> {
  const parts = spokenParts(q)
  // Few enough to be looked up by their ids.
  const named =
    buyers.length > 0
      ? sql`(${users}.words @@ ${allOf(parts)}::tsquery OR ${users.id} = ANY (${sql.param(buyers)}::uuid[]))`
      : undefined
  return readList(
    {
      keys: [users.createdAt, users.id],
      direction: 'descending',
      where: and(
        narrowed(more),
        terms && withTerms[terms],
        account && isUninvited,
        among && sql`${users.id} IN ${among}`,
        named,
      ),
      q,
      parts: named ? [] : parts,
      page,
    },
    (where, order, limit) => selectCustomers(db, where, order, limit),
  )
}

/** Matches a phone number among other words, which begins with `+` or `0`, or is all that is said. */
const phone = /(?:\+|(?<!\d)0)[\d\s()./-]{5,}\d|^\(?\d[\d\s()./-]{4,}\d$/

/**
 * Returns the parts of a search: a phone number is found by its digits, however they are divided, with its country or without. The words of
 * users have each number without the zeros in front, and without its first one to three digits.
 */
function spokenParts(q = ''): string[] {
  const parts = readWords(q).map(({ part }) => part)
  const said = q.trim()
  const [number] = phone.exec(said) ?? []
  if (number === undefined) return parts
  const digits = number.replace('(0)', '').replaceAll(/\D/g, '')
  const whole = digits.replace(/^0+/, '')
  const national = /^(?:\+|00)/.test(number) ? withoutCountry(whole) : whole
  const others = readWords(said.replace(number, ' ')).map(({ part }) => part)
  const ofPhone = [...new Set([whole, national])].filter((one) => one.length > 4).map((one) => `'${one}':*`)
  return ofPhone.length > 0 ? [`(${allOf(parts)}) | (${allOf([...others, ofPhone.join(' | ')])})`] : parts
}

/** Matches the codes of countries, of one to three digits, as ITU-T E.164 has assigned them. */
const countryCode = /^(?:[17]|2[07]|3[0-469]|4[013-9]|5[1-8]|6[0-6]|8[1246]|9[0-58]|\d{3})/

const withoutCountry = (digits: string) => digits.replace(countryCode, '')

const narrowed = ({ days, tag }: Pick<CustomerFilter, 'days' | 'tag'>): SQL | undefined =>
  and(
    isNull(users.removedAt),
    inDayRange(users.createdAt, days),
    tag === undefined
      ? undefined
      : sql`${users.id} IN (SELECT user_id FROM ${customerTags} WHERE tag_id = ${Number(tag)})`,
  )

/** Counts the customers of each filter, as `all` in all. */
export const countCustomers = (db: Database, filter: Pick<CustomerFilter, 'days' | 'tag'>) =>
  countFilters(
    db,
    ['all' as const, ...termsFilters, 'no-account' as const],
    (kind) => sql`${users} WHERE ${and(narrowed(filter), conditions[kind])}`,
  )

const withTerms = {
  active: sql`${users.id} IN (SELECT user_id FROM customer_terms WHERE is_active)`,
  owing: sql`${users.id} IN (SELECT user_id FROM customer_terms WHERE owed_cents > 0)`,
}

/** Those whom a file has added: they have neither an account nor an invitation. */
export const isUninvited = and(
  isNull(users.removedAt),
  isNull(users.disabledAt),
  isNull(users.identityUid),
  isNull(users.invitedAt),
)

const conditions = { all: undefined, ...withTerms, 'no-account': isUninvited }

/** Locks and returns a customer, so that nothing is written about one who is erased meanwhile. Throws `customer-not-found`. */
export async function lockCustomer(tx: Transaction, id: string): Promise<CustomerRow> {
  await tx.execute(sql`SELECT FROM users WHERE id = ${parseId(id, 'customer-not-found')} FOR NO KEY UPDATE`)
  return getCustomer(tx, id)
}

/** Returns a customer by id; throws `customer-not-found`. */
export async function getCustomer(db: Database | Transaction, id: string): Promise<CustomerRow> {
  const isCustomer = and(eq(users.id, parseId(id, 'customer-not-found')), isNull(users.removedAt))
  const [row] = await selectCustomers(db, isCustomer, [], 1)
  if (!row) throw problem('customer-not-found')
  return row
}

/** Returns the e-mail addresses of the accounts that were merged into a customer's. */
export async function findMergedEmails(db: Database, id: string): Promise<string[]> {
  const rows = await db
    .select({ email: users.email })
    .from(users)
    .where(and(eq(users.mergedInto, id), isNull(users.forgottenAt)))
    .orderBy(users.removedAt)
  return rows.map(({ email }) => email)
}

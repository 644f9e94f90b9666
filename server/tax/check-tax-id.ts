import { and, eq, lt, ne, or, sql } from 'drizzle-orm'
import { type Static, Type } from 'typebox'
import { Value } from 'typebox/value'
import { taxIds, taxRegistrations } from '#server/tax/tax.tables.ts'
import { isEuCountry } from '#server/tax/vat-area.ts'
import type { Database } from '#server/platform/database/database.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'

const timeoutMs = 3000
/** A verified number is asked for again after so many days: it may have been withdrawn. */
const recheckDays = 90

/** Describes what the register answers (VIES, REST); other fields are ignored. */
const Answer = Type.Object({
  valid: Type.Boolean(),
  requestDate: Type.Optional(Type.String()),
  requestIdentifier: Type.Optional(Type.String()),
  name: Type.Optional(Type.String()),
  address: Type.Optional(Type.String()),
})
const Failure = Type.Object({ errorWrappers: Type.Array(Type.Object({ error: Type.String() })) })

interface Finding {
  status: 'verified' | 'invalid' | 'unavailable'
  evidence: Record<string, unknown>
}

export interface VatRegister {
  /** The address of the register's REST interface. */
  url: string
  fetch: typeof fetch
  now: () => Date
}

/**
 * Asks the register about a buyer's number and keeps its answer as evidence. Throws if the register did not answer, so that the job is
 * repeated; what an admin decided stays.
 */
export async function checkTaxId(db: Database, register: VatRegister, id: string): Promise<void> {
  const [row] = await db.select().from(taxIds).where(eq(taxIds.id, id))
  if (row?.kind !== 'eu_vat' || row.evidence?.['source'] === 'admin') return
  const { status, evidence } = await askRegister(register, row.value, await findOwnNumber(db))
  // Without an answer, what the register said before stays true until it says something else.
  const isKept = status === 'unavailable' && row.status === 'verified'
  if (!isKept) {
    await db
      .update(taxIds)
      .set({ status, evidence: { source: 'vies', ...evidence }, checkedAt: register.now() })
      .where(and(eq(taxIds.id, id), sql`coalesce(${taxIds.evidence} ->> 'source', '') <> 'admin'`))
  }
  if (status === 'unavailable') throw new Error('The register of VAT numbers did not answer.')
}

/** Returns the shop's own number: with it, the register gives a consultation number, which is the proof of the question. */
async function findOwnNumber(db: Database): Promise<string | undefined> {
  const rows = await db.select().from(taxRegistrations).where(eq(taxRegistrations.scheme, 'normal'))
  return rows.find(({ country, number }) => isEuCountry(country) && /^[A-Z]{2}/.test(number))?.number
}

async function askRegister({ url, fetch: request }: VatRegister, value: string, own?: string): Promise<Finding> {
  const unavailable = (error: string): Finding => ({ status: 'unavailable', evidence: { error } })
  try {
    const response = await request(`${url}/check-vat-number`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept: 'application/json' },
      body: JSON.stringify({
        countryCode: value.slice(0, 2),
        vatNumber: value.slice(2),
        ...(own && { requesterMemberStateCode: own.slice(0, 2), requesterNumber: own.slice(2).replaceAll(/\W/g, '') }),
      }),
      signal: AbortSignal.timeout(timeoutMs),
    })
    const body: unknown = await response.json()
    if (Value.Check(Answer, body)) return { status: body.valid ? 'verified' : 'invalid', evidence: pick(body) }
    const errors = Value.Check(Failure, body) ? body.errorWrappers.map(({ error }) => error.slice(0, 100)) : []
    if (errors.includes('INVALID_INPUT')) return { status: 'invalid', evidence: { error: 'INVALID_INPUT' } }
    return unavailable(errors.join(', ') || `HTTP ${response.status}`)
  } catch (error) {
    return unavailable(error instanceof Error ? error.name : 'unknown')
  }
}

const pick = ({ requestDate, requestIdentifier, name, address }: Static<typeof Answer>) =>
  Object.fromEntries(
    Object.entries({ requestDate, requestIdentifier, name, address }).map(([part, text]) => [
      part,
      text?.slice(0, 500),
    ]),
  )

/** Enqueues the questions that the register has left open, and those whose answer is old. */
export async function recheckTaxIds(db: Database, jobs: Jobs, now: Date): Promise<void> {
  const before = (days: number) => new Date(now.getTime() - days * 24 * 3600 * 1000)
  const open = await db
    .select({ id: taxIds.id })
    .from(taxIds)
    .where(
      and(
        eq(taxIds.kind, 'eu_vat'),
        ne(taxIds.status, 'invalid'),
        sql`coalesce(${taxIds.evidence} ->> 'source', '') <> 'admin'`,
        or(
          eq(taxIds.status, 'unknown'),
          and(eq(taxIds.status, 'unavailable'), lt(taxIds.checkedAt, before(0.5))),
          and(eq(taxIds.status, 'verified'), lt(taxIds.checkedAt, before(recheckDays))),
        ),
      ),
    )
  for (const { id } of open) await db.transaction((tx) => jobs.enqueue(tx, 'check-tax-id', { id }))
}

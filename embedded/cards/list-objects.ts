import { and, asc, desc, eq, gt, gte, inArray, lt, lte, type SQL } from 'drizzle-orm'
import type { PgColumn, PgSelect, PgTable } from 'drizzle-orm/pg-core'
import { charges, disputes, events, paymentIntents, refunds, type Tx } from './cards.tables.ts'
import type { ParamReader } from './param-reader.ts'
import { presentEvent } from './present-event.ts'
import { presentPaymentIntent } from './present-payment-intent.ts'
import { showCharge, showDispute, showRefund } from './show-object.ts'
import { type Answer, type Call, ok } from './wire-call.ts'
import { badParam, missing } from './wire-error.ts'

/** GET /v1/payment_intents, newest first. */
export async function listPaymentIntents(tx: Tx, call: Call): Promise<Answer> {
  const customer = call.params.text('customer', 100)
  const page = await readPage(tx, call, paymentIntents, 'payment_intent', [
    customer ? eq(paymentIntents.customer, customer) : undefined,
  ])
  const rows = await page.bound(tx.select().from(paymentIntents).$dynamic())
  return page.answer(rows, (row) => presentPaymentIntent(row), '/v1/payment_intents')
}

/** GET /v1/refunds, of one charge or intent or of all. */
export async function listRefunds(tx: Tx, call: Call): Promise<Answer> {
  const charge = call.params.text('charge', 100)
  const intent = call.params.text('payment_intent', 100)
  const page = await readPage(tx, call, refunds, 'refund', [
    charge ? eq(refunds.chargeId, charge) : undefined,
    intent ? eq(refunds.paymentIntentId, intent) : undefined,
  ])
  const rows = await page.bound(tx.select().from(refunds).$dynamic())
  return page.answer(rows, (row) => showRefund(tx, row.id), '/v1/refunds')
}

/** GET /v1/charges, of one intent or of all. */
export async function listCharges(tx: Tx, call: Call): Promise<Answer> {
  const intent = call.params.text('payment_intent', 100)
  const page = await readPage(tx, call, charges, 'charge', [intent ? eq(charges.paymentIntentId, intent) : undefined])
  const rows = await page.bound(tx.select().from(charges).$dynamic())
  return page.answer(rows, (row) => showCharge(tx, row.id), '/v1/charges')
}

/** GET /v1/disputes, of one charge or intent or of all. */
export async function listDisputes(tx: Tx, call: Call): Promise<Answer> {
  const charge = call.params.text('charge', 100)
  const intent = call.params.text('payment_intent', 100)
  const page = await readPage(tx, call, disputes, 'dispute', [
    charge ? eq(disputes.chargeId, charge) : undefined,
    intent ? eq(disputes.paymentIntentId, intent) : undefined,
  ])
  const rows = await page.bound(tx.select().from(disputes).$dynamic())
  return page.answer(rows, (row) => showDispute(tx, row.id), '/v1/disputes')
}

/** GET /v1/events: what was said to the webhook, for those who missed it. */
export async function listEvents(tx: Tx, call: Call): Promise<Answer> {
  const type = call.params.text('type', 100)
  const types = call.params.list('types')
  const page = await readPage(tx, call, events, 'event', [
    type ? eq(events.type, type) : undefined,
    types ? inArray(events.type, types) : undefined,
  ])
  const rows = await page.bound(tx.select().from(events).$dynamic())
  return page.answer(rows, (row) => presentEvent(row), '/v1/events')
}

/** A table whose rows stand in the order in which they were made. */
type Listed = PgTable & { id: PgColumn; sequence: PgColumn; createdAt: PgColumn }

async function readPage(tx: Tx, call: Call, table: Listed, kind: string, filters: readonly (SQL | undefined)[]) {
  const { params } = call
  const limit = params.integer('limit') ?? 10
  if (limit < 1 || limit > 100)
    throw badParam('limit', 'This value must be between 1 and 100.', 'parameter_invalid_integer')
  const after = params.text('starting_after', 100)
  const before = params.text('ending_before', 100)
  const created = readCreated(params, table.createdAt)
  params.done()
  const anchor = after || before
  const [mark] = anchor ? await tx.select({ at: table.sequence }).from(table).where(eq(table.id, anchor)) : []
  if (anchor && mark === undefined) throw missing(kind, anchor, after ? 'starting_after' : 'ending_before')
  const beyond = mark && (after ? lt(table.sequence, mark.at) : gt(table.sequence, mark.at))
  const backwards = !after && Boolean(before)

  return {
    /** One row more than asked for tells whether there are more. */
    bound: <Query extends PgSelect>(query: Query): Query =>
      query
        .where(and(...filters, ...created, beyond))
        .orderBy(backwards ? asc(table.sequence) : desc(table.sequence))
        .limit(limit + 1),
    async answer<Row>(rows: readonly Row[], present: (row: Row) => unknown, url: string): Promise<Answer> {
      const data: unknown[] = []
      for (const row of rows.slice(0, limit)) data.push(await present(row))
      return ok({ object: 'list', data: backwards ? data.reverse() : data, has_more: rows.length > limit, url })
    },
  }
}

function readCreated(params: ParamReader, column: PgColumn): (SQL | undefined)[] {
  const compare = { gt, gte, lt, lte }
  const exact = params.isText('created') ? params.integer('created') : undefined
  if (exact !== undefined) return [eq(column, new Date(exact * 1000))]
  const range = params.object('created')
  return Object.entries(compare).map(([name, comparison]) => {
    const seconds = range?.integer(name)
    return seconds === undefined ? undefined : comparison(column, new Date(seconds * 1000))
  })
}

import type pg from 'pg'
import { type Facts, type OrderFact, readFacts } from './facts.ts'
import type { Model } from './model.ts'

/** Returns the violated invariants of one buyer's orders at the end, as sentences. */
export async function findViolations(pool: pg.Pool, { buyer, productId, orders }: Model): Promise<string[]> {
  const facts = await readFacts(pool, { buyer, productId })
  const violations: string[] = []
  if (facts.available < 0) violations.push('Stock is below zero.')
  const moved = sum(facts.movements, ({ available_change: change }) => change)
  if (facts.available !== moved) violations.push(`Stock is ${facts.available}, its movements say ${moved}.`)
  const onShelf = sum(facts.movements, ({ shelf_change: change }) => change)
  if (facts.available + facts.held !== onShelf)
    violations.push(`${facts.available} units are available and ${facts.held} held, ${onShelf} are on the shelf.`)
  for (const order of facts.orders) {
    const reported = orders.find(({ id }) => id === order.id)
    const invariants = [
      ...moneyViolations(order, facts, reported?.intents ?? new Map()),
      ...stockViolations(order, facts),
      ...timelineViolations(order, facts),
    ]
    if (reported?.acknowledged.has('cancelled') && !order.cancelled_at)
      invariants.push('it was cancelled, and is not any more')
    if (reported?.acknowledged.has('paid') && !order.paid_at) invariants.push('it was paid, and is not any more')
    if (reported?.acknowledged.has('shipped') && !reported.mayBeUndone && !order.shipped_at)
      invariants.push('it was shipped, and is not any more')
    violations.push(
      ...invariants.map((invariant) => `Order ${order.id} (${JSON.stringify(stateOf(order))}): ${invariant}.`),
    )
  }
  return violations
}

function* moneyViolations(order: OrderFact, facts: Facts, secrets: ReadonlyMap<string, string>): Generator<string> {
  const intents = facts.intents.filter(({ order_id }) => order_id === order.id)
  const arrived = intents.filter(({ status }) => status === 'succeeded')
  const own = arrived.find(({ id }) => id === order.transaction_id)
  if (Boolean(order.paid_at) !== (own !== undefined)) yield 'it is paid without its money, or has its money unpaid'
  if (own && own.received !== order.total_cents - order.credited_cents)
    yield `it was paid with ${own.received} of ${order.total_cents - order.credited_cents}`
  if (own && own.back !== order.refund_asked_cents)
    yield `the provider sends ${own.back} back, the order says ${order.refund_asked_cents}`
  if (own && own.arrived !== order.refunded_cents)
    yield `the provider has sent ${own.arrived} back, the order says ${order.refunded_cents}`
  if (
    Boolean(order.refunded_at) !==
    (order.paid_at !== null && order.refunded_cents === order.total_cents - order.credited_cents)
  )
    yield 'it is refunded in part only, or not refunded though all money has gone back'
  if (facts.refunds.some(({ intent_id, origin }) => intent_id === order.transaction_id && origin === 'shop'))
    yield 'its own money was sent back, without a refund'
  for (const { id, received, back } of arrived) {
    if (id === order.transaction_id) continue
    const payment = facts.payments.find(({ intent_id }) => intent_id === id)
    // The provider took it and could not send it, or the buyer's bank has taken the money.
    const isGivenUp = facts.refunds.some(
      ({ intent_id, state, failure, provider_refund_id: taken }) =>
        intent_id === id && state === 'failed' && (taken !== null || /charged back/.test(failure ?? '')),
    )
    if (payment?.held_at || isGivenUp) continue
    if (back !== received) yield `money that pays nothing (${id}, ${received}) has not gone back (${back})`
  }
  const ended = order.cancelled_at !== null || order.expired_at !== null || order.paid_at !== null
  for (const { id, status } of intents) {
    // An intent opened by a dying process is unused if its secret was not handed out.
    const isKnown = secrets.has(id) || facts.payments.some(({ intent_id }) => intent_id === id)
    if (ended && isKnown && !['canceled', 'succeeded'].includes(status))
      yield `it has ended, and payment ${id} can still be made`
  }
  const unfinished = facts.refunds.filter(({ order_id, state }) => order_id === order.id && state === 'requested')
  if (unfinished.length > 0) yield 'a refund was never sent'
}

function* stockViolations(order: OrderFact, facts: Facts): Generator<string> {
  const held = -sum(
    facts.movements.filter(({ order_id }) => order_id === order.id),
    ({ available_change: change }) => change,
  )
  const ofOrder = facts.refunds.filter(({ intent_id }) => intent_id === order.transaction_id)
  const restocked = sum(
    ofOrder.filter(({ state }) => state !== 'failed'),
    ({ restocked_quantity }) => restocked_quantity,
  )
  const failedRestock = ofOrder.some(({ state, restocked_quantity }) => state === 'failed' && restocked_quantity > 0)
  const due = !order.paid_at && (order.cancelled_at || order.expired_at) ? 0 : order.units - restocked
  if (order.awaiting_stock_since) {
    if (held > due || held < 0) yield `it waits for stock and holds ${held} of ${due} units`
  } else if ((order.first_shipped_at ?? order.refunded_at) && failedRestock) {
    // Units that a failed refund put into stock stay there once nothing is owed any more.
    if (held > due || held < 0) yield `it was shipped, in part or whole, or refunded, and holds ${held} of ${due} units`
  } else if (held !== due) yield `it holds ${held} units instead of ${due}`
}

/** Maps each event to its allowed state transitions. */
const moves: Record<string, readonly (readonly [from: string, to: string])[]> = {
  paid: [['unpaid', 'paid']],
  paid_late: [['expired', 'paid']],
  paid_short: [['expired', 'short']],
  allocated: [['short', 'paid']],
  // Each parcel is one; `checkShipments` adds them up.
  shipped: [['paid', 'paid']],
  cancelled: [['unpaid', 'cancelled']],
  expired: [['unpaid', 'expired']],
}

function* timelineViolations(order: OrderFact, facts: Facts): Generator<string> {
  const timeline = facts.events.filter(({ order_id }) => order_id === order.id)
  const kinds = timeline.map(({ kind }) => kind)
  const settled = kinds.filter((kind) => ['paid', 'paid_late', 'paid_short'].includes(kind)).length
  if (settled !== (order.paid_at ? 1 : 0)) yield `it was settled ${settled} times`
  const receipts = mailsAbout(order, facts, ['order-paid', 'order-paid-short'])
  if (receipts !== settled) yield `${receipts} receipts went out`
  const refundMails = mailsAbout(order, facts, ['order-refunded', 'payment-returned'])
  const refunded = kinds.filter((kind) => kind === 'refunded').length
  if (refundMails !== refunded) yield `${refundMails} mails tell of ${refunded} refunds`
  let state = 'unpaid'
  let disputes = 0
  for (const { kind, facts: output } of timeline) {
    if (kind === 'dispute_opened') disputes += 1
    if (kind === 'dispute_closed' && output.reason === 'won') disputes -= 1
    if (kind === 'shipped' && disputes > 0) yield 'it was shipped while disputed'
    // A refund that failed may have given units away: the order is short again.
    if (kind === 'refund_failed' && state === 'paid' && order.awaiting_stock_since) state = 'short'
    const known = moves[kind]
    if (known === undefined) continue
    const move = known.find(([from]) => from === state)
    if (move === undefined) yield `it went from ${state} to ${kind}: ${kinds.join(', ')}`
    else state = move[1]
  }
}

const mailsAbout = (order: OrderFact, facts: Facts, kinds: readonly string[]): number =>
  facts.mails.filter(({ kind, text_body: text }) => kinds.includes(kind) && text.includes(`Order BY-${order.number}.`))
    .length

const stateOf = (order: OrderFact) =>
  Object.entries(order)
    .filter(([name, value]) => name.endsWith('_at') && value !== null && name !== 'placed_at' && name !== 'expires_at')
    .map(([name]) => name.replace('_at', ''))

function sum<Item>(items: readonly Item[], amountOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + amountOf(item), 0)
}

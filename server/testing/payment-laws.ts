import type pg from 'pg'

interface Facts {
  orders: OrderFact[]
  events: { order_id: string; kind: string; facts: { reason?: string } }[]
  movements: { order_id: string | null; quantity: number }[]
  available: number
  payments: { intent_id: string; order_id: string; succeeded_at: string | null; held_at: string | null }[]
  refunds: {
    order_id: string
    intent_id: string
    amount_cents: number
    state: string
    failure: string | null
    provider_refund_id: string | null
    origin: string
    restocked_quantity: number
  }[]
  intents: { id: string; order_id: string; status: string; received: number; back: number; arrived: number }[]
  mails: { kind: string; text_body: string }[]
}

interface OrderFact {
  id: string
  total_cents: number
  units: number
  paid_at: string | null
  transaction_id: string | null
  shipped_at: string | null
  cancelled_at: string | null
  expired_at: string | null
  refunded_at: string | null
  awaiting_stock_since: string | null
  refund_asked_cents: number
  refunded_cents: number
}

interface Told {
  buyer: { id: string; email: string }
  productId: string
  orders: readonly {
    id: string
    acknowledged: ReadonlySet<'cancelled' | 'paid' | 'shipped'>
    /** By the id of the payment, the secret with which anybody can make it. */
    intents: ReadonlyMap<string, string>
  }[]
}

const query = `
  WITH mine AS (SELECT * FROM orders WHERE buyer_id = $1),
  intents AS (
    SELECT i.id, metadata->>'order_id' AS order_id, i.status, i.amount_received_cents AS received,
      (SELECT coalesce(sum(r.amount_cents), 0) FROM cards.refunds r
       WHERE r.payment_intent_id = i.id AND r.status IN ('pending', 'succeeded')) AS back,
      (SELECT coalesce(sum(r.amount_cents), 0) FROM cards.refunds r
       WHERE r.payment_intent_id = i.id AND r.status = 'succeeded') AS arrived
    FROM cards.payment_intents i WHERE metadata->>'order_id' IN (SELECT id::text FROM mine))
  SELECT json_build_object(
    'orders', (SELECT json_agg(to_jsonb(mine) || jsonb_build_object('units',
        (SELECT sum(quantity) FROM order_lines WHERE order_id = mine.id))) FROM mine),
    'events', (SELECT json_agg(e ORDER BY e.id) FROM order_events e WHERE order_id IN (SELECT id FROM mine)),
    'movements', (SELECT json_agg(m) FROM stock_movements m WHERE product_id = $2),
    'available', (SELECT available_quantity FROM products WHERE id = $2),
    'payments', (SELECT json_agg(p) FROM payments p WHERE order_id IN (SELECT id FROM mine)),
    'refunds', (SELECT json_agg(r) FROM refunds r WHERE order_id IN (SELECT id FROM mine)),
    'intents', (SELECT json_agg(i) FROM intents i),
    'mails', (SELECT json_agg(o) FROM outbox o WHERE recipient = $3)) AS facts`

/** Which laws of money and stock the orders of one buyer break, once everything has come to rest; in sentences. */
export async function brokenLaws(pool: pg.Pool, { buyer, productId, orders }: Told): Promise<string[]> {
  const { rows } = await pool.query<{ facts: { [Name in keyof Facts]: Facts[Name] | null } }>(query, [
    buyer.id,
    productId,
    buyer.email,
  ])
  const found = rows[0]?.facts
  const facts: Facts = {
    orders: found?.orders ?? [],
    events: found?.events ?? [],
    movements: found?.movements ?? [],
    available: found?.available ?? 0,
    payments: found?.payments ?? [],
    refunds: found?.refunds ?? [],
    intents: found?.intents ?? [],
    mails: found?.mails ?? [],
  }
  const broken: string[] = []
  if (facts.available < 0) broken.push('Stock is below zero.')
  if (facts.available !== sum(facts.movements, ({ quantity }) => quantity))
    broken.push(`Stock is ${facts.available}, its movements say ${sum(facts.movements, ({ quantity }) => quantity)}.`)
  for (const order of facts.orders) {
    const told = orders.find(({ id }) => id === order.id)
    const laws = [
      ...moneyLaws(order, facts, told?.intents ?? new Map()),
      ...stockLaws(order, facts),
      ...storyLaws(order, facts),
    ]
    if (told?.acknowledged.has('cancelled') && !order.cancelled_at) laws.push('it was cancelled, and is not any more')
    if (told?.acknowledged.has('paid') && !order.paid_at) laws.push('it was paid, and is not any more')
    if (told?.acknowledged.has('shipped') && !order.shipped_at) laws.push('it was shipped, and is not any more')
    broken.push(...laws.map((law) => `Order ${order.id} (${JSON.stringify(stateOf(order))}): ${law}.`))
  }
  return broken
}

function* moneyLaws(order: OrderFact, facts: Facts, secrets: ReadonlyMap<string, string>): Generator<string> {
  const intents = facts.intents.filter(({ order_id }) => order_id === order.id)
  const arrived = intents.filter(({ status }) => status === 'succeeded')
  const own = arrived.find(({ id }) => id === order.transaction_id)
  if (Boolean(order.paid_at) !== (own !== undefined)) yield 'it is paid without its money, or has its money unpaid'
  if (own && own.received !== order.total_cents) yield `it was paid with ${own.received} of ${order.total_cents}`
  if (own && own.back !== order.refund_asked_cents)
    yield `the provider sends ${own.back} back, the order says ${order.refund_asked_cents}`
  if (own && own.arrived !== order.refunded_cents)
    yield `the provider has sent ${own.arrived} back, the order says ${order.refunded_cents}`
  if (Boolean(order.refunded_at) !== (order.paid_at !== null && order.refunded_cents === order.total_cents))
    yield 'it is refunded in part only, or not refunded though all money has gone back'
  if (facts.refunds.some(({ intent_id, origin }) => intent_id === order.transaction_id && origin === 'shop'))
    yield 'its own money was sent back, though nobody had asked for that'
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
    // One that a dying process has opened and told nobody of is of no use to anybody.
    const isKnown = secrets.has(id) || facts.payments.some(({ intent_id }) => intent_id === id)
    if (ended && isKnown && !['canceled', 'succeeded'].includes(status))
      yield `it has ended, and payment ${id} can still be made`
  }
  const unfinished = facts.refunds.filter(({ order_id, state }) => order_id === order.id && state === 'requested')
  if (unfinished.length > 0) yield 'a refund was never sent'
}

function* stockLaws(order: OrderFact, facts: Facts): Generator<string> {
  const held = -sum(
    facts.movements.filter(({ order_id }) => order_id === order.id),
    ({ quantity }) => quantity,
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
  } else if (order.shipped_at && failedRestock) {
    if (held > due || held < 0) yield `it was shipped and holds ${held} of ${due} units`
  } else if (held !== due) yield `it holds ${held} units instead of ${due}`
}

/** From which state each thing may happen, and to which it leads. */
const moves: Record<string, readonly (readonly [from: string, to: string])[]> = {
  paid: [['unpaid', 'paid']],
  paid_late: [['expired', 'paid']],
  paid_short: [['expired', 'short']],
  allocated: [['short', 'paid']],
  shipped: [['paid', 'shipped']],
  cancelled: [['unpaid', 'cancelled']],
  expired: [['unpaid', 'expired']],
}

function* storyLaws(order: OrderFact, facts: Facts): Generator<string> {
  const story = facts.events.filter(({ order_id }) => order_id === order.id)
  const kinds = story.map(({ kind }) => kind)
  const settled = kinds.filter((kind) => ['paid', 'paid_late', 'paid_short'].includes(kind)).length
  if (settled !== (order.paid_at ? 1 : 0)) yield `it was settled ${settled} times`
  const receipts = mailsAbout(order, facts, ['order-paid', 'order-paid-short'])
  if (receipts !== settled) yield `${receipts} receipts went out`
  const refundMails = mailsAbout(order, facts, ['order-refunded', 'payment-returned'])
  const refunded = kinds.filter((kind) => kind === 'refunded').length
  if (refundMails !== refunded) yield `${refundMails} mails tell of ${refunded} refunds`
  let state = 'unpaid'
  let disputes = 0
  for (const { kind, facts: said } of story) {
    if (kind === 'dispute_opened') disputes += 1
    if (kind === 'dispute_closed' && said.reason === 'won') disputes -= 1
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
  facts.mails.filter(({ kind, text_body: text }) => kinds.includes(kind) && text.includes(order.id)).length

const stateOf = (order: OrderFact) =>
  Object.entries(order)
    .filter(([name, value]) => name.endsWith('_at') && value !== null && name !== 'placed_at' && name !== 'expires_at')
    .map(([name]) => name.replace('_at', ''))

function sum<Item>(items: readonly Item[], amountOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + amountOf(item), 0)
}

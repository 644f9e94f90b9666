import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { decideDispute } from '#embedded/cards/testing/decide-dispute.ts'
import { closeUnpaidOrder } from '#server/orders/close-unpaid-order.ts'
import { expireOrders } from '#server/orders/expire-orders.ts'
import { reconcilePayments } from '#server/payments/reconcile-payments.ts'
import { releasePayment } from '#server/payments/release-payment.ts'
import { confirmation } from '#server/testing/pay-with-card.ts'
import { type Command, testCards } from './commands.ts'
import type { KnownOrder, Model } from './model.ts'
import { agePayments, deliver, passTimeAtProvider } from './provider-events.ts'
import type { ShopProcesses } from './shop-processes.ts'

type OrderCommand = Exclude<Command, { do: 'at-once' | 'cut' | 'place' }>
type CommandOf<Name> = Extract<OrderCommand, { do: Name }>

export const priceCents = 1234

/** Performs a command at the shop and notes in the model what the shop acknowledges. Throws if it believes a lie. */
export async function performCommand(shop: ShopProcesses, model: Model, command: Command): Promise<void> {
  if (command.do === 'at-once') {
    await Promise.all(command.commands.map((each) => performCommand(shop, model, each)))
  } else if (command.do === 'place') {
    await place(shop, model, command)
  } else if (command.do === 'cut') {
    await delay(command.afterMs)
    await shop.cut()
  } else {
    const order = model.orders[command.order % Math.max(1, model.orders.length)]
    if (order !== undefined) await performForOrder(shop, model, order, command)
  }
}

async function performForOrder(shop: ShopProcesses, model: Model, order: KnownOrder, command: OrderCommand) {
  const { buyer } = model
  const { admin } = shop.first
  switch (command.do) {
    case 'open':
      return void (await openPayment(shop, model, order))
    case 'pay':
      return pay(shop, model, order, testCards[command.card])
    case 'answer-bank':
      return answerBank(shop, order, command.outcome)
    case 'claim':
      return claim(shop, model, order, command.transaction)
    case 'deliver':
      return deliver(shop, order, command)
    case 'cancel': {
      const { status } = await shop.call('DELETE', `/orders/${order.id}`, buyer)
      if (status === 200) order.acknowledged.add('cancelled')
      return undefined
    }
    case 'expire': {
      await shop.db.execute(sql`UPDATE orders SET expires_at = now() - interval '1 second' WHERE id = ${order.id}`)
      const release = (id: string) => releasePayment(shop.next().db, shop.jobDeps(), id)
      return shop.runJob((db, deps) => expireOrders(db, { ...deps, releasePayment: release }))
    }
    case 'close-unasked': {
      const closing = { as: command.as, by: command.as === 'cancelled' ? buyer : undefined }
      return shop.runJob((db) => closeUnpaidOrder(db, order.id, closing))
    }
    case 'reconcile':
      await agePayments(shop, model)
      return shop.runJob(reconcilePayments)
    case 'refund':
      return refund(shop, order, command)
    case 'refund-at-provider':
      for (const payment_intent of order.intents.keys()) {
        const amount = shareOf(order, command.quarters)
        await shop.atProvider((stripe) => stripe.refunds.create({ payment_intent, amount }))
      }
      return undefined
    case 'refund-held':
      for (const id of order.intents.keys()) await shop.call('POST', `/held-payments/${id}/refund`, admin)
      return undefined
    case 'ship': {
      const { status } = await shop.call('PATCH', `/ship-order/${order.id}`, admin)
      if (status === 200) order.acknowledged.add('shipped')
      return undefined
    }
    case 'ship-part': {
      const body = { lines: [{ line: command.line, units: command.units }] }
      const { shipment } = (await shop.call('POST', `/order/${order.id}/shipments`, admin, body)).body
      if (shipment) order.parcels.push(shipment._id)
      return undefined
    }
    case 'undo': {
      order.mayBeUndone = true
      const parcel = order.parcels.at(-1)
      if (parcel !== undefined) await shop.call('POST', `/order/${order.id}/shipments/${parcel}/undo`, admin)
      return undefined
    }
    case 'allocate':
      return void (await shop.call('POST', `/order/${order.id}/allocate`, admin))
    case 'change-amount':
      await openPayment(shop, model, order)
      for (const id of order.intents.keys())
        await shop.db.execute(sql`UPDATE cards.payment_intents SET amount_cents = ${order.units * priceCents + 100}
          WHERE id = ${id} AND status IN ('requires_payment_method', 'requires_action')`)
      return undefined
    case 'decide-dispute':
      for (const id of order.intents.keys()) await shop.db.transaction((tx) => decideDispute(tx, id, command.outcome))
      return undefined
    case 'time-passes-at-provider':
      return passTimeAtProvider(shop, order)
  }
}

/** Places an order; its units are spread over as many lines of the product as it has units for. */
async function place(
  shop: ShopProcesses,
  { buyer, productId, orders }: Model,
  { units, lines }: { units: number; lines: number },
): Promise<void> {
  if (orders.length === 2) return
  const rest = Math.min(lines, units) - 1
  const quantities = [units - rest, ...Array.from({ length: rest }, () => 1)]
  const body = {
    ...(rest === 0
      ? { productId, quantity: units }
      : { lines: quantities.map((quantity) => ({ productId, quantity })) }),
    address: '1 Test Street',
    phoneNumber: '5550100',
  }
  const { _id: id } = (await shop.call('POST', '/orders', buyer, body)).body
  if (id !== undefined) orders.push({ id, units, intents: new Map(), acknowledged: new Set(), parcels: [] })
}

async function openPayment(shop: ShopProcesses, { buyer }: Model, order: KnownOrder): Promise<string | undefined> {
  const { clientSecret } = (await shop.call('POST', '/create-payment-intent', buyer, { orderId: order.id })).body
  if (clientSecret !== undefined) order.intents.set(intentOf(clientSecret), clientSecret)
  // A window that was opened earlier pays with what it has.
  return clientSecret ?? [...order.intents.values()].at(-1)
}

const intentOf = (secret: string) => secret.split('_secret_')[0] ?? ''

async function pay(shop: ShopProcesses, model: Model, order: KnownOrder, card: string): Promise<void> {
  const secret = await openPayment(shop, model, order)
  if (secret === undefined) return
  const fields = Object.fromEntries(confirmation(secret, card))
  await shop.sendForm(`/v1/payment_intents/${intentOf(secret)}/confirm`, fields)
}

async function answerBank(shop: ShopProcesses, order: KnownOrder, outcome: string): Promise<void> {
  for (const [id, client_secret] of order.intents) {
    const intent = await shop.atProvider((stripe) => stripe.paymentIntents.retrieve(id))
    const asked = intent?.next_action?.use_stripe_sdk
    if (!asked || !('three_d_secure_2_source' in asked)) continue
    const source = String(asked.three_d_secure_2_source)
    await shop.sendForm(`/v1/payment_intents/${id}/challenge`, { client_secret, source, outcome })
  }
}

/** Reports a payment of one's own, of another order, of another buyer (any that was paid before), or an invented one. */
async function claim(shop: ShopProcesses, model: Model, order: KnownOrder, whose: CommandOf<'claim'>['transaction']) {
  const another = model.orders.find((each) => each !== order)
  const transactionId = {
    own: [...order.intents.keys()].at(-1),
    'another-orders': another && [...another.intents.keys()].at(-1),
    strangers: shop.paidElsewhere.find(({ buyerId }) => buyerId !== model.buyer.id)?.id,
    'made-up': `pi_3${crypto.randomUUID().replaceAll('-', '').slice(0, 23)}`,
  }[whose]
  if (transactionId === undefined) return
  const { status } = await shop.call('PATCH', `/order/${order.id}`, model.buyer, { transactionId })
  if (status !== 200) return
  if (whose !== 'own') throw new Error(`A claim of a ${whose} transaction was believed.`)
  order.acknowledged.add('paid')
  if (shop.paidElsewhere.length < 50) shop.paidElsewhere.push({ id: transactionId, buyerId: model.buyer.id })
}

/** Refunds as an admin, often twice; one idempotency key makes it one refund. */
async function refund(shop: ShopProcesses, order: KnownOrder, { quarters, restock }: CommandOf<'refund'>) {
  const body = {
    ...(quarters === 4 ? {} : { amount: shareOf(order, quarters) / 100 }),
    reason: 'requested_by_customer',
    restockUnits: restock,
  }
  const headers = { 'idempotency-key': crypto.randomUUID() }
  const request = () => shop.call('POST', `/order/${order.id}/refunds`, shop.first.admin, body, headers)
  const responses = await Promise.all(quarters % 2 === 0 ? [request(), request()] : [request()])
  const created = new Set(responses.flatMap((response) => response.body.refund?._id ?? []))
  if (created.size > 1) throw new Error('One request was refunded twice.')
}

const shareOf = ({ units }: KnownOrder, quarters: number) => Math.ceil((units * priceCents * quarters) / 4)

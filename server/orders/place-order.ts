import { and, eq, isNotNull } from 'drizzle-orm'
import { toAmount } from '#contract/currency.ts'
import { currentStore } from '#contract/current-store.ts'
import type { paymentMethods } from '#contract/orders.ts'
import type { ProblemCode } from '#contract/problem.ts'
import type { ChosenVehicle } from '#contract/chosen-vehicle.ts'
import type { RefusedLine } from '#contract/assess-line.ts'
import type { Buyer } from '#server/accounts/find-buyer.ts'
import { findTokenUsers } from '#server/accounts/find-user.ts'
import { assertPayable } from '#server/orders/assert-payable.ts'
import { findOrderByKey, type OrderRow } from '#server/orders/find-orders.ts'
import { findTerms } from '#server/customers/find-terms.ts'
import type { NewOrder, Ordering } from '#server/orders/insert-order.ts'
import { listOrderLines } from '#server/orders/order-lines.ts'
import { maxOpenOrders } from '#server/orders/order-rules.ts'
import { orders, type OrderTerms } from '#server/orders/orders.tables.ts'
import { quoteOrder } from '#server/orders/quote-order.ts'
import type { Database } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { awaitCommits } from '#server/platform/database/await-commits.ts'
import { Problem, problem } from '#server/platform/http/problem.ts'
import { judgeLines } from '#server/vehicles/judge-products.ts'
import { findBuyerTaxNumber } from '#server/tax/find-buyer-tax-number.ts'

export type PlaceOrderInput = Omit<
  NewOrder,
  | 'id'
  | 'buyerId'
  | 'buyerEmail'
  | 'amounts'
  | 'terms'
  | 'byTransfer'
  | 'reservedDays'
  | 'placedBy'
  | 'acceptedTerms'
  | 'currency'
> & {
  /** Returns the address of the terms of sale that were accepted; throws `terms-changed` or `terms-not-accepted`. */
  acceptTerms: () => Promise<string | undefined>
  /** Whether the lines were sent as a list: then a refusal lists all that are refused. */
  isList: boolean
  payBy: (typeof paymentMethods)[number]
  /** The code of a discount. */
  code: string | undefined
  /** The id of a shipping method. */
  shippingMethod: string | undefined
  /** The vehicle that the buyer has chosen. */
  vehicle: ChosenVehicle | undefined
}

/** Limits how often an order is tried whose prices or charges change again and again. */
const maxAttempts = 5

/** Returns for how many days an order waits that its buyer can pay by card only later. */
export const cardDays = (): number => currentStore().transferDays ?? linkDays

/** For how many days an order by staff waits to be paid by card in a shop that takes no transfers, which wait for as long as it says. */
const linkDays = 7

/**
 * Places an unpaid order and reserves its stock: both or neither. With an idempotency key, a repeated request returns the first
 * order. Throws the problems of the endpoint.
 */
export async function placeOrder(
  db: Database,
  ordering: Ordering,
  buyer: Buyer,
  input: PlaceOrderInput,
  attempt = 1,
): Promise<OrderRow> {
  try {
    // Here, since a repeated call returns the first order whatever the terms are by then.
    const acceptedTerms = await input.acceptTerms()
    const reservedDays = findReservedDays(buyer, input)
    const terms = input.payBy === 'invoice' ? await findOrderTerms(db, buyer, input) : undefined
    const charged = await chargeOrder(db, ordering, buyer, input)
    const {
      isList: _,
      payBy: __,
      code: ___,
      shippingMethod: ____,
      acceptTerms: _____,
      vehicle: ______,
      ...wanted
    } = input
    const order = {
      ...wanted,
      ...charged,
      id: newId(),
      buyerId: buyer.id,
      buyerEmail: buyer.email,
      currency: charged.amounts.currency,
      terms,
      byTransfer: input.payBy === 'transfer',
      reservedDays,
      placedBy: buyer.staff,
      acceptedTerms,
    }
    return (await ordering.insertOrder(order)) ?? (await throwRefusal(db, ordering, buyer, input, attempt))
  } catch (error) {
    // A repeated call finds a cart without the lines, and a discount without the use, that the first one took.
    const before = await findEarlier(db, buyer, input)
    if (before) return before
    throw buyer.staff ? forStaff(error) : error
  }
}

/** Maps refusals that speak to a buyer to those that speak to staff who order for one. */
const refusalsForStaff: Readonly<Partial<Record<ProblemCode, ProblemCode>>> = {
  'terms-not-allowed': 'customer-without-terms',
  'po-number-needed': 'customer-needs-po-number',
  'credit-limit-reached': 'customer-above-credit-limit',
}

function forStaff(error: unknown): unknown {
  const code = error instanceof Problem ? refusalsForStaff[error.code] : undefined
  return error instanceof Problem && code ? problem(code, error.facts) : error
}

/** Calculates what an order costs. Throws `delivery-needed`, `shipping-method-needed`, `price-changed`, `vehicle-not-found` and what `quoteOrder` throws. */
async function chargeOrder(
  db: Database,
  { charging }: Ordering,
  buyer: Buyer,
  input: PlaceOrderInput,
): Promise<Pick<NewOrder, 'lines' | 'amounts'>> {
  const { lines, code, payBy, shippingMethod, delivery, language, expectedTotalCents, vehicle } = input
  const { country, region = '', postalCode = '' } = delivery ?? { country: undefined }
  const place = country === undefined ? undefined : { country, region, postalCode }
  const quote = await quoteOrder(
    db,
    charging,
    { lines, code, shippingMethod, place, language, buyerId: buyer.id, ip: buyer.ip },
    (refused) => refusalOf(refused, input),
  )
  if (quote.needs.includes('place')) throw problem('delivery-needed')
  if (quote.needs.includes('shippingMethod')) throw problem('shipping-method-needed')
  const { totalCents } = quote.amounts
  if (expectedTotalCents !== undefined && expectedTotalCents !== totalCents) {
    const price = input.isList ? undefined : quote.lines[0]?.priceCents
    throw problem('price-changed', {
      total: toAmount(totalCents),
      ...(price !== undefined && { price: toAmount(price) }),
    })
  }
  // Only a discount makes an order free, which is paid as it is placed: a few parts of less than half a cent are not.
  if (totalCents > 0 || !quote.amounts.discount) assertPayable(payBy, totalCents)
  const fit = vehicle && (await judgeLines(db, vehicle, lines))
  return {
    lines: lines.map((line, index) => ({
      ...line,
      ...fit?.(line),
      unitPriceCents: quote.lines[index]?.priceCents,
      pricePer: quote.lines[index]?.pricePer,
    })),
    amounts: {
      ...quote.amounts,
      chargesVersion: quote.chargesVersion,
      buyerTaxNumber: await findBuyerTaxNumber(db, { buyerId: buyer.id, groups: quote.amounts.taxes, at: new Date() }),
    },
  }
}

/** Returns for how many days an order waits for its money, undefined for the time that a card takes; throws `transfer-not-offered`. */
function findReservedDays({ staff }: Buyer, { payBy }: PlaceOrderInput): number | undefined {
  const { transferDays } = currentStore()
  if (payBy === 'transfer' && transferDays === undefined) throw problem('transfer-not-offered')
  if (payBy === 'transfer') return transferDays
  // The buyer gets a link to pay by mail.
  return staff && cardDays()
}

/** Returns the terms of a buyer on account; throws `terms-not-allowed` or `po-number-needed`. */
async function findOrderTerms(db: Database, buyer: Buyer, { poNumber }: PlaceOrderInput): Promise<OrderTerms> {
  const terms = await findTerms(db, buyer.id)
  if (!terms) throw problem('terms-not-allowed')
  if (terms.poRequired && !/[\p{L}\p{N}]/u.test(poNumber ?? '')) throw problem('po-number-needed')
  return { netDays: terms.netDays }
}

/** Makes the refusal of lines: all of a list, the first one of an order of one product. */
export function refusalOf(refused: RefusedLine[], { isList }: Pick<PlaceOrderInput, 'isList'>): Error {
  const [first] = refused
  if (!first || isList) return problem('lines-refused', { count: refused.length }, undefined, refused)
  return problem(first.code, factsOf(first))
}

/** Returns the order of an earlier call with the same key; throws `idempotency-key-reused` if that asked for something else. */
async function findEarlier(db: Database, buyer: Buyer, input: PlaceOrderInput): Promise<OrderRow | undefined> {
  if (input.idempotencyKey === undefined) return undefined
  const row = await findOrderByKey(db, buyer.id, input.idempotencyKey)
  if (!row) return undefined
  await assertSameInput(db, row, input)
  await awaitCommits(db)
  return row
}

/** Finds out why an order that could be placed a moment ago was not accepted, and throws it; if the reason lies in what was read, it is tried again. */
async function throwRefusal(
  db: Database,
  ordering: Ordering,
  buyer: Buyer,
  input: PlaceOrderInput,
  attempt: number,
): Promise<OrderRow> {
  const before = await findEarlier(db, buyer, input)
  if (before) return before
  if (ordering.limitOpenOrders && !buyer.staff && (await countOpenOrders(db, buyer)) >= maxOpenOrders) {
    throw problem('too-many-open-orders', { limit: maxOpenOrders })
  }
  // Removed, or deleting the account, while this order was on its way.
  if (!(await findTokenUsers(db, [buyer.id])).has(buyer.id))
    throw problem(buyer.staff ? 'customer-not-found' : 'session-ended')
  if (attempt >= maxAttempts) throw problem('unavailable')
  return placeOrder(db, ordering, buyer, input, attempt + 1)
}

/** Returns the facts that the sentence of a refused line names. */
function factsOf({ available, minimum, multiple, maximum, offer }: RefusedLine): Record<string, number> {
  const facts = { available, minimum, multiple, maximum, nearest: offer.quantity }
  return Object.fromEntries(Object.entries(facts).filter((fact): fact is [string, number] => fact[1] !== undefined))
}

const countOpenOrders = (db: Database, buyer: Buyer) =>
  db.$count(orders, and(eq(orders.buyerId, buyer.id), isNotNull(orders.openSlot)))

async function assertSameInput(db: Database, { order }: OrderRow, input: PlaceOrderInput): Promise<void> {
  const lines = await listOrderLines(db, order.id)
  const isSame =
    lines.length === input.lines.length &&
    input.lines.every(({ productId, quantity, job }, index) => {
      const line = lines[index]
      return line?.productId === productId && line.quantity === quantity && line.job === job
    }) &&
    order.address === input.address &&
    order.phoneNumber === input.phoneNumber &&
    order.poNumber === input.poNumber &&
    order.note === input.note &&
    (order.terms !== null) === (input.payBy === 'invoice') &&
    order.byTransfer === (input.payBy === 'transfer') &&
    (input.shippingMethod === undefined || order.shipping?.id === input.shippingMethod)
  if (!isSame) throw problem('idempotency-key-reused')
}

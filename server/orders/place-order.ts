import { and, eq, isNotNull } from 'drizzle-orm'
import { assessLines, type LineFacts, type RefusedLine } from '#contract/assess-line.ts'
import { findTokenUsers } from '#server/accounts/find-user.ts'
import { findLineProducts } from '#server/catalog/find-line-products.ts'
import { findOrderByKey, type OrderRow } from '#server/orders/find-orders.ts'
import type { NewOrder, Ordering } from '#server/orders/insert-order.ts'
import { listOrderLines } from '#server/orders/order-lines.ts'
import { maxOpenOrders, orderTotalCents, payableCents } from '#server/orders/order-rules.ts'
import { orders } from '#server/orders/orders.tables.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'
import type { Database } from '#server/platform/database/database.ts'
import { newId } from '#server/platform/ids.ts'
import { toDollars } from '#server/platform/money.ts'
import { problem } from '#server/platform/http/problem.ts'

export type PlaceOrderInput = Omit<NewOrder, 'id' | 'buyerId' | 'buyerEmail'> & {
  /** Whether the lines were sent as a list: then a refusal lists all that are refused. */
  isList: boolean
}

/**
 * Places an unpaid order and reserves its stock: both or neither. With an idempotency key, a repeated request returns the first
 * order. Throws the problems of the endpoint.
 */
export async function placeOrder(
  db: Database,
  ordering: Ordering,
  buyer: Actor,
  input: PlaceOrderInput,
): Promise<OrderRow> {
  const { isList: _, ...wanted } = input
  const order = { ...wanted, id: newId(), buyerId: buyer.id, buyerEmail: buyer.email }
  try {
    return (await ordering.insertOrder(order)) ?? (await throwRefusal(db, ordering, buyer, input))
  } catch (error) {
    // A repeated call finds a cart without the lines that the first one ordered.
    const before = input.cartId === undefined ? undefined : await findEarlier(db, buyer, input)
    if (before) return before
    throw error
  }
}

/** Returns the order of an earlier call with the same key; throws `idempotency-key-reused` if that asked for something else. */
async function findEarlier(db: Database, buyer: Actor, input: PlaceOrderInput): Promise<OrderRow | undefined> {
  if (input.idempotencyKey === undefined) return undefined
  const row = await findOrderByKey(db, buyer.id, input.idempotencyKey)
  if (row) await assertSameInput(db, row, input)
  return row
}

/** Finds out why nothing was taken and throws it; when the reason has just gone away, the order is tried again. */
async function throwRefusal(db: Database, ordering: Ordering, buyer: Actor, input: PlaceOrderInput): Promise<OrderRow> {
  // An earlier attempt may have taken the last units: then the order exists already.
  const before = await findEarlier(db, buyer, input)
  if (before) return before
  const products = await findLineProducts(db, input.lines, input.language)
  const facts = products.map(
    ({ product }): ProductFacts | null =>
      product && { ...product, maximum: product.maximum ?? undefined, successorId: product.replacedBy?._id },
  )
  const refused = refusedLines(input.lines, facts)
  const [first] = refused
  if (first && input.isList) throw problem('lines-refused', { count: refused.length }, undefined, refused)
  if (first) throw problem(first.code, factsOf(first))
  const totalCents = orderTotalCents(input.lines.map(({ quantity }, index) => ({ ...priceOf(facts[index]), quantity })))
  if (input.expectedTotalCents !== undefined && input.expectedTotalCents !== totalCents) {
    const price = input.isList ? undefined : facts[0]?.priceCents
    throw problem('price-changed', {
      total: toDollars(totalCents),
      ...(price !== undefined && { price: toDollars(price) }),
    })
  }
  if (totalCents < payableCents.least || totalCents > payableCents.most) throw problem('total-not-payable')
  if (ordering.limitOpenOrders && (await countOpenOrders(db, buyer)) >= maxOpenOrders) {
    throw problem('too-many-open-orders', { limit: maxOpenOrders })
  }
  // Removed, or deleting the account, while this order was on its way.
  if (!(await findTokenUsers(db, [buyer.id])).has(buyer.id)) throw problem('session-ended')
  return placeOrder(db, ordering, buyer, input)
}

type ProductFacts = LineFacts & { name: string }

/** Describes the lines that are refused; the facts of each are what earlier lines leave of its product. */
function refusedLines(lines: PlaceOrderInput['lines'], products: readonly (ProductFacts | null)[]): RefusedLine[] {
  const assessed = assessLines(
    lines.map(({ productId, quantity, unitPriceCents, pricePer }, index) => ({
      productId,
      facts: products[index] ?? null,
      wanted: { quantity, seenPriceCents: unitPriceCents, seenPricePer: pricePer },
    })),
  )
  return assessed.flatMap(({ left, verdict: { code, offer } }, index): RefusedLine[] => {
    if (code === null) return []
    return [
      {
        line: index,
        productId: lines[index]?.productId ?? '',
        code,
        ...(left && { name: left.name }),
        ...(left?.active && {
          available: left.available,
          minimum: left.minimum,
          multiple: left.multiple,
          ...(left.maximum !== undefined && { maximum: left.maximum }),
          unitPrice: toDollars(left.priceCents),
          ...(left.pricePer > 1 && { pricePer: left.pricePer }),
        }),
        offer,
      },
    ]
  })
}

/** Returns the facts that the sentence of a refused line names. */
function factsOf({ available, minimum, multiple, maximum, offer }: RefusedLine): Record<string, number> {
  const facts = { available, minimum, multiple, maximum, nearest: offer.quantity }
  return Object.fromEntries(Object.entries(facts).filter((fact): fact is [string, number] => fact[1] !== undefined))
}

const priceOf = (facts: ProductFacts | null | undefined) => ({
  priceCents: facts?.priceCents ?? 0,
  pricePer: facts?.pricePer ?? 1,
})

const countOpenOrders = (db: Database, buyer: Actor) =>
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
    order.note === input.note
  if (!isSame) throw problem('idempotency-key-reused')
}

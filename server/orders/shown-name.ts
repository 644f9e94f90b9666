import { type SQL, sql } from 'drizzle-orm'
import { hasPermission, orderReaders } from '#contract/permissions.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import type { OrderShipping } from '#server/orders/orders.tables.ts'
import type { Actor } from '#server/platform/http/register-endpoint.ts'

/** Selects the name of a product in a language, null where that is `ownName`. */
export const shownName = (product: SQL, language: SQL, ownName: SQL) => sql`(
  SELECT nullif(texts.name, ${ownName}) FROM product_texts texts WHERE texts.product_id = ${product} AND texts.language = ${language})`

interface NamedLine {
  productName: string
  shownName: string | null
}

/** Returns a line with the name that its buyer saw. */
export const lineForBuyer = <Line extends NamedLine>(line: Line): Line => ({
  ...line,
  productName: line.shownName ?? line.productName,
  shownName: null,
})

/** Returns an order with the names that its buyer saw. */
export const orderForBuyer = (row: OrderRow): OrderRow => ({
  ...row,
  firstLine: lineForBuyer(row.firstLine),
  order: { ...row.order, shipping: row.order.shipping && shippingForBuyer(row.order.shipping) },
})

const shippingForBuyer = ({ ownName: _, ...shipping }: OrderShipping): OrderShipping => shipping

/** Returns an order with the seller's own name for staff, and with that of the buyer for the buyer. */
export const orderFor = (reader: Actor, row: OrderRow): OrderRow =>
  hasPermission(reader, orderReaders) ? row : orderForBuyer(row)

import { hasPermission, orderReaders, type Permission } from '#contract/permissions.ts'
import { orderName } from '#contract/order-name.ts'
import { maxFoundEach, type StaffFinds } from '#contract/reports.ts'
import { listManagedProducts } from '#server/catalog/find-products.ts'
import { findCustomers } from '#server/customers/find-customers.ts'
import { listAllOrders } from '#server/orders/find-orders.ts'
import { withIndexedNumbers } from '#server/orders/order-rules.ts'
import { refundFilters } from '#server/payments/find-refunds.ts'
import type { Database } from '#server/platform/database/database.ts'

const firstRows = { limit: maxFoundEach, after: undefined }

/** Returns the first orders, products and customers that the lists of staff find, as far as the caller's permissions go; none for signs only. */
export async function searchAsStaff(
  db: Database,
  q: string,
  actor: { permissions: readonly Permission[] },
): Promise<StaffFinds> {
  const words = q.trim()
  const ifMay = <Row>(permission: Permission | readonly Permission[], find: () => Promise<Row[]>) =>
    /[\p{L}\p{N}]/u.test(words) && hasPermission(actor, permission) ? find() : []
  const [orders, products, customers] = await Promise.all([
    ifMay(orderReaders, () => listAllOrders(db, { words: withIndexedNumbers(words), refundFilters }, firstRows)),
    ifMay('catalog', () => listManagedProducts(db, firstRows, { q: words })),
    ifMay('customers', () =>
      findCustomers(db, firstRows, {
        q: words,
        terms: undefined,
        account: undefined,
        among: undefined,
        days: {},
        tag: undefined,
      }),
    ),
  ])
  return {
    orders: orders.slice(0, maxFoundEach).map(({ id, order, firstLine }) => ({
      _id: id,
      number: orderName(order.number),
      name: firstLine.productName,
      buyer: order.buyerName || order.buyerEmail,
    })),
    products: products.slice(0, maxFoundEach).map(({ id, name, sku }) => ({ _id: id, name, ...(sku && { sku }) })),
    customers: customers.slice(0, maxFoundEach).map(({ id, user, fullName, company }) => ({
      _id: id,
      name: fullName || user.email,
      email: user.email,
      ...(company && { company }),
    })),
  }
}

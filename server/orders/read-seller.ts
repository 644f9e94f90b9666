import { storeDay } from '#contract/time-zone.ts'
import type { OrderDetails } from '#contract/payments.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import type { PlacedAmounts } from '#server/orders/read-order-amounts.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { findRegistrationsAt, type RegistrationsAt } from '#server/tax/find-registrations-at.ts'

/** Holds what the store says for invoices and mails about orders. */
export interface SellerSettings {
  /** Name, and what is entered of address and contacts, in lines. */
  seller: string
  /** For orders without a tax registration. */
  taxNumber: string
  /** As they are now: nobody should pay into a closed account. Empty if there are none. */
  bankDetails: string
  /** For how many days the stock of an order by bank transfer is reserved; 0 if that is not offered. */
  transferDays: number
  /** Where mails go about orders that were paid or placed on account; empty for nowhere. */
  orderRecipient: string
}

/** Reads what the seller has set for invoices and mails about orders. */
export type FindSellerSettings = (db: Database | Transaction) => Promise<SellerSettings>

/** Returns what an order says of its seller, as it is now: issued papers have their own. */
export async function readSeller(
  db: Database,
  { order }: Pick<OrderRow, 'order'>,
  amounts: Pick<PlacedAmounts, 'taxes'>,
  findSellerSettings: FindSellerSettings,
): Promise<OrderDetails['invoice']> {
  const [{ seller, bankDetails, taxNumber: ownNumber }, registered] = await Promise.all([
    findSellerSettings(db),
    findRegistrationsAt(db, new Date()),
  ])
  const taxNumber = findSellerTaxNumber(order, amounts, registered) ?? (ownNumber || undefined)
  return {
    seller,
    ...(taxNumber !== undefined && { taxNumber }),
    ...(order.buyerTaxNumber !== null && { buyerTaxNumber: order.buyerTaxNumber }),
    ...(bankDetails !== '' && { bankDetails }),
  }
}

/** Returns the shop's tax number where it collected the tax of an order, or else that of its own country. */
function findSellerTaxNumber(
  { placedAt, delivery }: OrderRow['order'],
  { taxes }: Pick<PlacedAmounts, 'taxes'>,
  { country, registrations }: RegistrationsAt,
): string | undefined {
  const day = storeDay(placedAt)
  const current = registrations.filter(({ startsOn, endsOn }) => startsOn <= day && (!endsOn || day <= endsOn))
  const [first] = taxes
  const there = first ?? { country: delivery?.country ?? '', region: delivery?.region ?? '' }
  const isThere = (one: { country: string; region: string }) =>
    one.country === there.country && (one.region === '' || one.region.toUpperCase() === there.region.toUpperCase())
  const home = current.find((one) => one.country === country)
  const leavesTheCountry = first?.reason === 'intra_community' || first?.reason === 'export'
  const found = leavesTheCountry ? home : (current.find(isThere) ?? home)
  return (found ?? current[0])?.number
}

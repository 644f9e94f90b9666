import { storeDay } from '#contract/time-zone.ts'
import type { OrderDetails } from '#contract/payments.ts'
import { addressText } from '#server/accounts/addresses/present-address.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'
import type { PlacedAmounts } from '#server/orders/read-order-amounts.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { shippingSettings } from '#server/shipping/shipping.tables.ts'
import { taxSettings } from '#server/tax/tax.tables.ts'
import { listTaxRegistrations } from '#server/tax/tax-entries.ts'

/** Holds what the shop says about itself on invoices, in lines; empty if it has not. */
export interface InvoiceSettings {
  /** Name, address and contacts. */
  seller: string
  /** For orders without a tax registration. */
  taxNumber: string
  bankDetails: string
}

/** Reads the settings of invoices, which the store has. */
export type FindInvoiceSettings = (db: Database | Transaction) => Promise<InvoiceSettings>

/** Returns what the invoice of an order says besides its lines and amounts. */
export async function readInvoice(
  db: Database,
  { order }: Pick<OrderRow, 'order'>,
  amounts: Pick<PlacedAmounts, 'taxes'>,
  findInvoiceSettings: FindInvoiceSettings,
): Promise<OrderDetails['invoice']> {
  const [{ seller, bankDetails, taxNumber: ownNumber }, registered] = await Promise.all([
    findInvoiceSettings(db),
    findSellerTaxNumber(db, order, amounts),
  ])
  const taxNumber = registered ?? (ownNumber || undefined)
  return {
    seller: seller || (await findOrigin(db, order)),
    ...(taxNumber !== undefined && { taxNumber }),
    ...(order.buyerTaxNumber !== null && { buyerTaxNumber: order.buyerTaxNumber }),
    ...(bankDetails !== '' && { bankDetails }),
  }
}

/** Returns the address that goods are sent from, in lines; empty if the shop has not said. */
async function findOrigin(db: Database, { language }: OrderRow['order']): Promise<string> {
  const [settings] = await db.select({ origin: shippingSettings.origin }).from(shippingSettings)
  if (!settings?.origin) return ''
  const fields = { label: '', recipient: '', company: '', street: '', district: '', city: '', region: '', phone: '' }
  return addressText({ ...fields, ...settings.origin }, language)
}

/** Returns the shop's tax number where it collected the tax of an order, or else that of its own country. */
async function findSellerTaxNumber(
  db: Database,
  { placedAt, delivery }: OrderRow['order'],
  { taxes }: Pick<PlacedAmounts, 'taxes'>,
): Promise<string | undefined> {
  const [settings] = await db.select({ country: taxSettings.country }).from(taxSettings)
  const day = storeDay(placedAt)
  const current = (await listTaxRegistrations(db)).filter(
    ({ number, startsOn, endsOn }) => number !== '' && startsOn <= day && (!endsOn || day <= endsOn),
  )
  const [first] = taxes
  const there = first ?? { country: delivery?.country ?? '', region: delivery?.region ?? '' }
  const isThere = (one: { country: string; region: string }) =>
    one.country === there.country && (one.region === '' || one.region.toUpperCase() === there.region.toUpperCase())
  const home = current.find(({ country }) => country === settings?.country)
  const leavesTheCountry = first?.reason === 'intra_community' || first?.reason === 'export'
  const found = leavesTheCountry ? home : (current.find(isThere) ?? home)
  return (found ?? current[0])?.number
}

import { sql } from 'drizzle-orm'
import { addressBelowName } from '#contract/address-below-name.ts'
import { defaultStore } from '#contract/settings.ts'
import type { Store } from '#contract/store.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { presentStore, readStoreRow } from '#server/store/read-store.ts'

type Seller = Pick<Store, 'name' | 'company' | 'address' | 'phone' | 'email' | 'companyNumber' | 'taxNumber'>

/** Returns what the seller says on invoices, in lines, and where mails about orders go; what is not entered is empty. An invoice that was issued names the seller of then. */
export async function findSellerSettings(db: Database | Transaction, issuedAt?: Date) {
  const row = await readStoreRow(db)
  const store = presentStore(row)
  const seller = (issuedAt && (await findSellerAt(db, issuedAt))) ?? store
  return {
    seller: sellerLines(seller),
    taxNumber: seller.taxNumber,
    bankDetails: store.bankDetails,
    transferDays: store.transferDays,
    orderRecipient: row.orderRecipient,
  }
}

/** Returns the seller of a time, or the first one with an address after it; a trigger of the store writes them (0166-invoice-sellers.sql). */
async function findSellerAt(db: Database | Transaction, time: Date): Promise<Seller | undefined> {
  const { rows } = await db.execute<{ [Field in keyof Seller]: string }>(sql`
    SELECT coalesce(name, ${defaultStore.name}) AS name, company, address, phone, email, company_number AS "companyNumber",
      tax_number AS "taxNumber"
    FROM invoice_sellers
    ORDER BY since <= ${time} DESC, abs(extract(epoch FROM since - ${time}::timestamptz)), id DESC LIMIT 1`)
  return rows[0]
}

const sellerLines = ({ company, name, address, phone, email, companyNumber }: Seller): string =>
  [company || name, addressBelowName(company || name, address), phone, email, companyNumber]
    .filter((line) => line !== '')
    .join('\n')

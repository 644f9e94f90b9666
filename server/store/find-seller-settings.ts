import { addressBelowName } from '#contract/address-below-name.ts'
import type { Store } from '#contract/store.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { presentStore, readStoreRow } from '#server/store/read-store.ts'

type Seller = Pick<Store, 'name' | 'company' | 'address' | 'phone' | 'email' | 'companyNumber'>

/** Returns what the seller says on invoices, in lines, and where mails about orders go; what is not entered is empty. */
export async function findSellerSettings(db: Database | Transaction) {
  const row = await readStoreRow(db)
  const store = presentStore(row)
  return {
    // Not the name of the software, which a shop without one has on its pages.
    seller: sellerLines({ ...store, name: row.name ?? '' }),
    taxNumber: store.taxNumber,
    bankDetails: store.bankDetails,
    transferDays: store.transferDays,
    orderRecipient: row.orderRecipient,
    /** Where what buyers write about orders goes; empty if nothing is entered. */
    messageRecipient: row.orderRecipient || row.contactRecipient || store.email,
  }
}

/** Returns the lines of a seller on papers. */
export const sellerLines = ({ company, name, address, phone, email, companyNumber }: Seller): string =>
  [company || name, addressBelowName(company || name, address), phone, email, companyNumber]
    .filter((line) => line !== '')
    .join('\n')

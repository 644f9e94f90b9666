import type { Store } from '#contract/store.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { readStore } from '#server/store/read-store.ts'

/** Returns what the seller says on invoices, in lines; what is not entered is empty. */
export async function findInvoiceSettings(db: Database | Transaction) {
  const store = await readStore(db)
  return { seller: sellerLines(store), taxNumber: store.taxNumber, bankDetails: store.bankDetails }
}

/** Returns name, address and contacts of the seller; empty without a company and an address. */
function sellerLines({ company, name, address, phone, email, companyNumber }: Store): string {
  if (company === '' && address === '') return ''
  return [company || name, address, phone, email, companyNumber].filter((line) => line !== '').join('\n')
}

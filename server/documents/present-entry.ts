import { toAmount } from '#contract/currency.ts'
import type { LedgerEntry } from '#contract/documents.ts'
import type { LedgerRow } from '#server/documents/list-ledger.ts'

/** Presents a row of the ledger. */
export const presentEntry = ({
  day,
  kind,
  number,
  orderId,
  buyerName,
  currency,
  cents,
  method,
  reference,
  dueOn,
  poNumber,
}: LedgerRow): LedgerEntry => ({
  day,
  kind,
  number,
  orderId,
  buyerName,
  currency,
  amount: toAmount(cents, currency),
  ...(method !== null && { method }),
  ...(reference !== null && { reference }),
  ...(dueOn !== null && { dueOn }),
  ...(poNumber !== null && { poNumber }),
})

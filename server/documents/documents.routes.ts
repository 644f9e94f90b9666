import type { FastifyInstance } from 'fastify'
import { toAmount } from '#contract/currency.ts'
import * as endpoints from '#contract/documents.ts'
import { getCreditNote, getInvoice } from '#server/documents/find-document.ts'
import { getStatement } from '#server/documents/get-statement.ts'
import { listEcSales, wholeUnits } from '#server/documents/list-ec-sales.ts'
import { listLedger, onDays } from '#server/documents/list-ledger.ts'
import { presentEntry } from '#server/documents/present-entry.ts'
import { readTaxes } from '#server/documents/read-taxes.ts'
import type { FindSellerSettings } from '#server/orders/read-seller.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'

interface DocumentsDeps {
  db: Database
  findSellerSettings: FindSellerSettings
}

export function documentsRoutes(app: FastifyInstance, { db, findSellerSettings }: DocumentsDeps): void {
  registerEndpoint(app, endpoints.getInvoice, ({ params, actor }) => getInvoice(db, params.id, actor), {
    isWide: () => true,
  })
  registerEndpoint(app, endpoints.getCreditNote, ({ params, actor }) => getCreditNote(db, params.id, actor), {
    isWide: () => true,
  })
  registerEndpoint(
    app,
    endpoints.getStatement,
    ({ query, actor }) => getStatement(db, actor, query, findSellerSettings),
    { isWide: () => true },
  )
  registerEndpoint(app, endpoints.getJournal, async ({ query }) => {
    const { from, to } = query
    if (from !== undefined && to !== undefined && from > to) throw problem('dates-reversed')
    const rows = await listLedger(db, onDays(query), { limit: endpoints.maxJournalRows + 1 })
    return {
      rows: rows.slice(0, endpoints.maxJournalRows).map(presentEntry),
      ...(rows.length > endpoints.maxJournalRows && { more: true as const }),
    }
  })
  registerEndpoint(app, endpoints.getTaxReport, async ({ query }) =>
    (await readTaxes(db, query)).map(({ taxableCents, exemptCents, taxCents, ...row }) => ({
      ...row,
      taxable: toAmount(taxableCents, row.currency),
      exempt: toAmount(exemptCents, row.currency),
      tax: toAmount(taxCents, row.currency),
    })),
  )
  registerEndpoint(app, endpoints.getEcSalesList, async ({ query }) =>
    (await listEcSales(db, query)).map(({ taxNumber, netCents, ...row }) => ({
      ...row,
      ...(taxNumber !== undefined && { taxNumber }),
      net: toAmount(netCents, row.currency),
      wholeNet: wholeUnits(netCents, row.currency),
    })),
  )
}

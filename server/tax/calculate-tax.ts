import { sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { computeTax, type TaxAmounts, type TaxRequest } from '#server/tax/compute-tax.ts'
import { readTaxRules, type StoredRules } from '#server/tax/read-tax-rules.ts'
import { stripeTax } from '#server/tax/stripe-tax.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Calculates the tax of a request from what the shop has stored. */
export type TaxProvider = (stored: StoredRules, request: TaxRequest) => Promise<TaxAmounts>

export interface Tax {
  /**
   * Calculates with the provider that the shop has chosen; while tax is off, nets are the amounts and there are no groups. Throws
   * `tax-unavailable` if the provider does not answer within two seconds.
   */
  calculate(db: Database | Transaction, request: TaxRequest): Promise<TaxAmounts>
  /** Calculates like `calculate`, also while tax is off. */
  preview(db: Database | Transaction, request: TaxRequest): Promise<TaxAmounts>
  isEnabled(db: Database | Transaction): Promise<boolean>
  /** Returns the number of changes of all tables of tax: while it is the same, a calculation from them stays true. */
  edition(db: Database | Transaction): Promise<number>
}

/** Creates the calculation of tax; `stripe` is the client of the card provider, which calculates if the shop chose it. */
export function createTax({ stripe }: { stripe: Stripe }): Tax {
  const providers: Record<StoredRules['provider'], TaxProvider> = {
    tables: async ({ rules }, request) => computeTax(rules, request),
    stripe: stripeTax(stripe),
  }
  return {
    async calculate(db, request) {
      const stored = await readTaxRules(db, request)
      return stored.enabled ? providers[stored.provider](stored, request) : withoutTax(request)
    },
    async preview(db, request) {
      const stored = await readTaxRules(db, request)
      return providers[stored.provider](stored, request)
    },
    isEnabled: async (db) => (await readSettings(db)).enabled,
    edition: async (db) => (await readSettings(db)).edition,
  }
}

async function readSettings(db: Database | Transaction): Promise<{ enabled: boolean; edition: number }> {
  const { rows } = await db.execute<{ enabled: boolean; edition: string }>(
    sql`SELECT enabled, edition FROM tax_settings`,
  )
  if (!rows[0]) throw new Error('The settings of tax are missing.')
  return { enabled: rows[0].enabled, edition: Number(rows[0].edition) }
}

/** Returns amounts as they are, without tax. */
export const withoutTax = ({ lines, shippingCents }: Pick<TaxRequest, 'lines' | 'shippingCents'>): TaxAmounts => ({
  includesTax: false,
  lines: lines.map(({ amountCents }) => ({ netCents: amountCents, taxCents: 0 })),
  shipping: { netCents: shippingCents, taxCents: 0 },
  groups: [],
  taxCents: 0,
  provider: 'tables',
})

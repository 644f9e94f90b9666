import { sql } from 'drizzle-orm'
import type Stripe from 'stripe'
import { computeTax, type TaxAmounts, type TaxRequest } from '#server/tax/compute-tax.ts'
import { readTaxRules, type StoredRules } from '#server/tax/read-tax-rules.ts'
import { hasTaxNumbers } from '#server/tax/read-tax-number.ts'
import { stripeTax } from '#server/tax/stripe-tax.ts'
import { countriesOfTaxIds } from '#server/tax/tax-rules.ts'
import { euCountries, vatArea } from '#server/tax/vat-area.ts'
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
  async function ask(stored: StoredRules, request: TaxRequest): Promise<TaxAmounts> {
    const amounts = await providers[stored.provider](stored, request)
    const taxIdCountries = countriesThatCount(stored, request)
    return { ...amounts, ...(taxIdCountries && { taxIdCountries }) }
  }
  return {
    async calculate(db, request) {
      const stored = await readTaxRules(db, request)
      return stored.enabled ? ask(stored, request) : withoutTax(request)
    },
    preview: async (db, request) => ask(await readTaxRules(db, request), request),
    isEnabled: async (db) => (await readSettings(db)).enabled,
    edition: async (db) => (await readSettings(db)).edition,
  }
}

/** Returns the countries of the numbers that count; empty if none does in a place where buyers have one, undefined elsewhere. */
function countriesThatCount({ provider, rules }: StoredRules, { place, at }: TaxRequest): string[] | undefined {
  const isEu = vatArea(place) === 'EU'
  // Stripe knows the registrations of its account: it takes the numbers of business in other member states.
  const taken =
    provider === 'stripe'
      ? euCountries.filter((code) => isEu && place.country !== rules.home.country && code !== rules.home.country)
      : countriesOfTaxIds(rules, place, at).filter(hasTaxNumbers)
  return isEu || taken.length > 0 ? taken : undefined
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

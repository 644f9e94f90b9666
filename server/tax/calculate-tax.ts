import { LRUCache } from 'lru-cache'
import type Stripe from 'stripe'
import type { Place } from '#contract/place.ts'
import { postalKey } from '#contract/postal-codes.ts'
import { computeTax, type TaxAmounts, type TaxRequest } from '#server/tax/compute-tax.ts'
import { readTaxRules, type StoredRules } from '#server/tax/read-tax-rules.ts'
import { hasTaxNumbers } from '#server/tax/read-tax-number.ts'
import { stripeTax } from '#server/tax/stripe-tax.ts'
import { countriesOfTaxIds, type TaxRules } from '#server/tax/tax-rules.ts'
import { euCountries, vatArea } from '#server/tax/vat-area.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'

/** Calculates the tax of a request from what the shop has stored. */
export type TaxProvider = (stored: StoredRules, request: TaxRequest) => Promise<TaxAmounts>

export interface Tax {
  /**
   * Calculates with the provider that the shop has chosen, also while tax is off. Rules that were read are kept as long as `edition` is that
   * of the settings. Throws `tax-unavailable` if the provider does not answer within two seconds.
   */
  calculate(
    db: Database | Transaction,
    request: TaxRequest,
    settings?: Pick<StoredRules, 'edition'>,
  ): Promise<TaxAmounts>
}

/** Limits the rules that are kept: one entry for each place, and for each buyer with a tax number. */
const maxKeptRules = 500

/** Creates the calculation of tax; `stripe` is the client of the card provider, which calculates if the shop chose it. */
export function createTax({ stripe }: { stripe: Stripe }): Tax {
  const providers: Record<StoredRules['provider'], TaxProvider> = {
    tables: async ({ rules }, request) => computeTax(rules, request),
    stripe: stripeTax(stripe),
  }
  const kept = new LRUCache<string, StoredRules>({ max: maxKeptRules })

  async function findRules(db: Database | Transaction, { place, buyerId }: TaxRequest, edition: number | undefined) {
    const { country, region = '', postalCode } = place
    const key = JSON.stringify([edition, country, region, postalKey(country, postalCode), buyerId])
    const known = edition === undefined ? undefined : kept.get(key)
    if (known) return known
    const stored = await readTaxRules(db, { place, buyerId })
    if (stored.edition === edition) kept.set(key, stored)
    return stored
  }

  return {
    async calculate(db, request, settings) {
      const stored = await findRules(db, request, settings?.edition)
      const amounts = await providers[stored.provider](stored, request)
      const taxIdCountries = countriesThatCount(stored, request)
      return {
        ...amounts,
        ...(taxIdCountries && { taxIdCountries }),
        ...(dependsOnRegion(stored.rules, request.place) && { needsRegion: true as const }),
      }
    },
  }
}

/** Whether the shop collects tax in regions of a country, and the place is no more than the country. */
const dependsOnRegion = ({ registrations }: TaxRules, place: Place): boolean =>
  !place.region && registrations.some(({ country, region }) => country === place.country && region !== '')

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

/** Returns amounts as they are, without tax. */
export const withoutTax = ({ lines, shippingCents }: Pick<TaxRequest, 'lines' | 'shippingCents'>): TaxAmounts => ({
  includesTax: false,
  lines: lines.map(({ amountCents }) => ({ netCents: amountCents, taxCents: 0 })),
  shipping: { netCents: shippingCents, taxCents: 0 },
  groups: [],
  taxCents: 0,
  provider: 'tables',
})

import { sql } from 'drizzle-orm'
import { currentStore } from '#contract/current-store.ts'
import { defaultStore } from '#contract/settings.ts'
import { storeDay } from '#contract/time-zone.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import {
  type chargeStates,
  type listOpeningSteps as endpoint,
  type OpeningStep,
  openingSteps,
} from '#contract/opening.ts'
import { mainLanguage } from '#contract/main-language.ts'
import { countWeightlessProducts } from '#server/catalog/count-weightless-products.ts'
import { listLegalTexts } from '#server/legal/find-legal-texts.ts'
import { hasOwnProducts } from '#server/setup/change-main-language.ts'
import { findHome } from '#server/setup/find-home.ts'
import { findLackingTexts } from '#server/setup/find-lacking-texts.ts'
import { demoOrders } from '#server/setup/demo-orders.ts'
import { unchangedRows } from '#server/setup/demo-rows.ts'
import { findChargedDemo, hasDemoSetup } from '#server/setup/remove-demo-setup.ts'
import type { Database } from '#server/platform/database/database.ts'
import { findSellerSettings } from '#server/store/find-seller-settings.ts'
import { findIssues } from '#server/shipping/check-setup.ts'
import { readSetup } from '#server/shipping/read-setup.ts'
import { findOutsideTerms } from '#server/site-content/find-outside-terms.ts'
import { findLargestTotals } from '#server/tax/list-tax-rates.ts'
import { readTaxSetup } from '#server/tax/tax-setup.ts'

/** Patterns of texts in the footer as it is delivered. */
const placeholders = ['%"First Link"%', '%"Erster Link"%']

interface OpeningFacts {
  /** Whether Stripe Tax and carriers can be asked. */
  hasStripe: boolean
  hasCarriers: boolean
  now: () => Date
  /** Whether cards are charged for real. */
  hasRealPayments: boolean
  deliversMail: boolean
  /** Whether nothing of the server is for testing. */
  isReal: boolean
}

/** Lists what a shop needs before it opens, each done or not as the shop is now. */
export async function listOpeningSteps(
  db: Database,
  { hasRealPayments, deliversMail, isReal, ...deps }: OpeningFacts,
): Promise<ResponseBody<typeof endpoint>> {
  const isOfDemo = sql`id IN (SELECT id FROM demo)`
  const { rows } = await db.execute<
    Record<
      Exclude<OpeningStep, 'mainLanguage' | 'mail' | 'legal' | 'languages' | 'realSales'> | 'cardsRefused',
      boolean
    >
  >(sql`
    WITH demo AS (${unchangedRows('products')})
    SELECT store.name IS NOT NULL AS name, logo IS NOT NULL AS logo, address <> '' AS address, bank_details <> '' AS money, coalesce((
        -- Only what differs from the texts as delivered is stored.
        SELECT content #> '{footer,columns}' IS NOT NULL AND NOT content::text LIKE ANY (${sql.param(placeholders)}::text[])
        FROM site_contents ORDER BY id DESC LIMIT 1), false) AS texts,
      EXISTS (
        SELECT FROM products WHERE archived_at IS NULL AND category_id IS NOT NULL AND NOT ${isOfDemo}) AS categories,
      EXISTS (SELECT FROM products WHERE archived_at IS NULL AND NOT ${isOfDemo}) AS products,
      (SELECT enabled FROM shipping_settings) AS shipping, transfer_days > 0 AND bank_details <> '' AS payment,
      EXISTS (SELECT FROM card_key_refusals) AS "cardsRefused", (SELECT enabled FROM tax_settings) AS tax,
      EXISTS (
        SELECT FROM orders WHERE paid_at IS NOT NULL AND id NOT IN (${demoOrders(true)})) AS "testOrder",
      NOT EXISTS (SELECT FROM demo) AS demo
    FROM store`)
  const [facts] = rows
  if (!facts) throw new Error('The facts of the shop are missing.')
  const lacks = await findLackingTexts(db)
  const legal = await hasLegalTexts(db)
  const ofDemo = await findChargedDemo(db)
  const charges: Partial<Record<OpeningStep, (typeof chargeStates)[number]>> = {
    shipping: chargeState(facts.shipping, ofDemo.shipping),
    tax: chargeState(facts.tax, ofDemo.tax),
  }
  const { taxNumber: storeNumber } = await findSellerSettings(db)
  const warnings = {
    shipping: facts.shipping ? await countShippingWarnings(db, deps) : undefined,
    tax: facts.tax ? (await readTaxSetup(db, { ...deps, now: deps.now(), storeNumber })).gaps.length : undefined,
  }
  const totals = facts.tax ? await findLargestTotals(db, storeDay(deps.now())) : undefined
  const demo = facts.demo && !(await hasDemoSetup(db))
  const all: Record<OpeningStep, boolean> = {
    ...facts,
    // The first product of the seller's own settles it.
    mainLanguage:
      currentStore().languages.join() !== defaultStore.languages.join() ||
      currentStore().timeZone !== defaultStore.timeZone ||
      (await hasOwnProducts(db)),
    shipping: charges.shipping === 'own' && warnings.shipping === 0,
    tax: charges.tax === 'own' && warnings.tax === 0,
    demo,
    payment: (hasRealPayments && !facts.cardsRefused) || facts.payment,
    mail: deliversMail,
    legal,
    languages: lacks.length === 0,
    realSales: isReal,
  }
  return openingSteps.map((step) => ({
    step,
    done: all[step],
    ...(step === 'languages' && lacks.length > 0 ? { lacks } : {}),
    ...(charges[step] && { charge: charges[step] }),
    ...((step === 'shipping' || step === 'tax') && charges[step] === 'demo' && { ofDemo: ofDemo[step] }),
    ...((step === 'shipping' || step === 'tax') && warnings[step] !== undefined && { warnings: warnings[step] }),
    ...(step === 'tax' && totals && { totals }),
  }))
}

const countShippingWarnings = async (db: Database, { hasCarriers }: Pick<OpeningFacts, 'hasCarriers'>) =>
  findIssues(await readSetup(db), {
    hasCarriers,
    weightless: await countWeightlessProducts(db),
    home: await findHome(db),
  }).length

const chargeState = (isOn: boolean, ofDemo: readonly string[]) => (isOn ? (ofDemo.length > 0 ? 'demo' : 'own') : 'off')

/** Returns whether buyers find terms and privacy: at an address outside, or both published in the main language. */
async function hasLegalTexts(db: Database): Promise<boolean> {
  const outside = await findOutsideTerms(db)
  const texts = await listLegalTexts(db, mainLanguage(), outside)
  const isReady = (kind: string) => texts.some((text) => text.kind === kind && text.language === mainLanguage())
  return outside !== '' || ['terms', 'privacy'].every(isReady)
}

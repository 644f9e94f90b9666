import type { PriceList } from '#contract/pricing.ts'
import type { Selling, SellingState, ChargedPart } from '#contract/selling.ts'
import type { ShippingIssue } from '#contract/shipping.ts'
import { countWeightlessProducts } from '#server/catalog/count-weightless-products.ts'
import { countBuyersOnTerms } from '#server/customers/find-terms.ts'
import { findHome } from '#server/setup/find-home.ts'
import { findTermsAddress } from '#server/setup/find-terms.ts'
import { findListsBesideOwn } from '#server/setup/remove-demo-setup.ts'
import { findSellerSettings } from '#server/store/find-seller-settings.ts'
import { sellingSwitch } from '#server/setup/setup.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { countDiscounts } from '#server/pricing/discounts/count-discounts.ts'
import { readPriceLists } from '#server/pricing/read-price-lists.ts'
import { findIssues, isUsable } from '#server/shipping/check-setup.ts'
import { readSetup, type Setup } from '#server/shipping/read-setup.ts'
import { countWaitingTaxIds } from '#server/tax/tax-ids.ts'
import { countBlockingGaps, readTaxSetup, type UncountedTaxSetup } from '#server/tax/tax-setup.ts'

export interface SellingDeps {
  db: Database
  /** Whether Stripe Tax and carriers can be asked. */
  hasStripe: boolean
  hasCarriers: boolean
  /** Whether a register of VAT numbers can be asked. */
  hasRegister: boolean
  now: () => Date
}

/** Holds what the switch is about, as it is now. */
export interface SwitchedSetup {
  /** The lists that have prices and have not ended. */
  lists: PriceList[]
  /** Lists those of them that are off and that the switch sets. */
  prepared: PriceList[]
  shipping: Setup
  tax: UncountedTaxSetup
  notReady: ChargedPart[]
  bankDetails: string
}

/** Reads price lists, shipping and tax, and which of them are off and cannot be switched on. */
export async function readSwitchedSetup(
  db: Database | Transaction,
  { hasStripe, hasCarriers, now }: Pick<SellingDeps, 'hasStripe' | 'hasCarriers' | 'now'>,
): Promise<SwitchedSetup> {
  const today = now()
  const hasPrices = ({ products, adjustPercent }: PriceList) => products > 0 || adjustPercent !== undefined
  const hasEnded = ({ endsAt }: PriceList) => endsAt !== undefined && new Date(endsAt) <= today
  const lists = (await readPriceLists(db)).filter((list) => hasPrices(list) && !hasEnded(list))
  const shipping = await readSetup(db)
  const { bankDetails, taxNumber: storeNumber } = await findSellerSettings(db)
  const tax = await readTaxSetup(db, { now: today, hasStripe, storeNumber })
  const notReady: ChargedPart[] = [
    ...(!shipping.enabled && !isUsable(shipping, hasCarriers) ? (['shipping'] as const) : []),
    ...(!tax.enabled && countBlockingGaps(tax.gaps) > 0 ? (['tax'] as const) : []),
  ]
  const left = await findListsBesideOwn(db)
  const prepared = lists.filter(({ _id, active }) => !active && !left.includes(_id))
  return { lists, prepared, shipping, tax, notReady, bankDetails }
}

/** Returns the checklist of selling. */
export async function readSelling(deps: SellingDeps): Promise<Selling> {
  const { db } = deps
  const [kept] = await db.select().from(sellingSwitch)
  if (!kept) throw new Error('The switch of selling is missing.')
  const { lists, prepared, shipping, tax, notReady, bankDetails } = await readSwitchedSetup(db, deps)
  const set = kept.isOn
    ? { tax: kept.setTax && tax.enabled, shipping: kept.setShipping && shipping.enabled }
    : { tax: !tax.enabled, shipping: !shipping.enabled }
  const switched = kept.isOn
    ? lists.filter(({ _id, active: isActive }) => isActive && kept.priceListIds.includes(Number(_id)))
    : prepared
  const ofDemo = lists.filter((list) => !list.active && !prepared.includes(list)).map(({ name }) => name)
  const discounts = await countDiscounts(db)
  const buyers = await countBuyersOnTerms(db)
  const address = await findTermsAddress(db)
  const active = lists.filter((list) => list.active).length
  return {
    switch: { on: kept.isOn, ...set, priceLists: switched.map(presentList), notReady },
    prices: { state: stateOf(active > 0, lists.length > 0), active, all: lists.length, ofDemo },
    discounts: { state: stateOf(discounts.active > 0, discounts.all > 0), ...discounts },
    shipping: {
      state: stateOf(shipping.enabled, shipping.zones.length > 0 || shipping.methods.length > 0),
      issues: await shippingIssues(deps, shipping),
    },
    tax: {
      state: stateOf(tax.enabled, tax.country !== '' || tax.registrations.length > 0),
      gaps: tax.gaps,
      waitingNumbers: await countWaitingTaxIds(db, deps.hasRegister),
    },
    invoice: { state: stateOf(buyers > 0, false), buyers, hasBankDetails: bankDetails !== '' },
    terms: { state: stateOf(address !== '', false), address },
  }
}

const presentList = ({ name, group, customer = group }: PriceList) => ({
  name,
  ...(customer && { group: customer.name }),
})

const stateOf = (isOn: boolean, isPrepared: boolean): SellingState => (isOn ? 'on' : isPrepared ? 'off' : 'empty')

const shippingIssues = async (deps: SellingDeps, setup: Setup): Promise<ShippingIssue[]> =>
  findIssues(setup, {
    hasCarriers: deps.hasCarriers,
    weightless: await countWeightlessProducts(deps.db),
    home: await findHome(deps.db),
  })

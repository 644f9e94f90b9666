import type { AuditActor } from '#server/audit-log/record-audit-event.ts'
import { sellingSwitch } from '#server/setup/setup.tables.ts'
import { assertNotOfDemo } from '#server/setup/remove-demo-setup.ts'
import { readSwitchedSetup, type SellingDeps } from '#server/setup/read-selling.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { setPriceListsActive } from '#server/pricing/set-price-lists-active.ts'
import { setShippingEnabled } from '#server/shipping/edit-settings.ts'
import { countBlockingGaps, setTaxEnabled } from '#server/tax/tax-setup.ts'

/**
 * Switches price lists, shipping and tax on in one transaction, or takes back what was switched on here: what was on before stays on.
 * Throws `shipping-not-ready`, `tax-not-ready` or `demo-beside-own` before anything is changed.
 */
export function switchSelling(deps: SellingDeps, on: boolean, by: AuditActor): Promise<void> {
  return deps.db.transaction(async (tx) => {
    const [kept] = await tx.select().from(sellingSwitch).for('update')
    if (!kept) throw new Error('The switch of selling is missing.')
    if (kept.isOn === on) return
    await (on ? switchOn(tx, deps, by) : takeBack(tx, kept, deps, by))
  })
}

async function switchOn(tx: Transaction, deps: SellingDeps, by: AuditActor): Promise<void> {
  const { prepared, shipping, tax, notReady } = await readSwitchedSetup(tx, deps)
  const [first] = notReady
  if (first === 'tax') throw problem('tax-not-ready', { count: countBlockingGaps(tax.gaps) })
  if (first) throw problem(`${first}-not-ready`)
  // With everything on already, there would be nothing to take back.
  if (tax.enabled && shipping.enabled && prepared.length === 0) return
  await setTaxEnabled(tx, true, by)
  if (!tax.enabled) await assertNotOfDemo(tx, 'tax')
  await setShippingEnabled(tx, true, { ...deps, assertNotOfDemo, by })
  const priceListIds = await setPriceListsActive(
    tx,
    true,
    by,
    prepared.map(({ _id }) => Number(_id)),
  )
  await tx.update(sellingSwitch).set({ isOn: true, setTax: !tax.enabled, setShipping: !shipping.enabled, priceListIds })
}

async function takeBack(
  tx: Transaction,
  { setTax, setShipping, priceListIds }: typeof sellingSwitch.$inferSelect,
  deps: SellingDeps,
  by: AuditActor,
): Promise<void> {
  if (setTax) await setTaxEnabled(tx, false, by)
  if (setShipping) await setShippingEnabled(tx, false, { ...deps, assertNotOfDemo, by })
  await setPriceListsActive(tx, false, by, priceListIds)
  await tx.update(sellingSwitch).set({ isOn: false, setTax: false, setShipping: false, priceListIds: [] })
}

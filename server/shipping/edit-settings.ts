import { asc, eq } from 'drizzle-orm'
import { splitTexts } from '#contract/main-language.ts'
import { type ShipClass, type ShippingOrigin, standardShipClass } from '#contract/shipping.ts'
import { readPostalCode } from '#contract/postal-codes.ts'
import type { AuditActor } from '#server/audit-log/record-audit-event.ts'
import { readCountry, readRegion } from '#server/platform/country-data.ts'
import { type Database, type Transaction, violatedConstraint } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { isUsable } from '#server/shipping/check-setup.ts'
import type { AssertNotOfDemo } from '#server/shipping/edit-methods.ts'
import { readSetup } from '#server/shipping/read-setup.ts'
import { lockSetup, recordShippingChange } from '#server/shipping/record-shipping-change.ts'
import { shipClasses, shippingSettings } from '#server/shipping/shipping.tables.ts'

/**
 * Switches on or off that delivery is charged; `hasCarriers` says whether carriers can be asked. Throws `shipping-not-ready` as long as
 * no method can be used, and `demo-beside-own` with methods of the demo beside the seller's.
 */
export function setShippingEnabled(
  db: Database | Transaction,
  enabled: boolean,
  {
    hasCarriers,
    by,
    assertNotOfDemo,
  }: {
    hasCarriers: boolean
    by: AuditActor | undefined
    assertNotOfDemo: AssertNotOfDemo
  },
): Promise<void> {
  return db.transaction(async (tx) => {
    const before = await lockSetup(tx)
    if (before.enabled === enabled) return
    if (enabled && !isUsable(await readSetup(tx), hasCarriers)) throw problem('shipping-not-ready')
    await tx.update(shippingSettings).set({ enabled })
    await assertNotOfDemo(tx, 'shipping')
    await recordShippingChange(tx, by, {
      kind: 'shipping-switched',
      before: { enabled: before.enabled },
      after: { enabled },
    })
  })
}

interface SettingsInput {
  /** In kilograms. */
  defaultWeight?: number | undefined
  origin?: ShippingOrigin | undefined
  edition?: number | undefined
}

/** Sets the weight of products without one and where carriers collect; what is absent is removed. Throws `country-unknown` or `region-unknown`. */
export function changeSettings(
  db: Database | Transaction,
  input: SettingsInput,
  by: AuditActor | undefined,
): Promise<void> {
  const { defaultWeight } = input
  const origin = input.origin ? readOrigin(input.origin) : null
  const defaultWeightGrams = defaultWeight === undefined ? null : Math.round(defaultWeight * 1000)
  return db.transaction(async (tx) => {
    const before = await lockSetup(tx, input.edition)
    await tx.update(shippingSettings).set({ defaultWeightGrams, origin })
    const facts = (of: { defaultWeightGrams: number | null; origin: ShippingOrigin | null }) => ({
      defaultWeight: of.defaultWeightGrams === null ? null : `${of.defaultWeightGrams / 1000} kg`,
      origin: of.origin && Object.values(of.origin).join(', '),
    })
    await recordShippingChange(tx, by, {
      kind: 'shipping-settings-changed',
      before: facts(before),
      after: facts({ defaultWeightGrams, origin }),
    })
  })
}

function readOrigin(origin: ShippingOrigin): ShippingOrigin {
  const { region, postalCode } = origin
  const country = readCountry(origin.country)
  return {
    ...origin,
    country,
    ...(region !== undefined && { region: readRegion(country, region) }),
    postalCode: readPostalCode(country, postalCode) ?? postalCode,
  }
}

/** Lists the ship classes in their order. */
export const listShipClasses = (db: Database | Transaction): Promise<ShipClass[]> =>
  db
    .select({ code: shipClasses.code, name: shipClasses.name, names: shipClasses.names })
    .from(shipClasses)
    .orderBy(asc(shipClasses.position), asc(shipClasses.code))

interface ClassesInput {
  classes: readonly (Omit<ShipClass, 'names'> & { names?: ShipClass['names'] | undefined })[]
  edition?: number | undefined
}

/** Replaces the ship classes; the standard one always stays. Throws `ship-class-in-use` for one that products have. */
export function setShipClasses(
  db: Database | Transaction,
  input: ClassesInput,
  by: AuditActor | undefined,
): Promise<void> {
  return db.transaction(async (tx) => {
    await lockSetup(tx, input.edition)
    const before = await listShipClasses(tx)
    const standard = before.filter(({ code }) => code === standardShipClass)
    const sent = input.classes.map(({ code, name, names = {} }) => {
      const { own, others } = splitTexts(name, names)
      return { code, name: own, names: others }
    })
    const wanted = new Map([...standard, ...sent].map((one) => [one.code, one]))
    for (const { code } of before) if (!wanted.has(code)) await removeClass(tx, code)
    for (const [position, { code, name, names }] of [...wanted.values()].entries()) {
      const values = { name, names, position }
      await tx
        .insert(shipClasses)
        .values({ code, ...values })
        .onConflictDoUpdate({ target: shipClasses.code, set: values })
    }
    await recordShippingChange(tx, by, {
      kind: 'ship-classes-changed',
      before: { classes: before.map(({ name }) => name) },
      after: { classes: [...wanted.values()].map(({ name }) => name) },
    })
  })
}

async function removeClass(tx: Transaction, code: string): Promise<void> {
  await tx
    .delete(shipClasses)
    .where(eq(shipClasses.code, code))
    .catch((error: unknown) => {
      throw violatedConstraint(error) === 'products_ship_class' ? problem('ship-class-in-use', { class: code }) : error
    })
}

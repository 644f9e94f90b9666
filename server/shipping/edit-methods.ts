import { eq } from 'drizzle-orm'
import type { AuditedClassRule, AuditedShippingRate } from '#contract/audit-log.ts'
import { toCents } from '#contract/currency.ts'
import { splitTexts } from '#contract/main-language.ts'
import { type RateBase, shippingLimits, type ShippingMethodInput } from '#contract/shipping.ts'
import type { AuditActor } from '#server/audit-log/record-audit-event.ts'
import { type Database, type Transaction, violatedConstraint } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { readSetup } from '#server/shipping/read-setup.ts'
import { lockSetup, recordShippingChange } from '#server/shipping/record-shipping-change.ts'
import { shippingClassRules, shippingMethods, shippingRates } from '#server/shipping/shipping.tables.ts'
import type { ClassRule, Method, Rate } from '#server/shipping/shipping-rules.ts'

export interface MethodInput extends ShippingMethodInput {
  /** The edition of the set-up that the admin has seen. */
  edition?: number | undefined
}

/** Throws `demo-beside-own` where delivery is charged and methods of the demo stand beside the seller's. */
export type AssertNotOfDemo = (tx: Transaction, what: 'shipping') => Promise<void>

/** Adds a method at the end and returns its id. Throws `too-many-methods`, what refuses its rates, or what `assertNotOfDemo` throws. */
export function addMethod(
  db: Database | Transaction,
  input: MethodInput,
  by: AuditActor | undefined,
  assertNotOfDemo?: AssertNotOfDemo,
): Promise<number> {
  const { rates, classRules, ...method } = readMethod(input)
  return db
    .transaction(async (tx) => {
      await lockSetup(tx, input.edition)
      const count = await tx.$count(shippingMethods)
      if (count >= shippingLimits.methods) throw problem('too-many-methods', { limit: shippingLimits.methods })
      const [added] = await tx
        .insert(shippingMethods)
        .values({ ...columnsOf(method), position: count })
        .returning({ id: shippingMethods.id })
      if (!added) throw problem('unexpected')
      await writeRates(tx, added.id, rates)
      await writeClassRules(tx, added.id, classRules)
      await assertNotOfDemo?.(tx, 'shipping')
      await recordShippingChange(tx, by, {
        kind: 'shipping-method-added',
        name: method.name,
        after: factsOf(await getMethod(tx, added.id)),
      })
      return added.id
    })
    .catch((error: unknown) => {
      throw methodRefusal(error, input)
    })
}

/** Replaces a method with its rates. Throws `shipping-method-not-found`, or what refuses its rates. */
export function changeMethod(db: Database, id: number, input: MethodInput, by: AuditActor): Promise<void> {
  const { rates, classRules, ...method } = readMethod(input)
  return db
    .transaction(async (tx) => {
      await lockSetup(tx, input.edition)
      const before = factsOf(await getMethod(tx, id))
      await tx.update(shippingMethods).set(columnsOf(method)).where(eq(shippingMethods.id, id))
      await tx.delete(shippingRates).where(eq(shippingRates.methodId, id))
      await tx.delete(shippingClassRules).where(eq(shippingClassRules.methodId, id))
      await writeRates(tx, id, rates)
      await writeClassRules(tx, id, classRules)
      const after = factsOf(await getMethod(tx, id))
      await recordShippingChange(tx, by, { kind: 'shipping-method-changed', name: method.name, before, after })
    })
    .catch((error: unknown) => {
      throw methodRefusal(error, input)
    })
}

/** Deletes a method with its rates. Throws `shipping-method-not-found`. */
export function deleteMethod(db: Database, id: number, by: AuditActor): Promise<void> {
  return db.transaction(async (tx) => {
    await lockSetup(tx)
    const method = await getMethod(tx, id)
    await tx.delete(shippingMethods).where(eq(shippingMethods.id, id))
    const { name } = method.method
    await recordShippingChange(tx, by, { kind: 'shipping-method-deleted', name, before: factsOf(method) })
  })
}

/** Returns an amount as it is stored: grams or cents. */
const toLimit = (by: RateBase, amount: number) => (by === 'weight' ? Math.round(amount * 1000) : toCents(amount))

/** Returns a method as the rules need it. Throws `rate-range-invalid`. */
function readMethod(input: MethodInput): Omit<Method, 'id'> {
  const { kind, by = 'weight', days = null, carrier = '', names = {} } = input
  const { own: name, others } = splitTexts(input.name, names)
  return {
    name,
    names: others,
    kind,
    by,
    days: days && { from: Math.min(days.from, days.to), to: Math.max(days.from, days.to) },
    carrier: carrier.trim(),
    active: input.active,
    rates: input.rates.map(({ zone, from, to, price, perKg = 0, freeFrom }): Rate => {
      const limits = { from: toLimit(by, from), to: to === undefined ? null : toLimit(by, to) }
      if (limits.to !== null && limits.to <= limits.from) throw problem('rate-range-invalid', { from, to: to ?? '' })
      return {
        zoneId: zone,
        ...limits,
        priceCents: toCents(price),
        perKgCents: toCents(perKg),
        freeFromCents: freeFrom === undefined ? null : toCents(freeFrom),
      }
    }),
    // Of two rules for one class, the later one holds.
    classRules: [
      ...new Map(
        input.classRules.map((rule): [string, ClassRule] => [
          rule.class,
          {
            class: rule.class,
            isExcluded: rule.excluded === true,
            surchargeCents: toCents(rule.surcharge ?? 0),
            perUnit: rule.perUnit === true,
          },
        ]),
      ).values(),
    ],
  }
}

const columnsOf = ({ days, ...method }: Omit<Method, 'id' | 'rates' | 'classRules'>) => ({
  ...method,
  daysFrom: days?.from ?? null,
  daysTo: days?.to ?? null,
})

async function writeRates(tx: Transaction, methodId: number, rates: readonly Rate[]): Promise<void> {
  if (rates.length === 0) return
  await tx
    .insert(shippingRates)
    .values(
      rates.map(({ from, to, ...rate }, position) => ({ methodId, position, fromAmount: from, toAmount: to, ...rate })),
    )
}

async function writeClassRules(tx: Transaction, methodId: number, rules: readonly ClassRule[]): Promise<void> {
  if (rules.length > 0) await tx.insert(shippingClassRules).values(rules.map((rule) => ({ methodId, ...rule })))
}

/** Returns the refusal that a constraint of the database means, else the error. */
function methodRefusal(error: unknown, { classRules }: MethodInput): unknown {
  switch (violatedConstraint(error)) {
    case 'shipping_rates_zone_id_fkey':
      return problem('shipping-zone-not-found')
    case 'shipping_class_rules_class_fkey':
      return problem('ship-class-not-found', { class: classRules.map((rule) => rule.class).join(', ') })
    default:
      return error
  }
}

interface FoundMethod {
  method: Method
  zoneNames: ReadonlyMap<number, string>
  classNames: ReadonlyMap<string, string>
}

async function getMethod(tx: Transaction, id: number): Promise<FoundMethod> {
  const { methods, zones, classes } = await readSetup(tx)
  const method = methods.find((one) => one.id === id)
  if (!method) throw problem('shipping-method-not-found')
  return {
    method,
    zoneNames: new Map(zones.map((zone) => [zone.id, zone.name])),
    classNames: new Map(classes.map(({ code, name }) => [code, name])),
  }
}

/** Returns what the audit log keeps of a method. */
const factsOf = ({ method, zoneNames, classNames }: FoundMethod) => ({
  name: method.name,
  names: method.names,
  shippingKind: method.kind,
  days: method.days && `${method.days.from}–${method.days.to}`,
  carrier: method.carrier,
  active: method.active,
  rates: method.rates.map((rate) => auditedRate(rate, method, zoneNames.get(rate.zoneId) ?? '')),
  classRules: method.classRules.map((rule): AuditedClassRule => ({
    ...rule,
    class: classNames.get(rule.class) ?? rule.class,
  })),
})

const auditedRate = (
  { from, to, priceCents, perKgCents, freeFromCents }: Rate,
  { kind, by }: Method,
  zone: string,
): AuditedShippingRate => ({
  zone,
  by,
  ...(kind === 'table' && { from, to }),
  ...(kind !== 'quoted' && { priceCents }),
  ...(perKgCents > 0 && { perKgCents }),
  ...(freeFromCents !== null && { freeFromCents }),
})

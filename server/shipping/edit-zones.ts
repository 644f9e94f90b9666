import { asc, eq } from 'drizzle-orm'
import { postalBeginning } from '#contract/postal-codes.ts'
import { otherCountries, shippingLimits, type ShippingZone } from '#contract/shipping.ts'
import type { AuditActor } from '#server/audit-log/record-audit-event.ts'
import { readCountry, readRegion } from '#server/platform/country-data.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { lockSetup, recordShippingChange } from '#server/shipping/record-shipping-change.ts'
import { shippingZoneMembers, shippingZones } from '#server/shipping/shipping.tables.ts'
import type { ZoneMember } from '#server/shipping/shipping-rules.ts'

export interface ZoneInput extends Omit<ShippingZone, 'id'> {
  /** The edition of the set-up that the admin has seen. */
  edition?: number | undefined
}

/** Adds a zone at the end and returns its id. Throws what `readMembers` throws, or `too-many-zones`. */
export function addZone(db: Database | Transaction, input: ZoneInput, by: AuditActor | undefined): Promise<number> {
  const members = readMembers(input.members)
  return db.transaction(async (tx) => {
    await lockSetup(tx, input.edition)
    const count = await tx.$count(shippingZones)
    if (count >= shippingLimits.zones) throw problem('too-many-zones', { limit: shippingLimits.zones })
    const [zone] = await tx.insert(shippingZones).values({ name: input.name.trim(), position: count }).returning()
    if (!zone) throw problem('unexpected')
    await writeMembers(tx, zone.id, members)
    await recordShippingChange(tx, by, {
      kind: 'shipping-zone-added',
      name: zone.name,
      after: { places: members.map(placeText) },
    })
    return zone.id
  })
}

/** Replaces name and places of a zone. Throws `shipping-zone-not-found`, or what `readMembers` throws. */
export function changeZone(db: Database, id: number, input: ZoneInput, by: AuditActor): Promise<void> {
  const members = readMembers(input.members)
  return db.transaction(async (tx) => {
    await lockSetup(tx, input.edition)
    const before = await getZone(tx, id)
    const name = input.name.trim()
    await tx.update(shippingZones).set({ name }).where(eq(shippingZones.id, id))
    await tx.delete(shippingZoneMembers).where(eq(shippingZoneMembers.zoneId, id))
    await writeMembers(tx, id, members)
    await recordShippingChange(tx, by, {
      kind: 'shipping-zone-changed',
      name,
      before: { name: before.name, places: before.members.map(placeText) },
      after: { name, places: members.map(placeText) },
    })
  })
}

/** Deletes a zone with the rates for it. Throws `shipping-zone-not-found`. */
export function deleteZone(db: Database, id: number, by: AuditActor): Promise<void> {
  return db.transaction(async (tx) => {
    await lockSetup(tx)
    const { name, members } = await getZone(tx, id)
    await tx.delete(shippingZones).where(eq(shippingZones.id, id))
    await recordShippingChange(tx, by, {
      kind: 'shipping-zone-deleted',
      name,
      before: { places: members.map(placeText) },
    })
  })
}

async function getZone(tx: Transaction, id: number): Promise<{ name: string; members: ZoneMember[] }> {
  const [zone] = await tx.select().from(shippingZones).where(eq(shippingZones.id, id))
  if (!zone) throw problem('shipping-zone-not-found')
  const { country, region, postalFrom: from, postalTo: to, zoneId, position } = shippingZoneMembers
  const members = await tx
    .select({ country, region, from, to })
    .from(shippingZoneMembers)
    .where(eq(zoneId, id))
    .orderBy(asc(position))
  return { name: zone.name, members }
}

async function writeMembers(tx: Transaction, zoneId: number, members: readonly ZoneMember[]): Promise<void> {
  if (members.length === 0) return
  await tx.insert(shippingZoneMembers).values(
    members.map(({ country, region, from, to }, position) => ({
      zoneId,
      position,
      country,
      region,
      postalFrom: from,
      postalTo: to,
    })),
  )
}

/** Returns places as they are stored. Throws `country-unknown`, `region-unknown` or `postal-range-invalid`. */
export const readMembers = (members: ShippingZone['members']): ZoneMember[] =>
  members.map(({ region = '', postalFrom = '', postalTo = '', ...member }) => {
    if (member.country === otherCountries) return { country: otherCountries, region: '', from: '', to: '' }
    const country = readCountry(member.country)
    const known = readRegion(country, region)
    const from = postalBeginning(country, postalFrom)
    const to = postalBeginning(country, postalTo) || from
    const isRange = /^\d+$/.test(from) && /^\d+$/.test(to) && from.length === to.length && from < to
    if (!/^[A-Z0-9]{0,16}$/.test(from) || (from !== to && !isRange))
      throw problem('postal-range-invalid', { range: `${postalFrom}–${postalTo}` })
    return { country, region: known, from, to }
  })

/** Writes a place of a zone: `US`, `US TX`, `DE 10`, `DE 10115–10999`. */
export const placeText = ({ country, region, from, to }: ZoneMember): string =>
  [country, region, from === to ? from : `${from}–${to}`].filter(Boolean).join(' ')

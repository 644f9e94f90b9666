import { type DemoZone, demoMethods, demoSettings, demoShipClasses, demoZones } from '#database/demo/shipping.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { addMethod } from '#server/shipping/edit-methods.ts'
import { changeSettings, setShipClasses } from '#server/shipping/edit-settings.ts'
import { addZone } from '#server/shipping/edit-zones.ts'

/** Prepares zones, methods and ship classes of the demo shop; nothing is charged until an admin switches it on. */
export async function seedShipping(tx: Transaction): Promise<void> {
  await setShipClasses(tx, { classes: demoShipClasses }, undefined)
  await changeSettings(tx, demoSettings, undefined)
  const ids = new Map<string, number>()
  for (const [zone, { name, members }] of Object.entries(demoZones))
    ids.set(zone, await addZone(tx, { name, members: [...members] }, undefined))
  const idOf = (zone: DemoZone) => ids.get(zone) ?? 0
  for (const { rates, ...method } of demoMethods)
    await addMethod(tx, { ...method, rates: rates.map((rate) => ({ ...rate, zone: idOf(rate.zone) })) }, undefined)
}

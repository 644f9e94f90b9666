import type { ChosenVehicle, NamedVehicle } from '#contract/chosen-vehicle.ts'
import { storedText } from '#web/page/stored-text.ts'

const stored = storedText('localStorage', 'boltyard.vehicle')

let last: { text: string | null; vehicle: NamedVehicle | undefined } = { text: null, vehicle: undefined }

/** Returns the vehicle that is chosen in this browser; none on the server, which renders the same page for everyone. */
export const useVehicle = (): NamedVehicle | undefined => parse(stored.useText())

/** Returns the chosen vehicle, for handlers. */
export const chosenVehicle = (): NamedVehicle | undefined => parse(stored.read())

/** Returns the field of a call that places an order; the shop names and judges the vehicle itself. */
export function forVehicle(): { vehicle?: ChosenVehicle } {
  const vehicle = chosenVehicle()
  if (!vehicle) return {}
  const { name: _, ...chosen } = vehicle
  return { vehicle: chosen }
}

/** Chooses a vehicle for all pages and tabs; none shows all parts alike again. */
export function chooseVehicle(vehicle: NamedVehicle | undefined): void {
  stored.write(vehicle ? JSON.stringify(vehicle) : null)
  document.documentElement.toggleAttribute('data-vehicle', vehicle !== undefined)
}

/** Returns the same object for the same text. */
function parse(text: string | null): NamedVehicle | undefined {
  if (text !== last.text) last = { text, vehicle: text === null ? undefined : read(text) }
  return last.vehicle
}

function read(text: string): NamedVehicle | undefined {
  try {
    const vehicle = JSON.parse(text) as NamedVehicle | null
    return vehicle?.modelId && vehicle.year && vehicle.name ? vehicle : undefined
  } catch {
    return undefined
  }
}

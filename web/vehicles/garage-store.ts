import {
  addToGarage,
  deleteGarageVehicle,
  type GarageInput,
  type GarageVehicle,
  listGarage,
  maxGarageVehicles,
  updateGarageVehicle,
} from '#contract/garage.ts'
import type { NamedVehicle } from '#contract/chosen-vehicle.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { currentSession } from '#web/identity/session.ts'
import { browserGarage } from '#web/vehicles/browser-garage.ts'

const isSignedIn = () => currentSession().status === 'signed-in'

/** Returns the vehicles of the account, or of this browser for a visitor. */
export async function readGarage(): Promise<readonly GarageVehicle[]> {
  return isSignedIn() ? call(listGarage) : readBrowserGarage()
}

/** Keeps a vehicle once. */
export async function keepVehicle(vehicle: NamedVehicle): Promise<readonly GarageVehicle[]> {
  if (isSignedIn()) return call(addToGarage, { body: { vehicles: [inputOf({ vehicle })] } })
  const kept = readBrowserGarage()
  if (kept.some((one) => isSame(one.vehicle, vehicle))) return kept
  const added = [...kept, { _id: String(Date.now()), vehicle, name: '', plate: '', vin: '' }].slice(-maxGarageVehicles)
  browserGarage.write(JSON.stringify(added))
  return added
}

/** Changes what is known of a vehicle. */
export async function changeVehicle(id: string, body: GarageInput): Promise<readonly GarageVehicle[]> {
  if (isSignedIn()) {
    await call(updateGarageVehicle, { params: { id }, body })
    return call(listGarage)
  }
  const changed = readBrowserGarage().map((one): GarageVehicle => {
    if (one._id !== id) return one
    const { name = '', plate = '', vin = '', ...vehicle } = body
    return { _id: id, vehicle: { ...vehicle, name: one.vehicle.name }, name, plate: plate.toUpperCase(), vin }
  })
  browserGarage.write(JSON.stringify(changed))
  return changed
}

/** Removes a vehicle. */
export async function removeVehicle(id: string): Promise<readonly GarageVehicle[]> {
  if (isSignedIn()) {
    await call(deleteGarageVehicle, { params: { id } })
    return call(listGarage)
  }
  const rest = readBrowserGarage().filter(({ _id }) => _id !== id)
  browserGarage.write(rest.length > 0 ? JSON.stringify(rest) : null)
  return rest
}

let merging: Promise<void> | undefined
/** Adds the vehicles of the browser to those of the account, which keeps each once; they leave the browser when the account has them. */
export function mergeGarage(): Promise<void> {
  merging ??= merge().finally(() => (merging = undefined))
  return merging
}

async function merge(): Promise<void> {
  const vehicles = readBrowserGarage().map(inputOf)
  if (vehicles.length > 0) await add(vehicles)
  browserGarage.write(null)
}

/** Adds all at once; if the shop does not have one of them any more, the others. */
async function add(vehicles: GarageInput[]): Promise<void> {
  try {
    await call(addToGarage, { body: { vehicles } })
  } catch (error) {
    if (!(error instanceof ApiProblem && error.code === 'vehicle-not-found')) throw error
    if (vehicles.length > 1) for (const vehicle of vehicles) await add([vehicle])
  }
}

export const isSame = (a: NamedVehicle, b: NamedVehicle): boolean =>
  a.modelId === b.modelId && a.year === b.year && a.engineId === b.engineId

/** Returns what the account keeps of a vehicle: its name comes from the shop. */
export function inputOf({
  vehicle: { name: _, ...vehicle },
  name,
  plate,
  vin,
}: Pick<GarageVehicle, 'vehicle'> & Partial<GarageVehicle>): GarageInput {
  return { ...vehicle, ...(name && { name }), ...(plate && { plate }), ...(vin && { vin }) }
}

/** Returns the vehicles of this browser. What is no garage is an empty one. */
function readBrowserGarage(): GarageVehicle[] {
  try {
    const stored: unknown = JSON.parse(browserGarage.read() ?? '[]')
    return Array.isArray(stored) ? (stored as GarageVehicle[]).filter((one) => one?.vehicle?.modelId) : []
  } catch {
    return []
  }
}

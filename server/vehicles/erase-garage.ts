import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'
import { garageVehicles } from '#server/vehicles/vehicles.tables.ts'

/** Deletes the vehicles of a buyer whose account is deleted. */
export async function eraseGarage(tx: Transaction, user: { id: string }): Promise<void> {
  await tx.delete(garageVehicles).where(eq(garageVehicles.userId, user.id))
}

import { eq } from 'drizzle-orm'
import type { Transaction } from '#server/platform/database/database.ts'
import { garageVehicles } from '#server/vehicles/vehicles.tables.ts'

/** Moves the vehicles of a merged account to the one that stays. */
export async function moveGarage(
  tx: Transaction,
  { from, to }: { from: string; to: string },
): Promise<{ vehicles: number }> {
  const moved = await tx
    .update(garageVehicles)
    .set({ userId: to })
    .where(eq(garageVehicles.userId, from))
    .returning({ id: garageVehicles.id })
  return { vehicles: moved.length }
}

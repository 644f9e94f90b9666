import { sql } from 'drizzle-orm'

/** Selects the vehicles of a buyer. */
export const garageData = {
  garage: ({ id }: { id: string }) => sql`
    SELECT to_jsonb(garage_vehicles) - '{id,user_id}'::text[] AS row FROM garage_vehicles WHERE user_id = ${id} ORDER BY created_at`,
}

import { sql } from 'drizzle-orm'
import { rowDays } from '#contract/imports.ts'

/** Whether a planned import has left rows when its day came, or could not be applied: what nobody was there to see, for a week. */
export const plannedLeftOut = sql`planned_for IS NOT NULL AND (state = 'checked'
  OR state IN ('applied', 'failed') AND finished_at > now() - make_interval(days => ${rowDays})
    AND (state = 'failed' OR counts ?| ARRAY['changed-since', 'refused']))`

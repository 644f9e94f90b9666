import { currentStore } from '#contract/current-store.ts'
import { and, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'

/** Describes the first and the last day of the store of a list, as `2026-11-24`; both belong to it. */
export interface DayRange {
  from?: string | undefined
  to?: string | undefined
}

/** Returns the condition for times within a range of days; undefined without one. */
export const inDayRange = (time: PgColumn | SQL, { from, to }: DayRange): SQL | undefined =>
  and(
    from === undefined ? undefined : sql`${time} >= (${from}::date)::timestamp AT TIME ZONE ${currentStore().timeZone}`,
    to === undefined ? undefined : sql`${time} < (${to}::date + 1)::timestamp AT TIME ZONE ${currentStore().timeZone}`,
  )

import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { storeDay } from '#contract/time-zone.ts'
import { isDay } from '#web/page/day-fields.tsx'

/** Returns the days of a report in the address, this month at first, and what changes the address. */
export function useDays() {
  const [search, setSearch] = useSearchParams()
  const [today] = useState(() => storeDay(Date.now()))
  const asked = { from: search.get('from'), to: search.get('to') }
  const from = isDay(asked.from) ? asked.from : `${today.slice(0, 8)}01`
  const to = isDay(asked.to) ? asked.to : today
  const change = (part: Record<string, string>) =>
    setSearch({ ...Object.fromEntries(search), from, to, ...part }, { replace: true, preventScrollReset: true })
  return { from, to, by: search.get('by'), change }
}

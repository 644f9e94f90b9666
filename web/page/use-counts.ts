import type { Endpoint, Query, ResponseBody } from '#contract/endpoint.ts'
import { call } from '#web/api/call-endpoint.ts'
import { useQuery } from '#web/api/queries.ts'

type Counts = readonly { filter: string; count: number }[]
/** An endpoint that counts the rows of each filter of a list. */
type CountEndpoint = Endpoint & { answer: { type?: unknown } }

/** Reads the counts of the filters of a list; empty texts of the query are left out. */
export function useCounts<E extends CountEndpoint>(
  endpoint: E,
  query: { [Name in keyof Query<E>]?: string },
): ResponseBody<E> | undefined {
  const asked = Object.fromEntries(Object.entries<string | undefined>(query).filter(([, text]) => text))
  return useQuery({
    queryKey: [endpoint.name, { query: asked }],
    queryFn: async () => (await call<Endpoint>(endpoint, { query: asked })) as ResponseBody<E>,
  }).data
}

/** Returns the count of a filter, if it is known, for `ListFilter`. */
export function countOf(counts: Counts | undefined, filter: string): { count?: number } {
  const found = counts?.find((one) => one.filter === filter)
  return found ? { count: found.count } : {}
}

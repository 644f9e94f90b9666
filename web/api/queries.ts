import {
  type InfiniteData,
  keepPreviousData,
  onlineManager,
  QueryClient,
  queryOptions,
  type UndefinedInitialDataOptions,
  useInfiniteQuery,
  useMutation,
  useQuery as useQueryOf,
} from '@tanstack/react-query'
import { useState } from 'react'
import type { Endpoint, Params, ResponseBody } from '#contract/endpoint.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call, type Input } from '#web/api/call-endpoint.ts'
import { invalidateCachedCalls } from '#web/api/cached-call.ts'
import { cutPage } from '#web/api/cut-page.ts'
import { createErrorToast } from '#web/ui/toast.tsx'

/**
 * Keeps what the dashboard has fetched until the session ends: a page that is opened again shows it at once and fetches behind.
 * Public pages use `cached-call.ts`: this library alone would break their script budgets.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    // A failed call shows its reason, also offline; it is repeated by a press or when the network is back.
    queries: { gcTime: Infinity, networkMode: 'always', refetchOnReconnect: true, retry: false },
    mutations: { networkMode: 'always' },
  },
})
// The library's provider, which a page with one client does without, would subscribe it.
if (!import.meta.env.SSR) onlineManager.subscribe((isOnline) => isOnline && queryClient.getQueryCache().onOnline())

/** Describes the query of an endpoint. */
export const endpointQuery = <E extends Endpoint>(endpoint: E, ...[input]: Input<E>) =>
  queryOptions({ queryKey: [endpoint.name, input], queryFn: () => call(endpoint, ...([input] as Input<E>)) })

/** Subscribes to a query; it is fetched when the page opens, and when the network is back. */
export const useQuery = <Value, Key extends readonly unknown[]>(
  query: UndefinedInitialDataOptions<Value, Error, Value, Key>,
) => useQueryOf(query, queryClient)

/** Calls an endpoint that changes something, and fetches again what is on the screen, also after a refusal. */
export async function write<E extends Endpoint>(endpoint: E, ...input: Input<E>): Promise<ResponseBody<E>> {
  try {
    return await call(endpoint, ...input)
  } finally {
    await refetchShown()
  }
}

/** Fetches again what is on the screen, and everything else when it is shown again. */
export function refetchShown(): Promise<void> {
  invalidateCachedCalls()
  return queryClient.invalidateQueries()
}

/** Runs the action of a button; an error is a toast. `variables` is what the action was last about. */
export function useAction<Target>(work: (target: Target) => Promise<unknown>) {
  const [errorToast] = useState(createErrorToast)
  return useMutation(
    { mutationFn: work, onMutate: errorToast.clear, onError: (error) => errorToast.show(errorMessageOf(error)) },
    queryClient,
  )
}

type Row<E extends Endpoint> = ResponseBody<E> extends readonly (infer Each extends { _id: string })[] ? Each : never

const rowsPerPage = 50

/**
 * Loads a list page by page. Empty texts of the filter are left out; while another filter loads, the previous rows stay as
 * placeholder.
 */
export function useList<E extends Endpoint>(
  endpoint: E,
  { params, query = {} }: { params?: Params<E>; query?: Record<string, string> } = {},
): List<Row<E>> {
  const filter = Object.fromEntries(Object.entries(query).filter(([, text]) => text !== ''))
  const list = useInfiniteQuery(
    {
      queryKey: [endpoint.name, params, filter],
      queryFn: async ({ pageParam: after }): Promise<readonly Row<E>[]> => {
        const input = { params, query: { ...filter, limit: String(rowsPerPage + 1), ...(after && { after }) } }
        // The callers pass list endpoints with their own filters.
        return (await call<Endpoint>(endpoint, input)) as readonly Row<E>[]
      },
      initialPageParam: '',
      getNextPageParam: (page) => cutPage(page, rowsPerPage).next,
      placeholderData: keepPreviousData,
    },
    queryClient,
  )
  return {
    data: list.data?.pages.flatMap((page) => cutPage(page, rowsPerPage).rows),
    error: list.error,
    refetch: list.refetch,
    isPlaceholder: list.isPlaceholderData,
    hasMore: list.hasNextPage,
    isLoadingMore: list.isFetchingNextPage,
    loadMore: () => list.fetchNextPage({ throwOnError: true }),
  }
}

/** Describes a list as `useList` returns it. */
export interface List<Row> {
  data: readonly Row[] | undefined
  error: Error | null
  refetch: () => unknown
  /** Set while the rows are those of the filter before. */
  isPlaceholder: boolean
  hasMore: boolean
  isLoadingMore: boolean
  loadMore: () => Promise<unknown>
}

/** Shows a change in all loaded lists of an endpoint before it is sent. */
export async function changeRows<E extends Endpoint>(endpoint: E, change: (row: Row<E>) => Row<E>): Promise<void> {
  await queryClient.cancelQueries({ queryKey: [endpoint.name] })
  queryClient.setQueriesData<InfiniteData<readonly Row<E>[]>>({ queryKey: [endpoint.name] }, (list) =>
    list ? { ...list, pages: list.pages.map((page) => page.map(change)) } : list,
  )
}

import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Keeps the search text `q` and the choices of a list in the URL, for bookmarks, saved views and the back button. `allowed` has the
 * values of each choice, the first one as default, or a pattern for what is free and empty by default; `query` is what to ask the
 * server for, without the text that is still being typed.
 */
export function useListFilter<const Allowed extends Record<string, readonly string[] | RegExp>>(allowed: Allowed) {
  type Filter = { q: string } & {
    [Name in keyof Allowed]: Allowed[Name] extends readonly string[] ? Allowed[Name][number] : string
  }
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const chosen = Object.entries(allowed).map(([name, values]) => [name, readValue(values, search.get(name))])
  // Each name has one of its allowed values.
  const filter = { ...Object.fromEntries(chosen), q } as Filter
  const words = useDebouncedValue(q.trim())

  function narrow(change: { [Name in keyof Filter]?: string }): void {
    const wanted = Object.entries<string>({ ...filter, ...change }).filter(
      ([name, value]) => value !== '' && value !== defaultOf(allowed[name]),
    )
    setSearch(new URLSearchParams(wanted), { replace: true, preventScrollReset: true })
  }

  return {
    ...filter,
    words,
    query: { ...filter, q: words },
    isNarrowed: search.size > 0,
    narrow,
    clear: () => setSearch({}, { replace: true, preventScrollReset: true }),
  }
}

const defaultOf = (values: readonly string[] | RegExp | undefined): string | undefined =>
  values instanceof RegExp ? '' : values?.[0]

const readValue = (values: readonly string[] | RegExp, given: string | null): string | undefined =>
  values instanceof RegExp
    ? values.test(given ?? '')
      ? (given ?? '')
      : ''
    : (values.find((value) => value === given) ?? values[0])

/** Returns the text with a delay after the last change. */
export function useDebouncedValue(text: string, pauseMs = 250): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return settled
}

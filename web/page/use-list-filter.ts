import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'

/**
 * Keeps the search text `q` and the choices of a list in the URL, for bookmarks and the back button. `allowed` has the values of
 * each choice, the first one as default; `query` is what to ask the server for, without the text that is still being typed.
 */
export function useListFilter<const Allowed extends Record<string, readonly string[]>>(allowed: Allowed) {
  type Filter = { q: string } & { [Name in keyof Allowed]: Allowed[Name][number] }
  const [search, setSearch] = useSearchParams()
  const q = search.get('q') ?? ''
  const chosen = Object.entries(allowed).map(([name, values]) => [
    name,
    values.find((value) => value === search.get(name)) ?? values[0],
  ])
  // Each name has one of its allowed values.
  const filter = { ...Object.fromEntries(chosen), q } as Filter
  const words = useDebouncedValue(q.trim())

  function narrow(change: { [Name in keyof Filter]?: string }): void {
    const wanted = Object.entries<string>({ ...filter, ...change }).filter(
      ([name, value]) => value !== '' && value !== allowed[name]?.[0],
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

/** Returns the text with a delay after the last change. */
function useDebouncedValue(text: string, pauseMs = 250): string {
  const [settled, setSettled] = useState(text)
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pauseMs)
    return () => clearTimeout(timer)
  }, [text, pauseMs])
  return settled
}

import { useRef, useState } from 'react'

/** Describes the rows of a list that are selected. */
export interface Selection {
  ids: readonly string[]
  isSelected: (id: string) => boolean
  /** Selects a row or takes it out; with `isRange`, also the rows between it and the last one that was pressed. */
  toggle: (id: string, isRange: boolean) => void
  areAll: boolean
  areSome: boolean
  toggleAll: () => void
  clear: () => void
}

/** Keeps which of the shown rows are selected; rows that are not shown any more are not selected. */
export function useSelection(rows: readonly { _id: string }[], max = Infinity): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  const last = useRef<string>(undefined)
  const shown = rows.map(({ _id }) => _id)
  const ids = shown.filter((id) => chosen.has(id))

  function toggle(id: string, isRange: boolean) {
    const next = new Set(ids)
    const from = isRange && last.current !== undefined ? shown.indexOf(last.current) : -1
    const to = shown.indexOf(id)
    const isOn = !next.has(id)
    const touched = from < 0 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
    for (const one of touched) {
      if (!isOn) next.delete(one)
      else if (next.size < max) next.add(one)
    }
    last.current = id
    setChosen(next)
  }

  const limit = Math.min(shown.length, max)
  return {
    ids,
    isSelected: (id) => chosen.has(id),
    toggle,
    areAll: limit > 0 && ids.length >= limit,
    areSome: ids.length > 0,
    toggleAll: () => setChosen(new Set(ids.length >= limit ? [] : shown.slice(0, limit))),
    clear: () => setChosen(new Set()),
  }
}

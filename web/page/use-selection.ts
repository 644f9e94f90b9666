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
  /** Selects rows that the filter of the list finds, also those that are not shown. */
  selectMatching: (ids: readonly string[]) => void
  /** Whether rows are selected that are not shown. */
  isBeyondShown: boolean
  clear: () => void
}

interface Chosen {
  ids: ReadonlySet<string>
  /** The filter whose rows are chosen, also those that are not shown; undefined if only shown ones are. */
  matching?: string
}

/** Keeps which rows of a list are selected: shown ones, or all that its `filter` finds until it changes. At most `max`. */
export function useSelection(
  rows: readonly { _id: string }[],
  { max = Infinity, filter = '' }: { max?: number; filter?: string } = {},
): Selection {
  const [chosen, setChosen] = useState<Chosen>({ ids: new Set() })
  const last = useRef<string>(undefined)
  const shown = rows.map(({ _id }) => _id)
  const isMatching = chosen.matching === filter
  const ids = isMatching ? [...chosen.ids] : shown.filter((id) => chosen.ids.has(id))
  const isOn = new Set(ids)
  const keep = (next: ReadonlySet<string>) => setChosen({ ids: next, ...(isMatching && { matching: filter }) })

  function toggle(id: string, isRange: boolean) {
    const next = new Set(ids)
    const from = isRange && last.current !== undefined ? shown.indexOf(last.current) : -1
    const to = shown.indexOf(id)
    const touched = from < 0 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1)
    for (const one of touched) {
      if (isOn.has(id)) next.delete(one)
      else if (next.size < max) next.add(one)
    }
    last.current = id
    keep(next)
  }

  const selectable = shown.slice(0, max)
  const areAll = selectable.length > 0 && selectable.every((id) => isOn.has(id))
  return {
    ids,
    isSelected: (id) => isOn.has(id),
    toggle,
    areAll,
    areSome: ids.length > 0,
    toggleAll: () => setChosen({ ids: new Set(areAll ? [] : selectable) }),
    selectMatching: (found) => setChosen({ ids: new Set(found), matching: filter }),
    isBeyondShown: isMatching && ids.length > shown.length,
    clear: () => setChosen({ ids: new Set() }),
  }
}

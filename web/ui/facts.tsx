import type { ReactNode } from 'react'

export interface Fact {
  term: string
  value: ReactNode
  /** Stands out, as a sum does. */
  strong?: boolean
}

/** Renders terms with their values; a fact without a value is omitted. */
export function Facts({ facts }: { facts: readonly (Fact | undefined | false)[] }) {
  const shown = facts.filter((fact) => fact !== undefined && fact !== false)
  return (
    <dl className="grid gap-y-2">
      {shown.map(({ term, value, strong }) => (
        <div
          key={term}
          className={`flex flex-wrap justify-between gap-x-6 gap-y-0.5 ${strong ? 'text-lg font-bold not-first:border-t not-first:border-base-300 not-first:pt-2' : ''}`}
        >
          <dt className={strong ? '' : 'muted'}>{term}</dt>
          <dd className="min-w-0 wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  )
}

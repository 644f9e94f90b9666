import type { ReactNode } from 'react'
import { moneyText } from '#web/ui/money.tsx'

/** Keeps a total with its button at the bottom of the screen where there is no column for it; what has the focus stays above it. */
export function TotalBar({
  total,
  note,
  children,
}: {
  total: number | undefined
  /** What the total is without. */
  note?: string | undefined
  children: ReactNode
}) {
  return (
    <div
      id="total-bar"
      className="sticky bottom-0 z-20 -mx-4 mt-4 flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-base-300 bg-base-100 px-4 py-3 shadow-lift xl:hidden"
    >
      <p>
        <span className="figures block font-heading text-2xl font-bold">
          {total === undefined ? '–' : moneyText(total)}
        </span>
        {note === undefined ? null : <span className="muted block text-sm">{note}</span>}
      </p>
      {children}
    </div>
  )
}

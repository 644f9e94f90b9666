import { useEffect, useRef } from 'react'
import type { Tool } from '#contract/catalog.ts'
import { compareForm, maxCompared, toggleCompared, useComparedProducts } from '#web/catalog/compare/compare-choice.ts'
import { t } from '#web/i18n/messages.ts'

/** Chooses a product of a list to be compared. Without scripts it belongs to the form of the bar. */
export function CompareTick({
  product: { _id: id, name },
  className = '',
}: {
  product: Pick<Tool, '_id' | 'name'>
  className?: string
}) {
  const chosen = useComparedProducts()
  const isChosen = chosen.some((product) => product.id === id)
  const box = useRef<HTMLInputElement>(null)
  useEffect(() => {
    // The box may have been ticked before the scripts took over.
    if (box.current?.checked && !isChosen) toggleCompared({ id, name })
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [])
  return (
    <label
      className={`inline-flex min-h-11 cursor-pointer items-center gap-2 text-sm font-semibold has-disabled:cursor-default has-disabled:opacity-60 xl:min-h-9 print:hidden ${className}`}
    >
      <input
        ref={box}
        type="checkbox"
        name="p"
        value={id}
        form={compareForm}
        checked={isChosen}
        disabled={!isChosen && chosen.length >= maxCompared}
        onChange={() => toggleCompared({ id, name })}
        aria-label={t('compare.tick-this', { name })}
        className="size-4"
      />
      <span aria-hidden="true">{t('compare.tick')}</span>
    </label>
  )
}

import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { t } from '#web/i18n/messages.ts'

/** Renders rows whose order matters, with buttons that move and remove them; the focus goes along with a moved row. */
export function OrderedList<Row extends { id: string }>(props: {
  rows: readonly Row[]
  label: string
  /** Returns what to call a row by its number from 1 on. */
  nameOf: (number: number) => string
  /** Whether a row can be moved above the first one, too. */
  canLead?: boolean
  onMove: (from: number, to: number) => void
  onRemove: (index: number) => void
  children: (row: Row, index: number) => ReactNode
}) {
  const { rows, label, nameOf, canLead = false, onMove, onRemove, children } = props
  const list = useRef<HTMLOListElement>(null)
  const [news, setNews] = useState('')

  function move(from: number, to: number) {
    flushSync(() => onMove(from, to))
    setNews(to < 0 ? '' : t('ui.moved', { name: nameOf(from + 1), number: to + 1, count: rows.length }))
    const buttons = list.current?.children[Math.max(to, 0)]?.querySelectorAll<HTMLButtonElement>('button[data-move]')
    const [up, down] = buttons ?? []
    // At an end of the list the button that was pressed is disabled now.
    const inOrder = to < from ? [up, down] : [down, up]
    inOrder.find((button) => button && !button.disabled)?.focus()
  }

  const square = 'btn btn-square btn-ghost min-h-11 w-11'
  return (
    <>
      {rows.length > 0 ? (
        <ol ref={list} aria-label={label} className="grid gap-3">
          {rows.map((row, index) => (
            <li key={row.id} className="flex flex-wrap items-end gap-2 rounded-field border border-base-300 p-3">
              <div className="min-w-0 grow">{children(row, index)}</div>
              <span className="flex">
                <button
                  type="button"
                  data-move="up"
                  className={square}
                  aria-label={t('ui.move-up', { name: nameOf(index + 1) })}
                  disabled={index === 0 && !canLead}
                  onClick={() => move(index, index - 1)}
                >
                  <ArrowUp aria-hidden="true" size={18} />
                </button>
                <button
                  type="button"
                  data-move="down"
                  className={square}
                  aria-label={t('ui.move-down', { name: nameOf(index + 1) })}
                  disabled={index === rows.length - 1}
                  onClick={() => move(index, index + 1)}
                >
                  <ArrowDown aria-hidden="true" size={18} />
                </button>
                <button
                  type="button"
                  className={`${square} text-error`}
                  aria-label={t('ui.remove', { name: nameOf(index + 1) })}
                  onClick={() => onRemove(index)}
                >
                  <Trash2 aria-hidden="true" size={18} />
                </button>
              </span>
            </li>
          ))}
        </ol>
      ) : null}
      <p role="status" className="sr-only">
        {news}
      </p>
    </>
  )
}

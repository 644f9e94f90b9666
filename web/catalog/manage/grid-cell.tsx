import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react'
import type { ManagedTool } from '#contract/catalog.ts'
import type { CellField } from '#contract/product-selection.ts'
import { ApiProblem, errorMessageOf } from '#web/api/api-problem.ts'
import { priceRule } from '#web/catalog/product-field-rules.ts'
import { amountInput, numberInput, readAmount, readWhole } from '#web/i18n/typed-number.ts'
import { t } from '#web/i18n/messages.ts'

export interface CellEdit {
  product: ManagedTool
  field: CellField
  was: number
  value: number
}

const leastUnits = { minOrder: 1, available: 0 }
const maxUnits = 1_000_000

const textOf = (field: CellField, value: number) => (field === 'price' ? amountInput(value) : numberInput(value))

/** Reads a price as people of the store's region type it, such as `9,999.50`; returns it, or what is wrong. */
function readPrice(text: string): number | string {
  const refusal = priceRule(text)
  return refusal === true ? readAmount(text) : refusal
}

const isDifference = (field: CellField, text: string) => field === 'available' && /^\s*[-+\u2212]/.test(text)

/** Reads what was typed, stock also as a difference such as `+5`. Returns the figure, or what is wrong. */
function readFigure(field: CellField, text: string, current: number): number | string {
  if (field === 'price') return readPrice(text)
  const units = readWhole(text) + (isDifference(field, text) ? current : 0)
  return units >= leastUnits[field] && units <= maxUnits ? units : t(`grid.invalid.${field}`)
}

/**
 * Edits one figure of a product within the table, as in a spreadsheet: Enter and the arrow keys go on, Escape takes back what was
 * typed, leaving the cell saves it. A refusal stands below, and what was typed stays.
 */
export function GridCell(props: {
  product: ManagedTool
  field: CellField
  label: string
  save: (edit: CellEdit) => Promise<void>
}) {
  const { product, field, label, save } = props
  const saved = product[field]
  const [text, setText] = useState(textOf(field, saved))
  const [problem, setProblem] = useState<string>()
  const [state, setState] = useState<'idle' | 'saving' | 'saved'>('idle')
  /** The figure that what is typed is about: what stood there when typing began. */
  const seen = useRef(saved)
  const isTyped = useRef(false)
  /** What is typed now: it may be more than what is on its way. */
  const typed = useRef(text)
  /** Set when the cell was left again before the answer. */
  const isLeftAgain = useRef(false)
  const id = useId()
  useEffect(() => {
    if (isTyped.current) return
    seen.current = saved
    typed.current = textOf(field, saved)
    setText(typed.current)
  }, [field, saved])

  function type(value: string, byPerson: boolean) {
    isTyped.current = byPerson
    typed.current = value
    setText(value)
  }

  function restore(value: number) {
    type(textOf(field, value), false)
    seen.current = value
    setProblem(undefined)
  }

  async function commit() {
    if (!isTyped.current) return
    isLeftAgain.current = state === 'saving'
    if (!isLeftAgain.current) await saveTyped()
  }

  async function saveTyped(current = saved): Promise<void> {
    const sent = typed.current
    const value = readFigure(field, sent, seen.current)
    if (typeof value === 'string') return setProblem(value)
    if (value === seen.current && current === seen.current) return restore(current)
    setState('saving')
    setProblem(undefined)
    try {
      const now = await send(sent, value)
      seen.current = now
      setState('saved')
      if (typed.current === sent) restore(now)
      // What was typed meanwhile stays, and is saved if the cell was left.
      else if (isTyped.current && isLeftAgain.current) await saveTyped(now)
    } catch (error) {
      setState('idle')
      const other = currentOf(error)
      if (other === undefined) return setProblem(errorMessageOf(error))
      // Saving once more is meant: the person has seen what it is now.
      seen.current = other
      setProblem(t('grid.changed', { current: textOf(field, other) }))
    }
  }

  /** Saves a figure; a difference such as `+5` is about whatever the stock is by then. */
  async function send(sent: string, value: number): Promise<number> {
    try {
      await save({ product, field, was: seen.current, value })
      return value
    } catch (error) {
      const current = currentOf(error)
      if (current === undefined || !isDifference(field, sent)) throw error
      const other = readFigure(field, sent, current)
      if (typeof other === 'string') throw error
      await save({ product, field, was: current, value: other })
      return other
    }
  }

  function onKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    const { key, shiftKey, currentTarget: input } = event
    if (key === 'Escape' && (isTyped.current || problem !== undefined)) {
      event.preventDefault()
      return restore(saved)
    }
    const isAtStart = input.selectionStart === 0 && input.selectionEnd === input.value.length
    const step = {
      Enter: [shiftKey ? -1 : 1, 0],
      ArrowDown: [1, 0],
      ArrowUp: [-1, 0],
      ArrowRight: isAtStart ? [0, 1] : undefined,
      ArrowLeft: isAtStart ? [0, -1] : undefined,
    }[key]
    if (!step) return
    event.preventDefault()
    if (!move(input, step[0] ?? 0, step[1] ?? 0)) void commit()
  }

  return (
    <span className="inline-block">
      <input
        data-cell={field}
        inputMode={field === 'price' ? 'decimal' : 'text'}
        autoComplete="off"
        aria-label={label}
        aria-invalid={problem ? true : undefined}
        aria-describedby={problem ? id : undefined}
        aria-busy={state === 'saving' || undefined}
        value={text}
        onChange={({ target }) => {
          setState((now) => (now === 'saving' ? now : 'idle'))
          type(target.value, true)
        }}
        onFocus={({ currentTarget }) => currentTarget.select()}
        onBlur={() => void commit()}
        onKeyDown={onKeyDown}
        className={`figures input input-sm min-h-9 px-2 text-right text-base pointer-coarse:min-h-11 ${field === 'price' ? 'w-26' : 'w-22'} ${problem ? 'input-error' : state === 'saved' ? 'border-success' : 'border-base-content/35'}`}
      />
      <span role="status" className="sr-only">
        {state === 'saved' ? t('grid.saved', { what: label }) : ''}
      </span>
      {problem ? (
        <span
          id={id}
          role="alert"
          className="mt-1 block max-w-44 text-left text-sm font-medium whitespace-normal text-error"
        >
          {problem}
        </span>
      ) : null}
    </span>
  )
}

/** Returns the figure that somebody else has changed it to, if that is why it was refused. */
function currentOf(error: unknown): number | undefined {
  const current = error instanceof ApiProblem && error.code === 'cell-changed' ? error.facts['current'] : undefined
  return typeof current === 'number' ? current : undefined
}

/** Moves the focus by rows and columns of cells; returns false at an edge. */
function move(input: HTMLInputElement, rows: number, columns: number): boolean {
  const row = input.closest('tr')
  const table = input.closest('table')
  if (!row || !table) return false
  if (columns !== 0) {
    const cells = [...row.querySelectorAll<HTMLInputElement>('input[data-cell]')]
    const next = cells[cells.indexOf(input) + columns]
    next?.focus()
    return next !== undefined
  }
  const column = [...table.querySelectorAll<HTMLInputElement>(`input[data-cell="${input.dataset['cell']}"]`)]
  const next = column[column.indexOf(input) + rows]
  next?.focus()
  return next !== undefined
}

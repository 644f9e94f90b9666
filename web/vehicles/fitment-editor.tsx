import { FileText, Plus, Trash2 } from 'lucide-react'
import {
  type ClipboardEvent,
  type KeyboardEvent,
  type Ref,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react'
import { getStoredFitments, readFitsText, type StoredFitments, writeFitments } from '#contract/fitments.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import {
  type FitKind,
  fitKinds,
  fitPositions,
  listVehicleEngines,
  listVehicleMakes,
  listVehicleModels,
} from '#contract/vehicles.ts'
import { ApiProblem, errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { fieldMessages } from '#web/api/field-messages.ts'
import { endpointQuery, useQuery, write } from '#web/api/queries.ts'
import { t } from '#web/i18n/messages.ts'
import { FormDialog } from '#web/page/form-dialog.tsx'
import { useDraft } from '#web/page/form-drafts.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { FormError } from '#web/ui/form-error.tsx'
import { Section } from '#web/ui/section.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import {
  emptyFitment,
  type FitmentColumn,
  fitmentColumns,
  positionLabel,
  readFitment,
  readPastedFitments,
  type TypedFitment,
  typeFitment,
} from '#web/vehicles/typed-fitment.ts'

interface Row extends TypedFitment {
  key: string
  error?: string
}

const newRow = (typed: TypedFitment = emptyFitment): Row => ({ ...typed, key: crypto.randomUUID() })
const isEmpty = (row: Row) => fitmentColumns.every((column) => row[column].trim() === '')

/** Saves what was changed; false if it is refused, which the editor says. */
export interface SavesVehicles {
  save: () => Promise<boolean>
}

/** Edits which vehicles a product fits: rows are typed, pasted from a spreadsheet or read from a text, and saved together. */
export function FitmentEditor({ productId, ref }: { productId: string; ref?: Ref<SavesVehicles> }) {
  const query = useQuery({
    ...endpointQuery(getStoredFitments, { params: { id: productId } }),
    // Rows that are being typed are not loaded over.
    refetchOnWindowFocus: false,
  })
  const [version, setVersion] = useState(0)
  return (
    <Section title={t('fitments.title')} text={t('fitments.text')}>
      <QueryView
        query={query}
        placeholder={<SkeletonRows rows={3} label={t('fitments.loading')} />}
        failed={t('fitments.failed')}
      >
        {(stored) => (
          <Grid
            key={version}
            ref={ref}
            productId={productId}
            latest={stored}
            onReload={() => setVersion((before) => before + 1)}
          />
        )}
      </QueryView>
    </Section>
  )
}

/** Edits the rows as they were when it was opened; `onReload` opens it with the latest ones. */
function Grid({
  productId,
  ref,
  latest,
  onReload,
}: {
  productId: string
  ref: Ref<SavesVehicles> | undefined
  latest: StoredFitments
  onReload: () => void
}) {
  const [stored] = useState(latest)
  const [kind, setKind] = useState<FitKind>(stored.kind)
  const [isComplete, setIsComplete] = useState(stored.isComplete)
  const [rows, setRows] = useState<readonly Row[]>(() => stored.fitments.map((row) => newRow(typeFitment(row))))
  const [isChanged, setIsChanged] = useState(false)
  const [addsEngines, setAddsEngines] = useState(false)
  const [asksEngines, setAsksEngines] = useState(false)
  const [busy, setBusy] = useState(false)
  const [failure, setFailure] = useState<string>()
  const [leftover, setLeftover] = useState<readonly string[]>([])
  const [isReading, setIsReading] = useState(false)
  const [focused, setFocused] = useState<string>()
  const [refusals, setRefusals] = useState(0)
  const grid = useRef<HTMLOListElement>(null)
  const lists = useId()
  useDraft(
    `fitments-${productId}`,
    () => (isChanged ? { kind, isComplete, rows, seen: stored.seen } : {}),
    (draft) => {
      // Written by the line above; rows of before another change would replace it unseen.
      const kept = draft as { kind: FitKind; isComplete: boolean; rows: Row[]; seen: string }
      if (kept.seen !== stored.seen) return
      setKind(kept.kind)
      setIsComplete(kept.isComplete)
      setRows(kept.rows)
      setIsChanged(true)
    },
  )
  useEffect(() => {
    if (refusals > 0) grid.current?.querySelector<HTMLElement>('li[data-refused] input')?.focus()
  }, [refusals])

  function change(next: (all: readonly Row[]) => readonly Row[]) {
    setIsChanged(true)
    setRows(next)
  }
  const set = (key: string, column: FitmentColumn, text: string) =>
    change((all) =>
      all.map((row) => {
        if (row.key !== key) return row
        const { error: _, ...rest } = row
        return { ...rest, [column]: text }
      }),
    )
  function add(typed: readonly TypedFitment[]) {
    setKind('vehicles')
    change((all) => [...all.filter((row) => !isEmpty(row)), ...typed.map(newRow)])
    toast.success(t('fitments.pasted', { count: typed.length }))
  }

  function paste(event: ClipboardEvent) {
    const text = event.clipboardData.getData('text')
    if (!text.includes('\t')) return
    const typed = readPastedFitments(text)
    if (typed.length === 0) return
    event.preventDefault()
    add(typed)
  }

  /** Goes to the same column of the next row with Enter; the last row gets one behind it. */
  function move(event: KeyboardEvent<HTMLElement>, column: FitmentColumn, index: number) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (index === rows.length - 1) change((all) => [...all, newRow()])
    requestAnimationFrame(() =>
      grid.current?.querySelectorAll<HTMLElement>(`[data-column="${column}"]`)[index + 1]?.focus(),
    )
  }

  async function read(data: FormData) {
    const text = formText(data, 'text')
    if (text.includes('\t')) return add(readPastedFitments(text))
    const found = await call(readFitsText, { body: { text } })
    setLeftover(found.leftover)
    if (found.fitments.length > 0) add(found.fitments.map(typeFitment))
    else if (found.leftover.length === 0) toast.warning(t('fitments.nothing-read'))
  }

  function refuse(errors: ReadonlyMap<string, string>, message: string) {
    setRows((all) => all.map((row) => ({ ...row, error: errors.get(row.key) ?? '' })))
    setFailure(message)
    setRefusals((count) => count + 1)
    return false
  }

  useImperativeHandle(ref, () => ({ save: async () => !isChanged || save() }))

  async function save(): Promise<boolean> {
    const typed = kind === 'vehicles' ? rows.filter((row) => !isEmpty(row)) : []
    const sent = typed.map((row) => ({ key: row.key, read: readFitment(row) }))
    const wrong = sent.flatMap(({ key, read: one }) => ('error' in one ? [[key, one.error] as const] : []))
    if (wrong.length > 0) return refuse(new Map(wrong), t('fitments.refused', { count: wrong.length }))
    setBusy(true)
    setFailure(undefined)
    try {
      const { outsideYears } = await write(writeFitments, {
        params: { id: productId },
        body: {
          kind,
          isComplete: kind === 'vehicles' && isComplete,
          fitments: sent.flatMap(({ read: one }) => ('row' in one ? [one.row] : [])),
          seen: stored.seen,
          ...(addsEngines && { addsEngines }),
        },
      })
      setIsChanged(false)
      toast.success(t('fitments.saved', { count: sent.length }))
      if (outsideYears > 0) toast.info(t('fitments.outside-years', { count: outsideYears }))
      onReload()
      return true
    } catch (error) {
      const messages = error instanceof ApiProblem ? [...fieldMessages(error.errors)] : []
      const errors = new Map<string, string>()
      for (const [field, message] of messages) {
        const [, , index, column] = field.split('/')
        const key = sent[Number(index)]?.key
        const label = fitmentColumns.find((one) => one === column)
        if (key !== undefined)
          errors.set(
            key,
            [errors.get(key), `${label ? t(`fitments.${label}`) : ''}: ${message}`].filter(Boolean).join(' · '),
          )
      }
      if (error instanceof ApiProblem) setAsksEngines(error.errors.some(({ code }) => code === 'engine-unknown'))
      return refuse(errors, errorMessageOf(error))
    } finally {
      setBusy(false)
    }
  }

  const focusedRow = rows.find(({ key }) => key === focused)
  return (
    <Card>
      <form
        onPaste={paste}
        onSubmit={(event) => {
          event.preventDefault()
          void save()
        }}
        className="grid gap-5"
      >
        <div className="grid items-end gap-5 sm:grid-cols-2">
          <Select
            label={t('audit.field.fitKind')}
            choices={fitKinds.map((value) => ({ value, label: t(`fit-kind.${value}`) }))}
            value={kind}
            onChoose={(value) => {
              setKind(value)
              setIsChanged(true)
            }}
          />
          {kind === 'vehicles' ? (
            <label className="flex min-h-11 items-center gap-3">
              <input
                type="checkbox"
                className="checkbox"
                checked={isComplete}
                onChange={({ target }) => {
                  setIsComplete(target.checked)
                  setIsChanged(true)
                }}
              />
              {t('fitments.complete')}
            </label>
          ) : null}
        </div>
        {kind === 'vehicles' ? (
          <>
            <Suggestions id={lists} row={focusedRow} />
            <ol ref={grid} className="grid gap-3">
              {rows.map((row, index) => (
                <GridRow
                  key={row.key}
                  row={row}
                  index={index}
                  lists={lists}
                  onFocus={() => setFocused(row.key)}
                  onChange={(column, text) => set(row.key, column, text)}
                  onMove={(event, column) => move(event, column, index)}
                  onRemove={() => change((all) => all.filter(({ key }) => key !== row.key))}
                />
              ))}
            </ol>
            <p className="flex flex-wrap gap-3">
              <Button variant="outline" onClick={() => change((all) => [...all, newRow()])}>
                <Plus aria-hidden="true" size={18} /> {t('word.add-row')}
              </Button>
              <Button variant="outline" onClick={() => setIsReading(true)}>
                <FileText aria-hidden="true" size={18} /> {t('fitments.paste')}
              </Button>
            </p>
            {leftover.length > 0 ? (
              <p role="status" className="rounded-box border border-warning bg-warning/15 p-3 wrap-anywhere">
                {t('fitments.leftover', { words: leftover.join(' · ') })}
              </p>
            ) : null}
          </>
        ) : null}
        {asksEngines ? (
          <label className="flex min-h-11 items-center gap-3">
            <input
              type="checkbox"
              className="checkbox"
              checked={addsEngines}
              onChange={({ target }) => setAddsEngines(target.checked)}
            />
            {t('fitments.add-engines')}
          </label>
        ) : null}
        <FormError text={failure} />
        <p className="flex flex-wrap gap-3">
          <Button type="submit" busy={busy} disabled={!isChanged}>
            {t('fitments.save')}
          </Button>
          {latest.seen === stored.seen ? null : (
            <Button variant="outline" onClick={onReload}>
              {t('fitments.reload')}
            </Button>
          )}
        </p>
      </form>
      <FormDialog
        open={isReading}
        wide
        title={t('fitments.paste')}
        text={t('fitments.paste-text')}
        saveLabel={t('fitments.read')}
        onSend={read}
        onClose={() => setIsReading(false)}
      >
        <TextArea name="text" label={t('fitments.paste-label')} rows={8} required maxLength={maxLengths.description} />
      </FormDialog>
    </Card>
  )
}

const widths: Record<FitmentColumn, string> = {
  make: 'lg:col-span-2',
  family: 'lg:col-span-2',
  generation: 'lg:col-span-2',
  from: '',
  to: '',
  engine: 'lg:col-span-2',
  position: 'lg:col-span-2',
  condition: 'max-lg:col-span-2 lg:col-span-3',
  note: 'max-lg:col-span-2 lg:col-span-2',
  builtFrom: 'lg:col-span-2',
  builtTo: 'lg:col-span-2',
}
const suggested: readonly FitmentColumn[] = ['make', 'family', 'generation', 'engine']

function GridRow({
  row,
  index,
  lists,
  onFocus,
  onChange,
  onMove,
  onRemove,
}: {
  row: Row
  index: number
  lists: string
  onFocus: () => void
  onChange: (column: FitmentColumn, text: string) => void
  onMove: (event: KeyboardEvent<HTMLElement>, column: FitmentColumn) => void
  onRemove: () => void
}) {
  const errorId = useId()
  const invalid = row.error ? { 'aria-invalid': true, 'aria-describedby': errorId } : {}
  const field = 'input min-h-10 w-full min-w-0 border-base-content/35 px-2 text-base'
  return (
    <li
      data-refused={row.error ? true : undefined}
      onFocus={onFocus}
      className={`grid gap-2 rounded-field border p-2 ${row.error ? 'border-error' : 'border-base-300'}`}
    >
      <div
        role="group"
        aria-label={t('fitments.row', { row: index + 1 })}
        className="grid grid-cols-2 gap-2 lg:grid-cols-12"
      >
        {fitmentColumns.map((column) => (
          <label key={column} className={`grid min-w-0 content-end gap-0.5 ${widths[column]}`}>
            <span className="muted text-xs">{t(`fitments.${column}`)}</span>
            {column === 'position' ? (
              <select
                {...invalid}
                data-column={column}
                className={`${field} appearance-auto`}
                value={row.position}
                onChange={({ target }) => onChange(column, target.value)}
              >
                <option value="">–</option>
                {fitPositions.map((position) => (
                  <option key={position} value={position}>
                    {positionLabel(position)}
                  </option>
                ))}
                {row.position === '' || fitPositions.some((one) => one === row.position) ? null : (
                  <option value={row.position}>{row.position}</option>
                )}
              </select>
            ) : (
              <input
                {...invalid}
                data-column={column}
                className={field}
                type={column === 'builtFrom' || column === 'builtTo' ? 'date' : 'text'}
                inputMode={column === 'from' || column === 'to' ? 'numeric' : undefined}
                maxLength={
                  column === 'condition' || column === 'note' ? maxLengths.fitmentText : maxLengths.vehicleName
                }
                autoComplete="off"
                list={suggested.includes(column) ? `${lists}-${column}` : undefined}
                value={row[column]}
                onChange={({ target }) => onChange(column, target.value)}
                onKeyDown={(event) => onMove(event, column)}
              />
            )}
          </label>
        ))}
        <div className="flex items-end justify-end">
          <Button
            variant="quiet"
            size="sm"
            className="text-error"
            aria-label={t('fitments.remove', { row: index + 1 })}
            onClick={onRemove}
          >
            <Trash2 aria-hidden="true" size={18} />
          </Button>
        </div>
      </div>
      {row.error ? (
        <p id={errorId} className="text-sm font-medium text-error">
          {row.error}
        </p>
      ) : null}
    </li>
  )
}

const isNamed = (a: string, b: string) => a.trim().toLowerCase() === b.trim().toLowerCase()

/** Proposes the vehicles of the shop while a row is typed. */
function Suggestions({ id, row }: { id: string; row: Row | undefined }) {
  const makes = useQuery(endpointQuery(listVehicleMakes)).data ?? []
  const make = row && makes.find(({ name }) => isNamed(name, row.make))
  const modelsQuery = useQuery({
    ...endpointQuery(listVehicleModels, { params: { id: String(make?.id) } }),
    enabled: make !== undefined,
  })
  const models = (make && modelsQuery.data) ?? []
  const ofFamily = models.filter(({ family }) => row && isNamed(family, row.family))
  const model = ofFamily.find(({ generation = '' }) => row && isNamed(generation, row.generation))
  const enginesQuery = useQuery({
    ...endpointQuery(listVehicleEngines, { params: { id: String(model?.id) } }),
    enabled: model !== undefined,
  })
  const engines = (model && enginesQuery.data) ?? []
  const choices: Partial<Record<FitmentColumn, readonly string[]>> = {
    make: makes.map(({ name }) => name),
    family: [...new Set(models.map(({ family }) => family))],
    generation: ofFamily.flatMap(({ generation }) => generation ?? []),
    engine: engines.map(({ name }) => name),
  }
  return suggested.map((column) => (
    <datalist key={column} id={`${id}-${column}`}>
      {choices[column]?.map((text) => (
        <option key={text} value={text} />
      ))}
    </datalist>
  ))
}

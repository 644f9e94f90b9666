import { CalendarClock } from 'lucide-react'
import type { ReactNode } from 'react'
import { useEffect, useRef, useState } from 'react'
import {
  applyImport,
  cancelImport,
  getImport,
  type ImportDetails,
  runningStates,
  undoHours,
  undoImport,
} from '#contract/imports.ts'
import { Link, useNavigate } from 'react-router'
import { type PriceList, updatePriceList } from '#contract/pricing.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { ColumnChoices } from '#web/imports/column-choices.tsx'
import { ErrorGroups } from '#web/imports/error-groups.tsx'
import { FileReading } from '#web/imports/file-reading.tsx'
import { FirstRows } from '#web/imports/first-rows.tsx'
import { FixButton, useFixes } from '#web/imports/fix-button.tsx'
import { kindLabels, resultText } from '#web/imports/import-labels.ts'
import { ImportRows } from '#web/imports/import-rows.tsx'
import { type ImportWarningCode, isGreatChange } from '#contract/import-errors.ts'
import { updateImportSource } from '#contract/import-sources.ts'
import { type EditedSource, SourceDialog } from '#web/imports/source-dialog.tsx'
import { ImportWarnings } from '#web/imports/import-warnings.tsx'
import { StateBadge } from '#web/imports/imports.route.tsx'
import { currentLanguage, currentLocale } from '#web/i18n/language.ts'
import { isDay } from '#web/page/day-fields.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { Field } from '#web/ui/field.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { calendarDayText } from '#web/i18n/calendar-day.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/import.route.ts'

export const handle = staffWith(['catalog', 'prices', 'customers'])

export const meta: Route.MetaFunction = () => hiddenPage(t('imports.page-title'))

const list = '/dashboard/imports'
const pollMs = 700
const fitsReadLater: ImportWarningCode = 'fits-read-later'
const stockRepeated: ImportWarningCode = 'stock-repeated'

export default function ImportRoute({ params: { id } }: Route.ComponentProps) {
  const query = useQuery({
    ...endpointQuery(getImport, { params: { id }, query: { language: currentLanguage() } }),
    refetchInterval: ({ state: { data } }) => (data && runningStates.includes(data.state) ? pollMs : false),
  })
  const state = query.data?.state
  const [first, setFirst] = useState(state)
  if (first === undefined && state !== undefined) setFirst(state)
  // Also back to the state that was seen first, as where the shop compares again what it had compared.
  const [hasMoved, setMoved] = useState(false)
  if (!hasMoved && first !== undefined && first !== state) setMoved(true)
  if (query.error instanceof ApiProblem && query.error.status === 404) {
    return (
      <EmptyState
        heading="h1"
        title={t('imports.gone')}
        text={t('imports.gone-text')}
        action={<ButtonLink to={list}>{t('imports.title')}</ButtonLink>}
      />
    )
  }
  return (
    <>
      <BackLink to={list}>{t('imports.title')}</BackLink>
      <QueryView
        query={query}
        placeholder={<SkeletonRows rows={6} label={t('imports.loading')} />}
        failed={t('imports.failed')}
      >
        {(found) => (
          <>
            <PageHeading
              eyebrow={t(kindLabels[found.kind])}
              title={<span className="wrap-anywhere">{found.fileName}</span>}
              text={t('imports.rows-of-file', { rows: found.rows })}
              action={<StateBadge {...found} />}
            />
            {found.program ? (
              <p role="note" className="mt-4 max-w-3xl rounded-field border border-info/40 bg-info/10 px-4 py-3">
                {t('imports.program', { program: found.program })}
              </p>
            ) : null}
            <OfSchedule {...found} />
            <div className="mt-6">
              <Step found={found} hasMoved={hasMoved} />
            </div>
          </>
        )}
      </QueryView>
    </>
  )
}

/** Says which schedule has fetched the file, and why it was not applied by itself. */
function OfSchedule({ source, exceeded = [], state }: ImportDetails) {
  const pausing = useAction((id: string) => write(updateImportSource, { params: { id }, body: { paused: true } }))
  if (!source) return null
  return (
    <div role="note" className="mt-4 max-w-3xl rounded-field border border-info/40 bg-info/10 px-4 py-3 wrap-anywhere">
      <p>
        <Link to="/dashboard/import-sources" className="link">
          {t('import-sources.by-schedule', { name: source.name })}
        </Link>
      </p>
      {exceeded.length > 0 && (state === 'checked' || state === 'cancelled') ? (
        <p className="mt-2">
          <span className="font-semibold">{t('import-sources.why-waiting')}</span> {exceeded.join(' ')}
        </p>
      ) : null}
      {state === 'undone' && !source.paused ? (
        <>
          <p className="mt-2">{t('import-sources.brings-back')}</p>
          <Button
            variant="outline"
            size="sm"
            className="mt-2"
            busy={pausing.isPending}
            onClick={() => pausing.mutate(source._id)}
          >
            {t('import-sources.pause')}
          </Button>
        </>
      ) : null}
      {state === 'undone' && source.paused ? <p className="mt-2">{t('import-sources.is-paused')}</p> : null}
    </div>
  )
}

function Step({ found, hasMoved }: { found: ImportDetails; hasMoved: boolean }) {
  // A file that is read again keeps the page, and with it the focus.
  const [choosing, setChoosing] = useState(false)
  if (found.state === 'uploaded' || (choosing && found.state === 'checked')) {
    return (
      <>
        <FileReading found={found} />
        <FirstRows found={found} />
        <ColumnChoices
          key={[found.kind, ...found.columns.map(({ header, field }) => `${header} ${field}`)].join('\n')}
          found={found}
          onDone={() => setChoosing(false)}
        />
      </>
    )
  }
  if (runningStates.includes(found.state)) return <Running found={found} />
  if (found.state === 'planned') return <Planned found={found} />
  if (found.state === 'checked') return <Checked found={found} hasMoved={hasMoved} onChoose={() => setChoosing(true)} />
  return <Finished found={found} />
}

const progressLabels = {
  mapped: 'imports.comparing',
  applying: 'imports.applying',
  undoing: 'imports.undoing',
} as const

function Running({ found: { _id, state, done, total, pictures } }: { found: ImportDetails }) {
  const cancelling = useAction(() => write(cancelImport, { params: { id: _id } }))
  const label = progressLabels[state === 'applying' || state === 'undoing' ? state : 'mapped']
  const isStoring = state === 'mapped' && pictures !== undefined && pictures.done < pictures.total
  return (
    <Card>
      <div aria-live="polite">
        {isStoring ? (
          <Progress label={t('imports.storing-pictures', pictures)} value={pictures.done / pictures.total} />
        ) : (
          <Progress label={t(label, { done, total })} value={total === 0 ? 0 : done / total} />
        )}
      </div>
      <p className="muted mt-4">{t('imports.leave-page')}</p>
      {state === 'undoing' ? null : (
        <div className="mt-4">
          <Button variant="outline" busy={cancelling.isPending} onClick={() => cancelling.mutate(undefined)}>
            {t(state === 'applying' ? 'word.stop' : 'imports.cancel')}
          </Button>
        </div>
      )}
    </Card>
  )
}

function Checked(props: { found: ImportDetails; hasMoved: boolean; onChoose: () => void }) {
  const { found, hasMoved, onChoose } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const result = resultText(found)
  const shown = useRef(result)
  // What was looked at before is elsewhere on the page by now, also where the shop compared faster than the page asked.
  useEffect(() => {
    if (!hasMoved && shown.current === result) return
    shown.current = result
    window.scrollTo({ top: 0 })
    heading.current?.focus({ preventScroll: true })
  }, [hasMoved, result])

  const { _id, counts } = found
  const count = (counts.new ?? 0) + (counts.changed ?? 0)
  const applying = useApply(found)
  const cancelling = useAction(() => write(cancelImport, { params: { id: _id } }))
  const fixing = useFixes(_id)
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className="mb-2 text-2xl outline-none">
        {result}
      </h2>
      <Note>
        {count > 0
          ? t('imports.checked-text')
          : counts.error
            ? t(canBeMended(found) ? 'imports.checked-fixes' : 'imports.checked-errors', { count: counts.error })
            : t('imports.checked-nothing', { count: found.rows })}
      </Note>
      {found.plannedFor ? (
        <Warning>
          <p>{t('imports.planned-by', { day: calendarDayText(found.plannedFor) })}</p>
        </Warning>
      ) : null}
      {found.changedFields.length > 0 ? (
        <p className="figures mt-4 max-w-3xl wrap-anywhere">{changedText(found)}</p>
      ) : null}
      <ErrorGroups found={found} />
      <ImportWarnings warnings={found.warnings}>
        {!found.isEdit && found.warnings.some(({ code }) => code === stockRepeated) ? (
          <p>
            <FixButton {...{ found, fixing }} fix={{ fix: 'keep-stock' }} />
          </p>
        ) : null}
      </ImportWarnings>
      {found.isEdit ? null : <LeftOut {...found} />}
      {found.additions ? <Additions {...found.additions} /> : null}
      {found.keptPrices ? (
        <Warning>
          <p>{t(found.isEdit ? 'list-prices.kept-by-edit' : 'list-prices.kept-by-file', found.keptPrices)}</p>
        </Warning>
      ) : null}
      <ListsNotInForce lists={found.listsNotInForce} />
      <FittedParts {...found.fittedParts} />
      <div className="mt-4 flex flex-wrap gap-3">
        {count > 0 ? (
          <Button busy={applying.isPending} onClick={() => applying.apply(undefined)}>
            {t('imports.apply', { count })}
          </Button>
        ) : null}
        {found.isEdit ? null : (
          <Button variant="outline" onClick={onChoose}>
            {t('imports.change-columns')}
          </Button>
        )}
        <Button variant="quiet" busy={cancelling.isPending} onClick={() => cancelling.mutate(undefined)}>
          {t('imports.cancel')}
        </Button>
      </div>
      {count > 0 ? <PlanForm found={found} /> : null}
      <FirstRows found={found} isFolded />
      <ImportRows found={found} shown={['new', 'changed', 'same', 'error']} />
      {applying.dialog}
    </>
  )
}

/** Applies a compared import at once or on a day, after a question about great changes. */
function useApply({ _id, warnings }: ImportDetails) {
  const great = warnings.filter(isGreatChange)
  const applyOn = (day: string | undefined) =>
    write(applyImport, {
      params: { id: _id },
      body: { ...(day !== undefined && { on: day }), ...(great.length > 0 && { acceptsGreatChanges: true }) },
    })
  const applying = useAction(applyOn)
  const question = useConfirm<string | undefined>(
    () => ({
      title: t('imports.great-changes'),
      text: great.map(({ message }) => message).join(' '),
      confirmLabel: t('imports.apply-now'),
      variant: 'danger',
    }),
    applyOn,
  )
  return {
    apply: great.length > 0 ? question.ask : applying.mutate,
    isPending: applying.isPending,
    dialog: question.dialog,
  }
}

/** Whether one press or answer on the page may mend rows with errors. */
const canBeMended = ({ errorGroups = [], unknownValues = [], isEdit }: ImportDetails) =>
  !isEdit && (unknownValues.length > 0 || errorGroups.some(({ fix }) => fix))

/** Plans a compared import for a day. */
function PlanForm({ found }: { found: ImportDetails }) {
  const [day, setDay] = useState('')
  const planning = useApply(found)
  return (
    <details className="mt-2">
      <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-accent">
        {t('imports.plan')}
      </summary>
      <form
        className="flex max-w-md flex-wrap items-end gap-3"
        onSubmit={(event) => {
          event.preventDefault()
          planning.apply(day)
        }}
      >
        <Field
          label={t('imports.plan-day')}
          type="date"
          required
          hint={t('imports.plan-hint')}
          value={day}
          onChange={({ target }) => setDay(target.value)}
        />
        <Button type="submit" variant="outline" disabled={!isDay(day)} busy={planning.isPending}>
          {t('imports.plan-save')}
        </Button>
      </form>
      {planning.dialog}
    </details>
  )
}

function Planned({ found }: { found: ImportDetails }) {
  const { _id, plannedFor = '' } = found
  const applying = useAction(() => write(applyImport, { params: { id: _id } }))
  const cancelling = useAction(() => write(cancelImport, { params: { id: _id } }))
  return (
    <>
      <Note>{t('imports.planned', { day: calendarDayText(plannedFor) })}</Note>
      <div className="mt-4 flex flex-wrap gap-3">
        <Button variant="outline" busy={cancelling.isPending} onClick={() => cancelling.mutate(undefined)}>
          {t('imports.plan-cancel')}
        </Button>
        <Button variant="quiet" busy={applying.isPending} onClick={() => applying.mutate(undefined)}>
          {t('imports.apply-now')}
        </Button>
      </div>
      <ImportRows found={found} shown={['new', 'changed', 'same', 'error']} />
    </>
  )
}

function Finished({ found }: { found: ImportDetails }) {
  const { _id, state, undoUntil, failure } = found
  const undo = useConfirm(
    () => ({
      title: t('imports.undo-question'),
      text: undoText(found),
      confirmLabel: t('imports.undo'),
      variant: 'danger',
    }),
    () => write(undoImport, { params: { id: _id } }),
  )
  const [repeated, setRepeated] = useState<EditedSource>()
  const navigate = useNavigate()
  const wasApplied = found.appliedAt !== undefined
  const rest = found.total - found.done
  return (
    <>
      {failure === undefined ? null : <Note>{failure}</Note>}
      {state === 'cancelled' ? <Note>{t(wasApplied ? 'imports.stopped-text' : 'imports.cancelled-text')}</Note> : null}
      {state === 'undone' ? <Note>{t('imports.undone-text')}</Note> : null}
      <ImportWarnings
        warnings={found.warnings.filter((one) =>
          state === 'applied' ? !isGreatChange(one) : one.code === ('archived-instead' satisfies ImportWarningCode),
        )}
      />
      {state === 'applied' && found.warnings.some(({ code }) => code === fitsReadLater) ? (
        <div className="mt-4">
          <ButtonLink to="/dashboard/phrases" variant="outline">
            {t('imports.open-phrases')}
          </ButtonLink>
        </div>
      ) : null}
      <ErrorGroups found={found} />
      {wasApplied && state !== 'undone' && rest > 0 ? <Note>{t('imports.not-applied', { count: rest })}</Note> : null}
      <ListsNotInForce lists={found.listsNotInForce} />
      <FittedParts {...found.fittedParts} />
      {undoUntil ? (
        <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
          <Button variant="outline" onClick={() => undo.ask(undefined)}>
            {t('imports.undo')}
          </Button>
          <span className="muted">
            {t('imports.undo-until')} <DayTime iso={undoUntil} />
          </span>
        </div>
      ) : wasApplied && state !== 'undone' ? (
        <p className="muted mt-4">{t('imports.undo-over', { hours: undoHours })}</p>
      ) : null}
      {state === 'applied' && found.reading && !found.source ? (
        <div className="mt-4">
          <Button variant="outline" onClick={() => setRepeated({ repeats: found })}>
            <CalendarClock aria-hidden="true" size={18} /> {t('import-sources.repeat')}
          </Button>
          <SourceDialog
            edited={repeated}
            onClose={() => setRepeated(undefined)}
            onSaved={() => void navigate('/dashboard/import-sources')}
          />
        </div>
      ) : null}
      {wasApplied ? (
        <ImportRows
          found={found}
          shown={
            state === 'undone'
              ? ['undone', 'left', 'changed-since', 'refused']
              : ['applied', 'changed-since', 'refused', 'error']
          }
        />
      ) : null}
      {undo.dialog}
    </>
  )
}

function undoText({ kind, undo, source }: ImportDetails): string {
  const { restores = 0, removes = 0, additions } = undo ?? {}
  const {
    categories = [],
    categoryCount = 0,
    brands = [],
    brandCount = 0,
    attributes = [],
    groups = [],
  } = additions ?? {}
  const removed = kind === 'products' ? 'imports.undo-removes-products' : 'imports.undo-removes'
  return [
    ...(restores > 0 ? [t('imports.undo-restores', { count: restores })] : []),
    ...(removes > 0 ? [t(removed, { count: removes })] : []),
    ...(categoryCount > 0
      ? [t('imports.undo-categories', { count: categoryCount, names: firstNames(categories) })]
      : []),
    ...(brandCount > 0 ? [t('imports.undo-brands', { count: brandCount, names: firstNames(brands) })] : []),
    ...(attributes.length > 0
      ? [t('imports.undo-attributes', { count: attributes.length, names: firstNames(attributes) })]
      : []),
    ...(groups.length > 0 ? [t('imports.undo-groups', { count: groups.length, names: firstNames(groups) })] : []),
    t('imports.undo-leaves'),
    ...(source && !source.paused ? [t('import-sources.brings-back')] : []),
  ].join(' ')
}

/** Counts the changed rows by field, so that a mistake in one column shows: `Weight 6,900 · Price 300`. */
function changedText({ changedFields, fields }: ImportDetails): string {
  const labelOf = (code: string) => fields.find((field) => field.code === code)?.label ?? code
  const named = changedFields.map(({ field, count }) => `${labelOf(field)} ${unitsText(count)}`)
  return t('imports.changed-fields', { fields: named.join(' · ') })
}

/** Warns of the columns that no field gets: a typing error in a header is easily overlooked. */
function LeftOut({ columns, program }: ImportDetails) {
  const all = columns.filter(({ field }) => field === undefined)
  const left = all.filter(({ leftOut }) => leftOut === undefined)
  const namesOf = (some: typeof left) => some.map(({ header }) => header || t('imports.no-header')).join(', ')
  const known = Map.groupBy(all, ({ leftOut }) => leftOut)
  known.delete(undefined)
  return (
    <>
      {known.size > 0 ? (
        <details className="mt-4 max-w-3xl">
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-accent">
            {program
              ? t('imports.left-out-known', { count: all.length - left.length, program })
              : t('imports.left-out-named', { count: all.length - left.length })}
          </summary>
          <ul className="grid gap-1 wrap-anywhere">
            {[...known].map(([reason, some]) => (
              <li key={reason}>
                {reason} <span className="muted">{namesOf(some)}</span>
              </li>
            ))}
          </ul>
        </details>
      ) : null}
      {left.length > 0 ? (
        <Warning>
          <p>{t('imports.left-out', { columns: namesOf(left) })}</p>
        </Warning>
      ) : null}
    </>
  )
}
const Warning = ({ children }: { children: ReactNode }) => (
  <div role="note" className="mt-4 max-w-3xl rounded-field border border-warning bg-warning/15 px-4 py-3 wrap-anywhere">
    {children}
  </div>
)

/** Says which price lists of the file buyers do not see, and switches those on that are off. */
function ListsNotInForce({ lists = [] }: { lists: ImportDetails['listsNotInForce'] | undefined }) {
  const switching = useAction(async ({ _id, name }: PriceList) => {
    await write(updatePriceList, { params: { id: _id }, body: { active: true } })
    toast.success(t('discounts.switched-on', { name }))
  })
  return lists.map(({ group, customer = group, ...list }) => (
    <Warning key={list._id}>
      <p>{t(`list-prices.${list.state === 'off' ? 'off' : 'not-in-force'}`, { name: list.name })}</p>
      <div className="mt-2 flex flex-wrap items-center gap-x-4 gap-y-2">
        {list.state === 'off' ? (
          <Button variant="outline" size="sm" busy={switching.isPending} onClick={() => switching.mutate(list)}>
            {customer
              ? t('list-prices.switch-on-for', { name: customer.name })
              : t('list-prices.switch-on-for-everyone')}
          </Button>
        ) : null}
        <ButtonLink to={`/dashboard/price-lists/${list._id}`} variant="quiet" size="sm">
          {t('list-prices.open')}
        </ButtonLink>
      </div>
    </Warning>
  ))
}

/** Says of how many parts vehicles are written: a row may be one of several of its part, or a text that is only kept. */
function FittedParts({ parts = 0, waiting = 0 }: Partial<NonNullable<ImportDetails['fittedParts']>>) {
  if (parts + waiting === 0) return null
  return (
    <Note className="mt-4">
      {t('imports.fitted-parts', { parts })}
      {waiting > 0 ? (
        <>
          {' '}
          {t('imports.waiting-texts', { waiting })}{' '}
          <Link to="/dashboard/phrases" className="link">
            {t('phrases.title')}
          </Link>
        </>
      ) : null}
    </Note>
  )
}

/** Says which categories and brands would be added with the rows. */
function Additions({
  categories,
  categoryCount,
  brands,
  brandCount,
  attributes = [],
  groups = [],
}: NonNullable<ImportDetails['additions']>) {
  const kinds = [
    { label: t('imports.adds-categories', { count: categoryCount }), names: categories, count: categoryCount },
    { label: t('imports.adds-brands', { count: brandCount }), names: brands, count: brandCount },
    { label: t('imports.adds-attributes', { count: attributes.length }), names: attributes, count: attributes.length },
    { label: t('imports.adds-groups', { count: groups.length }), names: groups, count: groups.length },
  ]
  return kinds.map(({ label, ...names }) => (names.count > 0 ? <Names key={label} label={label} {...names} /> : null))
}

/** Limits the names that are shown at once; the others are shown on request. */
const shownNames = 8

const firstNames = (names: readonly string[]) =>
  names.length > shownNames
    ? `${names.slice(0, shownNames).join(', ')} …`
    : new Intl.ListFormat(currentLocale()).format(names)

function Names({ label, names, count }: { label: string; names: readonly string[]; count: number }) {
  const isCut = names.length > shownNames
  return (
    <div className="mt-4 max-w-3xl wrap-anywhere">
      <span className="font-semibold">{label}</span> {firstNames(names)}
      {isCut ? (
        <details>
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-accent">
            {t(names.length < count ? 'imports.adds-first' : 'imports.adds-all', { count: names.length })}
          </summary>
          <ul className="max-h-80 overflow-y-auto rounded-field border border-base-300 px-4 py-2">
            {names.map((name) => (
              <li key={name}>{name}</li>
            ))}
          </ul>
        </details>
      ) : null}
    </div>
  )
}

const Note = ({ className = '', children }: { className?: string; children: ReactNode }) => (
  <p className={`max-w-3xl text-lg ${className}`}>{children}</p>
)

export { RouteErrorBoundary as ErrorBoundary }

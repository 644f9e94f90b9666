import { ArrowDown, ArrowDownUp, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { t } from '#web/i18n/messages.ts'

export interface Column<Row> {
  head: string
  cell: (row: Row, index: number) => ReactNode
  /** Numbers stand right, with figures of one width, in a column that is no wider than they are. */
  numeric?: boolean
  /** As narrow as its content; the other columns share the rest. */
  fit?: boolean
  /** The place in a card on phones: title, image, actions, hidden, short facts beside each other, or without its head; else a line with its head. */
  phone?: 'title' | 'picture' | 'actions' | 'hidden' | 'fact' | 'bare'
  /** Classes of head and cells: the width, or the width of the frame from which the column is shown. */
  className?: string
  /** The sort orders of the column: at the first press, and reversed. */
  sort?: readonly [string, string]
}

/** Describes the sort order of a list. */
export interface Sorting {
  by: string
  choices: readonly { by: string; label: string }[]
  onSort: (by: string) => void
}

/** Renders a dense table with a sticky head, also in print; on phones every row is a card with the heads as labels. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  sorting,
  stale = false,
  selection,
}: {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Heads with a `sort` can be pressed. */
  sorting?: Sorting | undefined
  /** Set while other rows are loading. */
  stale?: boolean
  /** Adds a box to each row that selects it. */
  selection?: RowSelection<Row> | undefined
}) {
  return (
    <div
      aria-busy={stale || undefined}
      className={`transition-opacity print:[zoom:0.75] wide:rounded-box wide:border wide:border-base-300 ${stale ? 'opacity-80' : ''}`}
    >
      <table role="table" className="w-full border-collapse text-[0.9375rem] wrap-break-word phone:block">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="phone:sr-only">
          <tr role="row">
            {selection ? <SelectAllHead selection={selection} /> : null}
            {columns.map((column) => (
              <Head key={column.head} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="phone:grid phone:grid-cols-1 phone:gap-3">
          {rows.map((row, index) => (
            <tr
              role="row"
              key={rowKey(row)}
              aria-selected={selection ? selection.isSelected(row) : undefined}
              className="phone:flow-root phone:rounded-box phone:border phone:border-base-300 phone:p-4 wide:border-b wide:border-base-300 wide:last:border-0 wide:hover:bg-base-200/60 aria-selected:bg-primary/10"
            >
              {selection ? <SelectCell row={row} selection={selection} /> : null}
              {columns.map((column) => (
                <td
                  role="cell"
                  key={column.head}
                  className={`align-middle print:[&_.btn]:hidden wide:px-2 wide:py-2.5 wide:first:pl-3 wide:last:pr-3 wide:xl:px-3 ${column.numeric ? 'figures wide:text-right' : ''} ${column.fit || column.numeric ? 'wide:w-px' : ''} ${phoneCells[column.phone ?? 'labelled']} ${column.className ?? ''}`}
                >
                  {column.phone && column.phone !== 'fact' ? null : (
                    <span
                      aria-hidden="true"
                      className="muted shrink-0 font-heading text-sm font-bold tracking-wide uppercase wide:hidden"
                    >
                      {column.head}
                    </span>
                  )}
                  <span className="min-w-0">{column.cell(row, index)}</span>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Describes which rows of a table are selected. */
export interface RowSelection<Row> {
  isSelected: (row: Row) => boolean
  /** With `isRange`, also the rows between this and the last one that was pressed. */
  onToggle: (row: Row, isRange: boolean) => void
  areAll: boolean
  areSome: boolean
  onToggleAll: () => void
  /** Names a row for screen readers. */
  nameOf: (row: Row) => string
}

function SelectAllHead<Row>({ selection: { areAll, areSome, onToggleAll } }: { selection: RowSelection<Row> }) {
  return (
    // No header: the column has no name, and the columns of the specification keep theirs. On phones nobody sees it.
    <td className="phone:hidden sticky top-16 z-1 w-px bg-base-200 pl-3 align-middle [box-shadow:inset_0_-1px_0_var(--color-base-300)] first:rounded-tl-box print:hidden">
      <label className="-m-2 inline-flex cursor-pointer p-2">
        <input
          type="checkbox"
          className="checkbox checkbox-sm"
          aria-label={t('ui.select-all')}
          checked={areAll}
          ref={(box) => {
            if (box) box.indeterminate = areSome && !areAll
          }}
          onChange={onToggleAll}
        />
      </label>
    </td>
  )
}

function SelectCell<Row>({ row, selection }: { row: Row; selection: RowSelection<Row> }) {
  return (
    <td role="cell" className="align-middle phone:float-right phone:-mt-2 phone:-mr-2 print:hidden wide:w-px wide:pl-3">
      <label className="inline-flex cursor-pointer p-2 phone:min-h-11 phone:min-w-11 phone:items-center phone:justify-center wide:-m-2">
        <input
          type="checkbox"
          className="checkbox checkbox-sm"
          aria-label={t('ui.select', { name: selection.nameOf(row) })}
          checked={selection.isSelected(row)}
          onChange={() => undefined}
          onClick={(event) => selection.onToggle(row, event.shiftKey)}
        />
      </label>
    </td>
  )
}

const phoneCells = {
  labelled:
    'phone:clear-both phone:flex phone:items-center phone:justify-between phone:gap-4 phone:py-1 phone:text-right',
  title: 'wrap-anywhere lg:min-w-28 phone:block phone:pb-2 phone:text-lg',
  picture: 'phone:float-left phone:mr-4 phone:mb-2',
  actions:
    'phone:clear-both phone:mt-2 phone:block phone:border-t phone:border-base-300 phone:pt-3 phone:[&_.btn:not(.btn-square)]:grow',
  hidden: 'phone:hidden',
  fact: 'phone:text-sm',
  bare: '',
}

function Head<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  const { head, numeric, sort, className = '' } = column
  const isSorted = sort !== undefined && sorting !== undefined && sort.includes(sorting.by)
  const isDescending = sorting?.by.startsWith('-')
  const Arrow = isSorted ? (isDescending ? ArrowDown : ArrowUp) : ArrowDownUp
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
      className={`muted sticky top-16 z-1 bg-base-200 px-2 py-2.5 align-bottom font-heading text-sm font-bold tracking-wide uppercase [box-shadow:inset_0_-1px_0_var(--color-base-300)] first:rounded-tl-box first:pl-3 last:rounded-tr-box last:pr-3 xl:px-3 print:static ${numeric ? 'text-right' : 'text-left xl:whitespace-nowrap'} ${className}`}
    >
      {sort && sorting ? (
        <>
          <button
            type="button"
            onClick={() => sorting.onSort(sorting.by === sort[0] ? sort[1] : sort[0])}
            className={`inline-flex cursor-pointer items-baseline gap-1 py-0.5 uppercase hover:text-base-content phone:hidden ${numeric ? 'flex-row-reverse text-right' : 'text-left'} ${isSorted ? 'text-base-content' : ''}`}
          >
            {head}
            <Arrow
              aria-hidden="true"
              size={14}
              className={`shrink-0 self-center ${isSorted ? 'text-accent' : 'opacity-60 max-xl:hidden'}`}
            />
          </button>
          {/** On phones, controls must not be hidden from view. */}
          <span className="wide:hidden">{head}</span>
        </>
      ) : (
        head
      )}
    </th>
  )
}

/** Chooses the order of a list, for those that are no column's, and on phones, where there are no heads. */
export function SortSelect({ sorting: { by, choices, onSort } }: { sorting: Sorting }) {
  return (
    <label className="input min-h-11 min-w-0 grow border-base-content/35 text-base sm:w-56 sm:grow-0">
      <ArrowDownUp aria-hidden="true" size={18} className="shrink-0 opacity-70 max-xs:hidden" />
      <span className="sr-only">{t('list.sort')}</span>
      <select
        className="-my-px min-h-11 min-w-0 grow cursor-pointer outline-none"
        value={by}
        onChange={({ target }) => onSort(target.value)}
      >
        {choices.map((choice) => (
          <option key={choice.by} value={choice.by} className="bg-base-100 text-base-content">
            {choice.label}
          </option>
        ))}
      </select>
    </label>
  )
}

/** Renders the placeholder of a table. */
export function TableSkeleton<Row>({
  label,
  columns,
  rows = 8,
}: {
  label: string
  columns: readonly Column<Row>[]
  rows?: number
}) {
  return (
    <div role="status" aria-label={label}>
      <div aria-hidden="true">
        <Table
          caption={label}
          columns={columns.map(({ head, numeric, fit, phone }) => ({
            head,
            ...(numeric && { numeric }),
            ...(fit && { fit }),
            ...(phone && { phone }),
            cell: () => <SkeletonCell {...(phone && { phone })} isShort={Boolean(numeric || fit)} />,
          }))}
          rows={Array.from({ length: rows }, (_, row) => String(row))}
          rowKey={(row) => row}
        />
      </div>
    </div>
  )
}

function SkeletonCell({ phone, isShort }: { phone?: Column<unknown>['phone']; isShort: boolean }) {
  if (phone === 'hidden') return <Skeleton className="h-4 w-4" />
  if (phone === 'picture') return <Skeleton className="h-12 w-16" />
  if (phone === 'actions') return <Skeleton className="h-9 w-28 max-md:h-11 max-md:w-full" />
  if (isShort) return <Skeleton className="ml-auto h-4 w-16" />
  return (
    <span className="grid gap-2 py-0.5">
      <Skeleton className="h-4 w-full max-w-48 max-md:w-36" />
      <Skeleton className="h-3 w-full max-w-32 max-md:w-28" />
    </span>
  )
}

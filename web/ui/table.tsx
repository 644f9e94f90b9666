import { ArrowDown, ArrowDownUp, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { t } from '#web/words/words.ts'

export interface Column<Row> {
  head: string
  cell: (row: Row, index: number) => ReactNode
  /** Numbers stand right, with figures of one width, in a column that is no wider than they are. */
  numeric?: boolean
  /** No wider than what it holds; the others share the rest. */
  fit?: boolean
  /** On phones: the title of the row's card, the picture beside it, the buttons under it, or not shown there at all. */
  phone?: 'title' | 'picture' | 'actions' | 'hidden'
  /** The orders of the list that its head asks for: at the first press, and the other way round. */
  sort?: readonly [string, string]
}

/** In which of its orders a list is shown. */
export interface Sorting {
  by: string
  choices: readonly { by: string; label: string }[]
  onSort: (by: string) => void
}

/** A dense table with a head that stays; on phones every row becomes a card with the heads as labels. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  sorting,
  stale = false,
}: {
  caption: string
  columns: readonly Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Heads with a `sort` can be pressed. */
  sorting?: Sorting | undefined
  /** Other rows are on their way. */
  stale?: boolean
}) {
  return (
    <div
      aria-busy={stale || undefined}
      className={`transition-opacity md:rounded-box md:border md:border-base-300 ${stale ? 'opacity-80' : ''}`}
    >
      <table role="table" className="w-full border-collapse text-[0.9375rem] max-md:block">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row">
            {columns.map((column) => (
              <Head key={column.head} column={column} sorting={sorting} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:grid max-md:grid-cols-1 max-md:gap-3">
          {rows.map((row, index) => (
            <tr
              role="row"
              key={rowKey(row)}
              className="max-md:flow-root max-md:rounded-box max-md:border max-md:border-base-300 max-md:p-4 md:border-b md:border-base-300 md:last:border-0 md:hover:bg-base-200/60"
            >
              {columns.map((column) => (
                <td
                  role="cell"
                  key={column.head}
                  className={`align-middle md:px-2 md:py-2.5 md:first:pl-3 md:last:pr-3 xl:px-3 ${column.numeric ? 'figures md:text-right' : ''} ${column.fit || column.numeric ? 'md:w-px' : ''} ${phoneCells[column.phone ?? 'labelled']}`}
                >
                  {column.phone ? null : (
                    <span
                      aria-hidden="true"
                      className="muted shrink-0 font-heading text-sm font-bold tracking-wide uppercase md:hidden"
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

const phoneCells = {
  labelled:
    'max-md:clear-both max-md:flex max-md:items-center max-md:justify-between max-md:gap-4 max-md:py-1 max-md:text-right',
  title: 'wrap-anywhere max-md:block max-md:pb-2 max-md:text-lg',
  picture: 'max-md:float-left max-md:mr-4 max-md:mb-2',
  actions:
    'max-md:clear-both max-md:mt-2 max-md:block max-md:border-t max-md:border-base-300 max-md:pt-3 max-md:[&_.btn:not(.btn-square)]:grow',
  hidden: 'max-md:hidden',
}

function Head<Row>({ column, sorting }: { column: Column<Row>; sorting: Sorting | undefined }) {
  const { head, numeric, sort } = column
  const isSorted = sort !== undefined && sorting !== undefined && sort.includes(sorting.by)
  const isDescending = sorting?.by.startsWith('-')
  const Arrow = isSorted ? (isDescending ? ArrowDown : ArrowUp) : ArrowDownUp
  return (
    <th
      role="columnheader"
      scope="col"
      aria-sort={isSorted ? (isDescending ? 'descending' : 'ascending') : undefined}
      className={`muted sticky top-16 z-1 bg-base-200 px-2 py-2.5 align-bottom font-heading text-sm font-bold tracking-wide uppercase shadow-[inset_0_-1px_0_var(--color-base-300)] first:rounded-tl-box first:pl-3 last:rounded-tr-box last:pr-3 xl:px-3 print:static ${numeric ? 'text-right' : 'text-left xl:whitespace-nowrap'}`}
    >
      {sort && sorting ? (
        <>
          <button
            type="button"
            onClick={() => sorting.onSort(sorting.by === sort[0] ? sort[1] : sort[0])}
            className={`inline-flex cursor-pointer items-baseline gap-1 uppercase hover:text-base-content max-md:hidden ${numeric ? 'flex-row-reverse text-right' : 'text-left'} ${isSorted ? 'text-base-content' : ''}`}
          >
            {head}
            <Arrow
              aria-hidden="true"
              size={14}
              className={`shrink-0 self-center ${isSorted ? 'text-accent' : 'opacity-60 max-xl:hidden'}`}
            />
          </button>
          {/* On phones nothing that can be pressed hides where nobody sees it. */}
          <span className="md:hidden">{head}</span>
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

/** The shape of a table whose rows are on their way. */
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
      <Skeleton className="h-4 w-48 max-w-full" />
      <Skeleton className="h-3 w-32 max-w-full" />
    </span>
  )
}

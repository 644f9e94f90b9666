import type { ReactNode } from 'react'

export interface Column<Row> {
  head: string
  cell: (row: Row, index: number) => ReactNode
  /** Numbers stand right, with figures of one width. */
  numeric?: boolean
  /** On phones: the title of the row's card, or not shown there at all. */
  phone?: 'title' | 'hidden'
}

/** A dense table with a head that stays; on phones every row becomes a card with the heads as labels. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
  stale = false,
}: {
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
  /** Other rows are on their way. */
  stale?: boolean
}) {
  return (
    <div
      aria-busy={stale || undefined}
      className={`transition-opacity ${stale ? 'opacity-60' : ''} md:rounded-box md:border md:border-base-300 md:max-lg:overflow-x-auto print:overflow-visible`}
    >
      <table role="table" className="w-full border-collapse text-[0.9375rem] max-md:block">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row">
            {columns.map((column) => (
              <th
                role="columnheader"
                key={column.head}
                scope="col"
                className={`muted sticky top-16 z-1 bg-base-200 px-3 py-3 align-bottom font-heading text-sm font-bold tracking-wide uppercase lg:whitespace-nowrap xl:px-4 shadow-[inset_0_-1px_0_var(--color-base-300)] first:rounded-tl-box last:rounded-tr-box md:max-lg:static ${column.numeric ? 'text-right' : 'text-left'}`}
              >
                {column.head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup" className="max-md:grid max-md:gap-4">
          {rows.map((row, index) => (
            <tr
              role="row"
              key={rowKey(row)}
              className="max-md:block max-md:rounded-box max-md:border max-md:border-base-300 max-md:p-4 md:border-b md:border-base-300 md:last:border-0 md:hover:bg-base-200/60"
            >
              {columns.map((column) => (
                <td
                  role="cell"
                  key={column.head}
                  className={`align-middle md:px-3 md:py-3 xl:px-4 ${column.numeric ? 'figures md:text-right' : ''} ${phoneCells[column.phone ?? 'labelled']}`}
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
  labelled: 'max-md:flex max-md:items-center max-md:justify-between max-md:gap-4 max-md:py-1.5 max-md:text-right',
  title: 'max-md:block max-md:pb-3 max-md:text-lg',
  hidden: 'max-md:hidden',
}

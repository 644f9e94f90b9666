import type { ReactNode } from 'react'

export interface Column<Row> {
  head: string
  cell: (row: Row, index: number) => ReactNode
  /** Numbers stand right, with figures of one width. */
  numeric?: boolean
}

/** A dense table with a head that stays; on phones every row becomes a card with the heads as labels. */
export function Table<Row>({
  caption,
  columns,
  rows,
  rowKey,
}: {
  caption: string
  columns: Column<Row>[]
  rows: readonly Row[]
  rowKey: (row: Row) => string
}) {
  return (
    <div className="card-surface max-md:border-0 max-md:bg-transparent md:overflow-x-auto" tabIndex={-1}>
      <table role="table" className="w-full border-collapse text-[0.9375rem] max-md:block">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="max-md:sr-only">
          <tr role="row" className="border-b border-base-300 bg-base-200">
            {columns.map((column) => (
              <th
                role="columnheader"
                key={column.head}
                scope="col"
                className={`muted sticky top-0 px-4 py-3 font-heading text-sm font-bold tracking-wide whitespace-nowrap uppercase ${column.numeric ? 'text-right' : 'text-left'}`}
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
              className="max-md:card-surface max-md:block max-md:p-3 md:border-b md:border-base-300 md:last:border-0 md:hover:bg-base-200/60"
            >
              {columns.map((column) => (
                <td
                  role="cell"
                  key={column.head}
                  className={`px-4 py-3 align-middle max-md:flex max-md:items-center max-md:justify-between max-md:gap-4 max-md:px-1 max-md:py-1.5 max-md:text-right ${column.numeric ? 'figures md:text-right' : ''}`}
                >
                  <span
                    aria-hidden="true"
                    className="muted shrink-0 font-heading text-sm font-bold tracking-wide uppercase md:hidden"
                  >
                    {column.head}
                  </span>
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

import type { ReactNode } from 'react'
import { errorMessageOf } from '#web/api/api-problem.ts'
import type { List } from '#web/api/queries.ts'
import { QueryView } from '#web/page/query-view.tsx'
import type { Selection } from '#web/page/use-selection.ts'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { type Column, type RowSelection, type Sorting, Table, TableSkeleton } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows a list as a table with a button for more rows, and says what is missing when it is empty. */
export function ListView<Row extends { _id: string }>(props: {
  list: List<Row>
  columns: readonly Column<Row>[]
  caption: string
  /** The label of the placeholder. */
  loading: string
  /** The title of an error. */
  failed: string
  /** Shown if there is nothing at all. */
  empty: ReactNode
  /** Shown if the filter matches nothing. */
  noMatch: { title: string; text: string; showAll: string }
  filter: { isNarrowed: boolean; clear: () => void }
  sorting?: Sorting
  /** Lets rows be selected. */
  select?: { selection: Selection; nameOf: (row: Row) => string }
}) {
  const { list, columns, caption, loading, failed, empty, noMatch, filter, sorting, select } = props
  return (
    <QueryView query={list} placeholder={<TableSkeleton columns={columns} label={loading} />} failed={failed}>
      {(rows) => {
        if (rows.length > 0) {
          return (
            <>
              <Table
                caption={caption}
                columns={columns}
                rows={rows}
                rowKey={({ _id }) => _id}
                sorting={sorting}
                stale={list.isPlaceholder}
                selection={select && rowSelection(select)}
              />
              <LoadMore list={list} />
            </>
          )
        }
        if (!filter.isNarrowed) return empty
        return (
          <EmptyState
            title={noMatch.title}
            text={noMatch.text}
            action={
              <Button variant="outline" onClick={filter.clear}>
                {noMatch.showAll}
              </Button>
            }
          />
        )
      }}
    </QueryView>
  )
}

const rowSelection = <Row extends { _id: string }>({
  selection,
  nameOf,
}: {
  selection: Selection
  nameOf: (row: Row) => string
}): RowSelection<Row> => ({
  isSelected: ({ _id }) => selection.isSelected(_id),
  onToggle: ({ _id }, isRange) => selection.toggle(_id, isRange),
  areAll: selection.areAll,
  areSome: selection.areSome,
  onToggleAll: selection.toggleAll,
  nameOf,
})

/** Renders the button that loads more rows, if there are more. */
export function LoadMore({ list }: { list: List<unknown> }) {
  const { hasMore, isLoadingMore, loadMore } = list
  if (!hasMore) return null
  const more = () => loadMore().catch((error: unknown) => toast.error(errorMessageOf(error)))
  return (
    <p className="no-print mt-5 text-center">
      <Button variant="outline" busy={isLoadingMore} onClick={() => void more()}>
        {t('ui.load-more')}
      </Button>
    </p>
  )
}

import { ListChecks } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { type CartSummary, listCarts, maxCartName } from '#contract/carts.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { startCart } from '#web/carts/cart-store.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Day } from '#web/ui/date-time.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { type Column, Table, TableSkeleton } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/saved-lists.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('lists.title'))

/** Shows the saved lists of a buyer, and starts another. */
export default function SavedListsRoute() {
  const query = useQuery(endpointQuery(listCarts, { query: { kind: 'list' } }))
  const columns = listColumns()
  return (
    <>
      <PageHeading title={t('lists.title')} text={t('lists.text')} />
      <NewList />
      <div className="mt-6">
        <QueryView
          query={query}
          placeholder={<TableSkeleton columns={columns} label={t('lists.loading')} />}
          failed={t('lists.failed')}
        >
          {(lists) =>
            lists.length === 0 ? (
              <EmptyState title={t('lists.none')} icon={<ListChecks size={30} />} text={t('lists.none-text')} />
            ) : (
              <Table caption={t('lists.title')} columns={columns} rows={lists} rowKey={({ _id }) => _id} />
            )
          }
        </QueryView>
      </div>
    </>
  )
}

const listColumns = (): Column<CartSummary>[] => [
  {
    head: t('lists.name'),
    phone: 'title',
    cell: ({ _id, name, shareKey }) => (
      <>
        <Link
          to={`/dashboard/lists/${_id}`}
          prefetch="intent"
          className="py-2.5 font-semibold wrap-anywhere underline underline-offset-4"
        >
          {name}
        </Link>{' '}
        {shareKey === undefined ? null : <Badge tone="neutral">{t('lists.shared')}</Badge>}
      </>
    ),
  },
  { head: t('lists.lines'), numeric: true, cell: ({ lineCount }) => unitsText(lineCount) },
  { head: t('lists.changed'), cell: ({ updatedAt }) => <Day iso={updatedAt} /> },
]

function NewList() {
  const [name, setName] = useState('')
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  async function add() {
    setBusy(true)
    try {
      const { cart } = await startCart(name.trim(), 'list')
      await navigate(`/dashboard/lists/${cart._id}`)
    } catch (error) {
      toast.error(errorMessageOf(error))
      setBusy(false)
    }
  }
  return (
    <form
      className="mt-6 flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() && !busy) void add()
      }}
    >
      <Field
        label={t('lists.new')}
        className="grow sm:max-w-96"
        maxLength={maxCartName}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" variant="outline" busy={busy}>
        {t('lists.start')}
      </Button>
    </form>
  )
}

export { RouteErrorBoundary as ErrorBoundary }

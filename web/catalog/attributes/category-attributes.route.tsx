import { ArrowDown, ArrowUp } from 'lucide-react'
import { useSearchParams } from 'react-router'
import {
  type Attribute,
  type CategoryAttribute,
  listAttributes,
  listCategoryAttributes,
  setCategoryAttributes,
} from '#contract/attributes.ts'
import { listAllCategories, type ManagedCategory } from '#contract/categories.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { textIn } from '#web/catalog/attributes/attribute-text.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { actionsColumn } from '#web/ui/entry-actions.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t, type MessageId } from '#web/i18n/messages.ts'
import type { Route } from './+types/category-attributes.route.ts'

export const handle = staffWith('catalog')

export const meta: Route.MetaFunction = () => hiddenPage(t('attributes.title'))

export default function CategoryAttributesRoute() {
  const categories = useQuery(endpointQuery(listAllCategories))
  const attributes = useQuery(endpointQuery(listAttributes))
  const [search, setSearch] = useSearchParams()
  const asked = search.get('category')
  return (
    <>
      <BackLink to="/dashboard/attributes">{t('attributes.title')}</BackLink>
      <PageHeading title={t('attributes.by-category')} text={t('attributes.by-category-text')} />
      <QueryView
        query={categories}
        placeholder={<SkeletonRows rows={6} label={t('attributes.by-category')} />}
        failed={t('attributes.failed')}
      >
        {(tree) => {
          const chosen = tree.find(({ category }) => category === asked) ?? tree[0]
          if (!chosen) return null
          return (
            <div className="mt-6 grid gap-6">
              <Select
                label={t('product.category')}
                className="max-w-md"
                choices={tree.map((category) => ({ value: category.category, label: pathOf(category, tree) }))}
                value={chosen.category}
                onChoose={(category) => setSearch({ category }, { replace: true, preventScrollReset: true })}
              />
              <Uses
                key={chosen.category}
                category={chosen.category}
                tree={tree}
                known={attributes.data?.filter(({ isStaffOnly }) => !isStaffOnly) ?? []}
              />
            </div>
          )
        }}
      </QueryView>
    </>
  )
}

/** Returns “Brakes › Brake discs”. */
function pathOf(category: ManagedCategory, tree: readonly ManagedCategory[]): string {
  const above = tree.find(({ _id }) => _id === category.parent)
  return above ? `${pathOf(above, tree)} › ${textIn(category.names)}` : textIn(category.names)
}

const uses = ['isFacet', 'isColumn', 'isRequired'] as const
const useLabels: Record<(typeof uses)[number], MessageId> = {
  isFacet: 'attributes.is-facet',
  isColumn: 'attributes.is-column',
  isRequired: 'attributes.is-required',
}

/** Edits the attributes of one category; every press is saved at once. */
function Uses({
  category,
  tree,
  known,
}: {
  category: string
  tree: readonly ManagedCategory[]
  known: readonly Attribute[]
}) {
  const query = useQuery(endpointQuery(listCategoryAttributes, { params: { slug: category } }))
  const saving = useAction((own: readonly CategoryAttribute[]) =>
    write(setCategoryAttributes, {
      params: { slug: category },
      body: {
        attributes: own.map(({ code, isFacet, isColumn, isRequired }) => ({ code, isFacet, isColumn, isRequired })),
      },
    }),
  )
  const all = query.data ?? []
  const own = all.filter((one) => one.category === category)
  const isOwn = (one: CategoryAttribute) => one.category === category
  /** Changing what is inherited makes it the category's own. */
  const change = (changed: CategoryAttribute) =>
    saving.mutate(isOwn(changed) ? own.map((one) => (one.code === changed.code ? changed : one)) : [...own, changed])
  function move(code: string, by: number) {
    const from = own.findIndex((one) => one.code === code)
    const moved = [...own]
    moved.splice(from + by, 0, ...moved.splice(from, 1))
    saving.mutate(moved)
  }
  const others = known.filter(({ code }) => !all.some((one) => one.code === code))
  const columns: Column<CategoryAttribute>[] = [
    {
      head: t('attributes.attribute'),
      phone: 'title',
      cell: (one) => {
        const from = tree.find((each) => each.category === one.category)
        return (
          <>
            <span className="block font-semibold">{textIn(one.names)}</span>
            {isOwn(one) ? null : (
              <span className="muted text-sm">{t('attributes.inherited', { category: textIn(from?.names) })}</span>
            )}
          </>
        )
      },
    },
    ...uses.map((use) => ({
      head: t(useLabels[use]),
      fit: true,
      cell: (one: CategoryAttribute) => (
        <input
          type="checkbox"
          className="checkbox"
          aria-label={`${textIn(one.names)}: ${t(useLabels[use])}`}
          checked={one[use]}
          disabled={saving.isPending}
          onChange={({ target }) => change({ ...one, [use]: target.checked })}
        />
      ),
    })),
    actionsColumn((one) => {
      const place = own.findIndex(({ code }) => code === one.code)
      if (place < 0) return null
      const name = textIn(one.names)
      return (
        <span className="flex gap-2 whitespace-nowrap">
          {([-1, 1] as const).map((by) => (
            <Button
              key={by}
              variant="quiet"
              size="sm"
              className="btn-square"
              aria-label={t(by < 0 ? 'word.move-up' : 'word.move-down', { name })}
              disabled={saving.isPending || !own[place + by]}
              onClick={() => move(one.code, by)}
            >
              {by < 0 ? <ArrowUp aria-hidden="true" size={16} /> : <ArrowDown aria-hidden="true" size={16} />}
            </Button>
          ))}
          <Button
            variant="outline"
            size="sm"
            disabled={saving.isPending}
            aria-label={t('attributes.leave-out-one', { name })}
            onClick={() => saving.mutate(own.filter(({ code }) => code !== one.code))}
          >
            {t('attributes.leave-out')}
          </Button>
        </span>
      )
    }),
  ]
  return (
    <QueryView
      query={query}
      placeholder={<SkeletonRows rows={4} label={t('attributes.by-category')} />}
      failed={t('attributes.failed')}
    >
      {(rows) => (
        <>
          {rows.length > 0 ? (
            <Table
              caption={t('attributes.by-category')}
              columns={columns}
              rows={rows}
              rowKey={({ code }) => code}
              stale={saving.isPending}
            />
          ) : (
            <p className="muted">{t('attributes.none-here')}</p>
          )}
          {others.length > 0 ? (
            <Select
              label={t('attributes.use-another')}
              className="max-w-md"
              choices={[
                { value: '', label: t('attributes.choose') },
                ...others.map(({ code, names }) => ({ value: code, label: textIn(names) })),
              ]}
              value=""
              onChoose={(code) => {
                const added = others.find((one) => one.code === code)
                if (added)
                  saving.mutate([
                    ...own,
                    { ...added, category, isFacet: added.kind !== 'text', isColumn: false, isRequired: false },
                  ])
              }}
            />
          ) : null}
        </>
      )}
    </QueryView>
  )
}

export { RouteErrorBoundary as ErrorBoundary }

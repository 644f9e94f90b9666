import { ArrowDown, ArrowUp, ExternalLink, FolderPlus, Pencil, Plus, Trash2 } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { deleteCategory, listAllCategories, updateCategory } from '#contract/categories.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { CategoryDialog } from '#web/catalog/categories/category-dialog.tsx'
import { categoryName, type CategoryRow, withDepths } from '#web/catalog/categories/category-choices.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { Button } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/manage-categories.route.ts'

export const handle = staffWith('catalog')

export const meta: Route.MetaFunction = () => hiddenPage(t('word.categories'))

/** Describes the subject of the dialog: a category, or a new one below a parent. */
type Edited = { category: CategoryRow } | { below: string }

export default function ManageCategoriesRoute() {
  const query = useQuery(endpointQuery(listAllCategories))
  const rows = withDepths(query.data ?? [])
  const [edited, setEdited] = useState<Edited>()
  const [moved, setMoved] = useState('')
  const deleting = useDeleteCategory()
  const moving = useAction(async ({ category, by }: { category: CategoryRow; by: -1 | 1 }) => {
    const siblings = siblingsOf(rows, category)
    const position = siblings.findIndex(({ _id }) => _id === category._id) + by
    await write(updateCategory, { params: { id: category._id }, body: { position } })
    setMoved(t('categories.moved', { name: categoryName(category), place: position + 1, count: siblings.length }))
  })
  return (
    <>
      <PageHeading
        title={t('word.categories')}
        text={t('categories.text')}
        action={
          <Button onClick={() => setEdited({ below: '' })}>
            <Plus aria-hidden="true" size={20} /> {t('categories.add')}
          </Button>
        }
      />
      <p role="status" className="sr-only">
        {moved}
      </p>
      <div className="mt-6">
        <QueryView
          query={query}
          placeholder={<SkeletonRows rows={8} label={t('categories.loading')} />}
          failed={t('categories.failed')}
        >
          {() =>
            rows.length === 0 ? (
              <EmptyState title={t('categories.none')} text={t('categories.none-text')} />
            ) : (
              <ul className="card-surface divide-y divide-base-300" aria-label={t('word.categories')}>
                {rows.map((category) => (
                  <Row
                    key={category._id}
                    category={category}
                    siblings={siblingsOf(rows, category)}
                    isBusy={moving.isPending}
                    onMove={(by) => moving.mutate({ category, by })}
                    onEdit={() => setEdited({ category })}
                    onAdd={() => setEdited({ below: category._id })}
                    onDelete={() => deleting.ask(category)}
                  />
                ))}
              </ul>
            )
          }
        </QueryView>
      </div>
      <CategoryDialog
        key={edited && 'category' in edited ? edited.category._id : (edited?.below ?? '')}
        open={edited !== undefined}
        category={edited && 'category' in edited ? edited.category : undefined}
        below={edited && 'below' in edited ? edited.below : ''}
        rows={rows}
        onClose={() => setEdited(undefined)}
      />
      {deleting.dialog}
    </>
  )
}

const siblingsOf = (rows: readonly CategoryRow[], { parent }: CategoryRow) =>
  rows.filter((row) => row.parent === parent)

interface RowProps {
  category: CategoryRow
  siblings: readonly CategoryRow[]
  isBusy: boolean
  onMove: (by: -1 | 1) => void
  onEdit: () => void
  onAdd: () => void
  onDelete: () => void
}

function Row({ category, siblings, isBusy, onMove, onEdit, onAdd, onDelete }: RowProps) {
  const name = categoryName(category)
  const place = siblings.findIndex(({ _id }) => _id === category._id)
  return (
    <li
      className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2.5 pr-3"
      style={{ paddingInlineStart: `${0.75 + Math.min(category.depth, 6) * 1.75}rem` }}
    >
      <span
        className={`picture-ground size-10 shrink-0 overflow-hidden rounded-field border border-base-300 ${category.img ? '' : 'max-sm:hidden'}`}
      >
        {category.img ? <img src={category.img} alt="" className="size-full object-cover" /> : null}
      </span>
      <span className="min-w-36 grow wrap-anywhere">
        <span className="block font-semibold">
          {category.depth > 0 ? (
            <span className="sr-only">{t('categories.level', { level: category.depth + 1 })} </span>
          ) : null}
          {name}
        </span>
        <span className="muted flex flex-wrap gap-x-3 text-sm">
          <Link to={`/categories/${category.category}`} className="inline-flex items-center gap-1 hover:underline">
            <span className="sr-only">{t('categories.open', { name })}: </span>
            /categories/{category.category} <ExternalLink aria-hidden="true" size={14} />
          </Link>
          <span className="figures">{t('word.product-count', { count: category.products })}</span>
        </span>
      </span>
      <span className="flex flex-wrap gap-1.5">
        <RowButton
          label={t('word.move-up', { name })}
          isOff={isBusy || place === 0}
          onClick={() => onMove(-1)}
          icon={<ArrowUp aria-hidden="true" size={18} />}
        />
        <RowButton
          label={t('word.move-down', { name })}
          isOff={isBusy || place === siblings.length - 1}
          onClick={() => onMove(1)}
          icon={<ArrowDown aria-hidden="true" size={18} />}
        />
        <RowButton
          label={t('categories.add-below', { name })}
          onClick={onAdd}
          icon={<FolderPlus aria-hidden="true" size={18} />}
        />
        <RowButton
          label={t('word.edit-one', { name })}
          onClick={onEdit}
          icon={<Pencil aria-hidden="true" size={18} />}
        />
        <RowButton
          label={t('word.delete-one', { name })}
          onClick={onDelete}
          icon={<Trash2 aria-hidden="true" size={18} />}
          className="text-error"
        />
      </span>
    </li>
  )
}

/** Keeps the focus when it is off, so that a category can be moved on with the keyboard. */
function RowButton(props: {
  label: string
  isOff?: boolean
  onClick: () => void
  icon: ReactNode
  className?: string
}) {
  const { label, isOff = false, onClick, icon, className = '' } = props
  return (
    <Button
      variant="outline"
      size="sm"
      className={`min-h-11 min-w-11 px-2.5 aria-disabled:cursor-default aria-disabled:opacity-45 ${className}`}
      title={label}
      aria-label={label}
      aria-disabled={isOff}
      onClick={() => {
        if (!isOff) onClick()
      }}
    >
      {icon}
    </Button>
  )
}

/** Deletes a category after a confirmation; the server refuses one that is not empty. */
function useDeleteCategory() {
  return useConfirm<CategoryRow>(
    (category) => ({
      title: t('word.delete-question', { name: categoryName(category) }),
      text: t('categories.delete-text'),
      confirmLabel: t('categories.delete-confirm'),
    }),
    async (category) => {
      await write(deleteCategory, { params: { id: category._id } })
      toast.success(t('categories.deleted', { name: categoryName(category) }))
    },
  )
}

export { RouteErrorBoundary as ErrorBoundary }

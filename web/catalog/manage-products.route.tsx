import { Boxes, ListChecks, type LucideIcon, Pencil, Plus, Table2, Trash2, Undo2 } from 'lucide-react'
import { type ComponentProps, useState } from 'react'
import { Link } from 'react-router'
import {
  deleteTool,
  listAllTools,
  type ManagedTool,
  productSorts,
  productStates,
  type ProductSort,
  type ProductState,
  restoreTool,
} from '#contract/catalog.ts'
import { listAllCategories } from '#contract/categories.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { maxCountedRows } from '#contract/pagination.ts'
import { brandedNumber } from '#contract/part-numbers.ts'
import {
  type CellField,
  countAllTools,
  maxSelectedProducts,
  type ProductFilter,
  selectTools,
} from '#contract/product-selection.ts'
import { call } from '#web/api/call-endpoint.ts'
import { mayUse, staffWith, usePerson } from '#web/identity/dashboard-user.ts'
import { endpointQuery, useAction, useList, useQuery, write } from '#web/api/queries.ts'
import { ListView } from '#web/page/list-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { SavedViews } from '#web/page/saved-views.tsx'
import { countOf, useCounts } from '#web/page/use-counts.ts'
import { useListFilter } from '#web/page/use-list-filter.ts'
import { useSelection } from '#web/page/use-selection.ts'
import { AdjustStockDialog } from '#web/catalog/adjust-stock-dialog.tsx'
import { EditProductsDialog } from '#web/catalog/edit-products-dialog.tsx'
import { indentedName, useCategoryNames, withDepths } from '#web/catalog/categories/category-choices.ts'
import { KeptListPricesNote } from '#web/catalog/kept-list-prices.tsx'
import { GridCell } from '#web/catalog/manage/grid-cell.tsx'
import { ProductBulkBar } from '#web/catalog/manage/product-bulk-bar.tsx'
import { useGrid } from '#web/catalog/manage/use-grid.ts'
import { pricePerText, priceText, unitsText } from '#web/catalog/product-labels.ts'
import type { CategoryNames } from '#web/catalog/categories/category-names.ts'
import { StockBadge } from '#web/catalog/stock-badge.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field } from '#web/ui/field.tsx'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { Day } from '#web/ui/date-time.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { Select } from '#web/ui/select.tsx'
import { type Column, type Sorting, SortSelect } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t, type MessageId } from '#web/i18n/messages.ts'
import type { Route } from './+types/manage-products.route.ts'

export const handle = staffWith('catalog')

export const meta: Route.MetaFunction = () => hiddenPage(t('products.manage'))

export default function ManageProductsRoute() {
  const filter = useListFilter({
    show: productStates,
    sort: ['', ...productSorts],
    category: /^[a-z0-9-]{1,80}$/,
    edit: ['', '1'],
  })
  const { show, sort, words, category, narrow } = filter
  const list = useList(listAllTools, { query: { q: words, show, sort, category } })
  const counts = useCounts(countAllTools, { category })
  const found: ProductFilter = { show, ...(words && { q: words }), ...(category && { category }) }
  const person = usePerson()
  const isEditing = filter.edit === '1' && show !== 'archived'
  const grid = useGrid()
  const selection = useSelection(list.data ?? [], { max: maxSelectedProducts, filter: `${words} ${show} ${category}` })
  const figure = (product: ManagedTool, field: CellField, text: string) =>
    isEditing && !product.archivedAt ? (
      <GridCell
        product={product}
        field={field}
        label={t(`grid.cell.${field}`, { name: product.name })}
        save={grid.save}
      />
    ) : (
      <span className="figures">{text}</span>
    )
  const sorting: Sorting = { by: sort, choices: sorts(), onSort: (by) => narrow({ sort: by }) }
  const deleting = useDeleteProduct()
  const categoryNames = useCategoryNames()
  const restoring = useAction(restoreProduct)
  const [adjusted, setAdjusted] = useState<ManagedTool>()
  const [edited, setEdited] = useState<ComponentProps<typeof EditProductsDialog>['products']>()
  const [foundText, setFoundText] = useState('')
  const finding = useAction(async () => {
    const { ids, more } = await call(selectTools, { body: { filter: found } })
    setFoundText(t(more ? 'edits.all-text-more' : 'edits.all-text', { count: ids.length }))
    setEdited(found)
  })
  const pictures: Column<ManagedTool>[] = [
    { head: '#', fit: true, phone: 'hidden', cell: (_, index) => unitsText(index + 1) },
    { head: t('product.imageUrl'), fit: true, phone: 'picture', cell: (product) => <Thumbnail product={product} /> },
  ]
  const columns: Column<ManagedTool>[] = [
    // Cells that are edited need the space.
    ...(isEditing ? [] : pictures),
    {
      head: t('product.name'),
      phone: 'title',
      // It gets the room that the others leave.
      className: 'md:w-full md:max-w-0',
      sort: ['name', '-name'],
      cell: (product) => <ProductName product={product} categoryNames={categoryNames} />,
    },
    {
      head: t('word.available'),
      numeric: true,
      sort: ['available', '-available'],
      cell: (product) => (
        <span className="inline-block">
          {figure(product, 'available', unitsText(product.available))}
          {product.reserved ? (
            <span className="muted block text-sm">
              {t('stock.reserved-of', { count: unitsText(product.reserved) })}
            </span>
          ) : null}
          {product.waiting ? (
            <span className="block text-sm text-accent">{t('stock.waiting', { count: product.waiting })}</span>
          ) : null}
        </span>
      ),
    },
    {
      head: t('product.minimum-order'),
      numeric: true,
      sort: ['-minimum', 'minimum'],
      cell: (product) => figure(product, 'minOrder', unitsText(product.minOrder)),
    },
    {
      head: t('product.priceCents'),
      numeric: true,
      sort: ['-price', 'price'],
      cell: (product) => (
        <>
          {figure(product, 'price', priceText(product))}
          {isEditing && product.pricePer !== undefined ? (
            <span className="muted block text-sm">{pricePerText(product)}</span>
          ) : null}
        </>
      ),
    },
    {
      head: t('products.action'),
      fit: true,
      phone: 'actions',
      cell: (product) => (
        <Actions
          product={product}
          onAdjust={() => setAdjusted(product)}
          onDelete={() => deleting.ask(product)}
          onRestore={() => restoring.mutate(product)}
          isRestoring={restoring.isPending && restoring.variables._id === product._id}
        />
      ),
    },
  ]
  return (
    <>
      <PageHeading
        title={t('products.manage')}
        action={
          <div className="flex flex-wrap gap-3">
            <Button variant="outline" busy={finding.isPending} onClick={() => finding.mutate(undefined)}>
              <ListChecks aria-hidden="true" size={18} /> {t('edits.all-found')}
            </Button>
            <ButtonLink to="/dashboard/add-product">
              <Plus aria-hidden="true" size={20} /> {t('products.add')}
            </ButtonLink>
          </div>
        }
      />
      {/* A name of two lines leaves a row as high as the others. */}
      <div className={`mt-6 ${isEditing ? '' : 'md:[&_tbody_td]:h-18 md:[&_td]:py-0.5 md:[&_td]:leading-5'}`}>
        <SavedViews list="products" />
        <ListFilter
          label={t('products.search')}
          text={filter.q}
          onText={(q) => narrow({ q })}
          kinds={productStates.map((kind) => ({ kind, label: t(stateLabels[kind]), ...countOf(counts, kind) }))}
          countsEnd={maxCountedRows}
          kind={show}
          onKind={(kind) => narrow({ show: kind })}
        >
          <CategoryFilter category={category} onChoose={(slug) => narrow({ category: slug })} />
          <SortSelect sorting={sorting} />
          {show === 'archived' ? null : (
            <Button
              variant="outline"
              className="aria-pressed:bg-base-content aria-pressed:text-base-100"
              aria-pressed={isEditing}
              onClick={() => narrow({ edit: isEditing ? '' : '1' })}
            >
              <Table2 aria-hidden="true" size={18} /> {t('grid.edit')}
            </Button>
          )}
        </ListFilter>
        {isEditing ? <GridBar grid={grid} /> : null}
        <ListView
          list={list}
          columns={columns}
          caption={t('word.all-products')}
          loading={t('products.loading')}
          failed={t('products.failed')}
          filter={filter}
          sorting={sorting}
          {...(mayUse(person, 'catalog') && { select: { selection, nameOf: ({ name }: ManagedTool) => name } })}
          noMatch={{
            title: t('products.none'),
            text: words ? t('products.none-here-text', { words }) : t('list.none-of-kind'),
            showAll: t('products.show-all'),
          }}
          empty={<EmptyState title={t('products.empty')} text={t('products.nothing-sold-text')} />}
        />
        {isEditing ? <GridKeptPrices kept={grid.kept} /> : null}
        <ProductBulkBar
          selection={selection}
          filter={found}
          isArchive={show === 'archived' || show === 'draft'}
          hasMore={list.hasMore}
          onEdit={(ids) => setEdited({ ids: [...ids] })}
        />
      </div>
      {deleting.dialog}
      <EditProductsDialog
        products={edited}
        text={edited && 'ids' in edited ? t('edits.selected-text', { count: edited.ids.length }) : foundText}
        onClose={() => setEdited(undefined)}
      />
      <AdjustStockDialog
        product={list.data?.find(({ _id }) => _id === adjusted?._id) ?? adjusted}
        onClose={() => setAdjusted(undefined)}
      />
    </>
  )
}

/** Narrows the list to a category and those below it. */
function CategoryFilter({ category, onChoose }: { category: string; onChoose: (slug: string) => void }) {
  const { data = [] } = useQuery(endpointQuery(listAllCategories))
  const isKnown = category === '' || data.some((row) => row.category === category)
  return (
    <Select
      className="min-w-0 grow sm:w-52 sm:grow-0 [&>label]:sr-only"
      label={t('product.category')}
      choices={[
        { value: '', label: t('products.all-categories') },
        ...withDepths(data).map((row) => ({ value: row.category, label: indentedName(row) })),
        ...(isKnown ? [] : [{ value: category, label: category }]),
      ]}
      value={category}
      onChoose={onChoose}
    />
  )
}

/** Takes the reason for changes of stock, and takes the last change back. */
function GridBar({ grid }: { grid: ReturnType<typeof useGrid> }) {
  return (
    <div className="no-print mb-4 flex flex-wrap items-end gap-x-4 gap-y-3 rounded-box bg-base-200 p-3">
      <Field
        className="min-w-0 grow sm:max-w-80"
        label={t('grid.reason')}
        maxLength={maxLengths.stockReason}
        autoComplete="off"
        value={grid.reason}
        onChange={({ target }) => grid.setReason(target.value)}
      />
      <Button variant="outline" disabled={!grid.last} busy={grid.isUndoing} onClick={grid.undo}>
        <Undo2 aria-hidden="true" size={18} /> {t('grid.undo')}
      </Button>
      <p className="muted basis-full text-sm">{t('grid.keys')}</p>
    </div>
  )
}

/** Announces which prices of lists stay; below the table, so that the edited row stays where it is. */
function GridKeptPrices({ kept }: Pick<ReturnType<typeof useGrid>, 'kept'>) {
  return (
    <div role="status" aria-atomic="false">
      {kept.map(({ edit: { product, was, value }, prices }) => (
        <div key={product._id} className="mt-4">
          <p className="font-medium wrap-anywhere">{product.name}</p>
          <KeptListPricesNote prices={prices} before={was} after={value} />
        </div>
      ))}
    </div>
  )
}

const stateLabels: Record<ProductState, MessageId> = {
  'on-sale': 'products.on-sale',
  low: 'stock.low',
  out: 'stock.out',
  stranded: 'products.stranded',
  awaited: 'products.awaited',
  unfitted: 'products.unfitted',
  draft: 'products.draft',
  archived: 'products.archived',
}

function sorts(): Sorting['choices'] {
  const both = (by: ProductSort, round: ProductSort, what: string) => [
    { by, label: t('sort.low-high', { what }) },
    { by: round, label: t('sort.high-low', { what }) },
  ]
  return [
    { by: '', label: t('sort.shop') },
    { by: 'name', label: t('sort.a-z', { what: t('product.name') }) },
    { by: '-name', label: t('sort.z-a', { what: t('product.name') }) },
    ...both('available', '-available', t('word.available')),
    ...both('minimum', '-minimum', t('product.minimum-order')),
    ...both('price', '-price', t('product.priceCents')),
  ]
}

function Thumbnail({ product }: { product: ManagedTool }) {
  return (
    <span className="picture-ground block w-16 lg:max-xl:w-9 overflow-hidden rounded-field border border-base-300">
      <Picture src={product.img} alt="" sizes="4rem" />
    </span>
  )
}

function ProductName({ product, categoryNames }: { product: ManagedTool; categoryNames: CategoryNames }) {
  const id = `product-${product._id}`
  const number = brandedNumber(product)
  return (
    <>
      {product.archivedAt ? (
        <span id={id} title={product.name} className="font-semibold hyphens-auto md:line-clamp-2">
          {product.name}
        </span>
      ) : (
        <Link
          id={id}
          to={`/dashboard/manage-products/${product._id}`}
          title={product.name}
          className="font-semibold hyphens-auto hover:underline max-md:block max-md:py-2.5 md:line-clamp-2"
        >
          {product.name}
        </Link>
      )}
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm md:flex-nowrap">
        <span className="muted wrap-anywhere md:truncate">
          {[number, categoryNames[product.category ?? ''] ?? product.category].filter(Boolean).join(' · ')}
        </span>
        {product.draft ? <Badge>{t('products.is-draft')}</Badge> : <StockBadge product={product} />}
      </span>
      {product.archivedAt ? (
        <span className="muted block text-sm">
          <RichMessage id="products.archived-on" parts={{ day: <Day iso={product.archivedAt} /> }} />
        </span>
      ) : null}
    </>
  )
}

function Actions(props: {
  product: ManagedTool
  onAdjust: () => void
  onDelete: () => void
  onRestore: () => void
  isRestoring: boolean
}) {
  const { product, onAdjust, onDelete, onRestore, isRestoring } = props
  const about = `product-${product._id}`
  return (
    <span className="flex gap-2 max-md:flex-wrap lg:max-xl:gap-1 xl:gap-1.5">
      {product.archivedAt || product.draft ? (
        <Button
          variant="outline"
          size="sm"
          className={small}
          busy={isRestoring}
          onClick={onRestore}
          aria-describedby={about}
        >
          {t(product.draft ? 'products.publish' : 'products.put-back')}
        </Button>
      ) : null}
      {product.archivedAt ? null : (
        <ButtonLink
          to={`/dashboard/manage-products/${product._id}`}
          variant="outline"
          size="sm"
          className={small}
          title={t('form.edit')}
          aria-describedby={about}
        >
          <ActionLabel Icon={Pencil} words={t('form.edit')} />
        </ButtonLink>
      )}
      <Button
        variant="outline"
        size="sm"
        className={small}
        title={product.archivedAt ? t('stock.show-history') : t('stock.adjust')}
        onClick={onAdjust}
        aria-describedby={about}
      >
        <ActionLabel Icon={Boxes} words={product.archivedAt ? t('stock.show-history') : t('products.adjust-stock')} />
      </Button>
      {product.archivedAt ? null : (
        <Button
          variant="outline"
          size="sm"
          className={`${small} text-error`}
          title={t('products.delete')}
          onClick={onDelete}
          aria-describedby={about}
        >
          <ActionLabel Icon={Trash2} words={t('products.delete')} />
        </Button>
      )}
    </span>
  )
}

const small = 'whitespace-nowrap md:px-2.5 lg:max-xl:px-2'

/** Shows an icon where a table has no space for the label. */
function ActionLabel({ Icon, words }: { Icon: LucideIcon; words: string }) {
  return (
    <>
      <Icon aria-hidden="true" size={18} className="max-md:hidden min-[90rem]:hidden" />
      <span className="md:max-[90rem]:sr-only">{words}</span>
    </>
  )
}

/** Deletes a product after a confirmation. */
function useDeleteProduct() {
  return useConfirm<ManagedTool>(
    ({ name }) => ({
      title: t('products.delete-title', { name }),
      text: t('products.delete-text'),
      confirmLabel: t('word.delete'),
    }),
    async ({ _id }) => {
      await write(deleteTool, { params: { id: _id } })
      toast.success(t('products.deleted'))
      toast.info(t('products.deleted-text'))
    },
  )
}

async function restoreProduct({ _id, name, draft }: ManagedTool): Promise<void> {
  await write(restoreTool, { params: { id: _id } })
  toast.success(t(draft ? 'products.published' : 'products.restored', { name }))
}

export { RouteErrorBoundary as ErrorBoundary }

import { Boxes, type LucideIcon, Pencil, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import {
  deleteTool,
  type ManagedTool,
  productSorts,
  productStates,
  type ProductSort,
  type ProductState,
  restoreTool,
} from '#contract/catalog.ts'
import { adminOnly, usePerson } from '#web/accounts/dashboard-person.ts'
import { problemSentence } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { usePages, useSettled } from '#web/api/pages.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { useAsking } from '#web/api/use-asking.tsx'
import { AdjustStockDialog } from '#web/catalog/adjust-stock-dialog.tsx'
import { productsForAdmin } from '#web/catalog/product-answers.ts'
import { forgetProducts } from '#web/catalog/product-memory.ts'
import { categoryWord, unitsText } from '#web/catalog/product-words.ts'
import { StockBadge } from '#web/catalog/stock-badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, FailedState } from '#web/ui/empty-state.tsx'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { LoadMore } from '#web/ui/load-more.tsx'
import { Day } from '#web/ui/moment.tsx'
import { Money } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { type Column, type Sorting, SortSelect, Table, TableSkeleton } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { Sentence } from '#web/words/sentence.tsx'
import { t, type WordId } from '#web/words/words.ts'
import type { Route } from './+types/manage-products.route.ts'

export const handle = adminOnly

export const meta: Route.MetaFunction = () => [
  { title: t('products.manage-page-title') },
  { name: 'robots', content: 'noindex' },
]

type ChangeRows = (work: (rows: readonly ManagedTool[]) => readonly ManagedTool[]) => void

export default function ManageProductsRoute() {
  const { email } = usePerson()
  const filter = useProductFilter()
  const products = usePages(productsForAdmin, {
    viewer: email,
    q: filter.words,
    show: filter.show,
    sort: filter.sort,
  })
  const sorting: Sorting = {
    by: filter.sort,
    choices: sorts(),
    onSort: (by) => filter.narrow({ sort: isProductSort(by) ? by : '' }),
  }
  const { list } = products
  const deleting = useDeleting(products)
  const restoring = useRestoring(products.change)
  const [adjusted, setAdjusted] = useState<ManagedTool>()
  const columns: Column<ManagedTool>[] = [
    { head: '#', fit: true, phone: 'hidden', cell: (_, index) => unitsText(index + 1) },
    { head: t('product.image'), fit: true, phone: 'picture', cell: (product) => <Thumbnail product={product} /> },
    {
      head: t('product.name'),
      phone: 'title',
      sort: ['name', '-name'],
      cell: (product) => <ProductName product={product} />,
    },
    {
      head: t('product.available'),
      numeric: true,
      sort: ['available', '-available'],
      cell: (product) => unitsText(product.available),
    },
    {
      head: t('product.minimum-order'),
      numeric: true,
      sort: ['-minimum', 'minimum'],
      cell: (product) => unitsText(product.minOrder),
    },
    {
      head: t('product.price'),
      numeric: true,
      sort: ['-price', 'price'],
      cell: (product) => <Money dollars={product.price} />,
    },
    {
      head: t('list.status'),
      fit: true,
      phone: 'actions',
      cell: (product) => (
        <Actions
          product={product}
          onAdjust={() => setAdjusted(product)}
          onDelete={() => deleting.ask(product)}
          onRestore={() => void restoring.restore(product)}
          isRestoring={restoring.running === product._id}
        />
      ),
    },
  ]
  return (
    <>
      <PageHeading
        title={t('products.manage')}
        action={
          <ButtonLink to="/dashboard/add-product">
            <Plus aria-hidden="true" size={20} /> {t('products.add')}
          </ButtonLink>
        }
      />
      <div className="mt-6">
        <ListFilter
          label={t('products.search')}
          text={filter.text}
          onText={(q) => filter.narrow({ q })}
          kinds={productStates.map((kind) => ({ kind, label: t(kindWords[kind]) }))}
          kind={filter.show}
          onKind={(show) => filter.narrow({ show })}
        >
          <SortSelect sorting={sorting} />
        </ListFilter>
        {list.state === 'loading' ? <TableSkeleton columns={columns} label={t('products.loading')} /> : null}
        {list.state === 'failed' ? (
          <FailedState title={t('products.failed')} message={list.message} onRetry={() => void products.refresh()} />
        ) : null}
        {list.state === 'ready' && list.value.rows.length > 0 ? (
          <>
            <Table
              caption={t('products.list')}
              columns={columns}
              rows={list.value.rows}
              rowKey={(product) => product._id}
              sorting={sorting}
              stale={products.stale}
            />
            {list.value.next ? <LoadMore busy={products.isBusy} onMore={() => void products.more()} /> : null}
          </>
        ) : null}
        {list.state === 'ready' && list.value.rows.length === 0 ? <NoProducts filter={filter} /> : null}
      </div>
      {deleting.dialog}
      <AdjustStockDialog
        product={adjusted}
        viewer={email}
        onChanged={(available) => {
          if (!adjusted) return
          const { _id } = adjusted
          setAdjusted({ ...adjusted, available })
          products.change((rows) => rows.map((row) => (row._id === _id ? { ...row, available } : row)))
        }}
        onClose={() => setAdjusted(undefined)}
      />
    </>
  )
}

const kindWords: Record<ProductState, WordId> = {
  'on-sale': 'products.on-sale',
  low: 'stock.low',
  out: 'stock.out',
  archived: 'products.archived',
}

const isProductState = (text: string | null): text is ProductState => productStates.some((known) => known === text)

const isProductSort = (text: string | null): text is ProductSort => productSorts.some((known) => known === text)

function sorts(): Sorting['choices'] {
  const both = (by: ProductSort, round: ProductSort, what: string) => [
    { by, label: t('sort.low-high', { what }) },
    { by: round, label: t('sort.high-low', { what }) },
  ]
  return [
    { by: '', label: t('sort.shop') },
    { by: 'name', label: t('sort.a-z', { what: t('product.name') }) },
    { by: '-name', label: t('sort.z-a', { what: t('product.name') }) },
    ...both('available', '-available', t('product.available')),
    ...both('minimum', '-minimum', t('product.minimum-order')),
    ...both('price', '-price', t('product.price')),
  ]
}

interface ProductWish {
  q: string
  show: ProductState
  sort: ProductSort | ''
}

/** What the list is narrowed to stands in the address: it can be kept as a bookmark, and going back brings it again. */
function useProductFilter() {
  const [search, setSearch] = useSearchParams()
  const given = search.get('show')
  const sorted = search.get('sort')
  const text = search.get('q') ?? ''
  const now: ProductWish = {
    q: text,
    show: isProductState(given) ? given : 'on-sale',
    sort: isProductSort(sorted) ? sorted : '',
  }
  return {
    ...now,
    text,
    words: useSettled(text.trim()),
    narrow: (change: Partial<ProductWish>) => {
      const { q, show, sort } = { ...now, ...change }
      const wanted = { ...(show !== 'on-sale' && { show }), ...(q && { q }), ...(sort && { sort }) }
      setSearch(new URLSearchParams(wanted), { replace: true, preventScrollReset: true })
    },
  }
}

function NoProducts({ filter: { words, show, narrow } }: { filter: ReturnType<typeof useProductFilter> }) {
  if (words === '' && show === 'on-sale') {
    return (
      <EmptyState
        title={t('products.nothing-sold')}
        text={t('products.nothing-sold-text')}
        action={<ButtonLink to="/dashboard/add-product">{t('products.add')}</ButtonLink>}
      />
    )
  }
  return (
    <EmptyState
      title={t('products.none')}
      text={words ? t('products.none-here-text', { words }) : t('list.none-of-kind')}
      action={
        <Button look="outline" onClick={() => narrow({ q: '', show: 'on-sale' })}>
          {t('products.show-all')}
        </Button>
      }
    />
  )
}

function Thumbnail({ product }: { product: ManagedTool }) {
  return (
    <span className="picture-ground block w-16 lg:max-xl:w-12 overflow-hidden rounded-field border border-base-300">
      <Picture src={product.img} alt="" sizes="4rem" />
    </span>
  )
}

function ProductName({ product }: { product: ManagedTool }) {
  const id = `product-${product._id}`
  return (
    <>
      {product.archivedAt ? (
        <span id={id} title={product.name} className="font-semibold md:line-clamp-2">
          {product.name}
        </span>
      ) : (
        <Link
          id={id}
          to={`/products/${product._id}`}
          title={product.name}
          className="font-semibold hover:underline max-md:block max-md:py-2.5 md:line-clamp-2"
        >
          {product.name}
        </Link>
      )}
      <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5 text-sm">
        <span className="muted wrap-anywhere">
          {product.category ? categoryWord(product.category) : null}
          {product.category && product.sku ? ' · ' : null}
          {product.sku ? <span className="inline-block max-w-full">{product.sku}</span> : null}
        </span>
        <StockBadge product={product} />
      </span>
      {product.archivedAt ? (
        <span className="muted block text-sm">
          <Sentence id="products.archived-on" parts={{ day: <Day iso={product.archivedAt} /> }} />
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
    <span className="flex gap-2 max-md:flex-wrap xl:gap-1.5">
      {product.archivedAt ? (
        <Button
          look="outline"
          size="sm"
          className={small}
          busy={isRestoring}
          onClick={onRestore}
          aria-describedby={about}
        >
          {t('products.put-back')}
        </Button>
      ) : (
        <ButtonLink
          to={`/dashboard/manage-products/${product._id}`}
          look="outline"
          size="sm"
          className={small}
          title={t('form.edit')}
          aria-describedby={about}
        >
          <Act Icon={Pencil} words={t('form.edit')} />
        </ButtonLink>
      )}
      <Button
        look="outline"
        size="sm"
        className={small}
        title={product.archivedAt ? t('stock.show-history') : t('stock.adjust')}
        onClick={onAdjust}
        aria-describedby={about}
      >
        <Act Icon={Boxes} words={product.archivedAt ? t('stock.show-history') : t('stock.adjust')} />
      </Button>
      {product.archivedAt ? null : (
        <Button
          look="outline"
          size="sm"
          className={`${small} text-error`}
          title={t('products.delete')}
          onClick={onDelete}
          aria-describedby={about}
        >
          <Act Icon={Trash2} words={t('products.delete')} />
        </Button>
      )}
    </span>
  )
}

const small = 'whitespace-nowrap md:px-2.5'

/** Where a table has no room for words, a sign stands for them. */
function Act({ Icon, words }: { Icon: LucideIcon; words: string }) {
  return (
    <>
      <Icon aria-hidden="true" size={18} className="max-md:hidden min-[90rem]:hidden" />
      <span className="md:max-[90rem]:sr-only">{words}</span>
    </>
  )
}

/** Asks before a product is deleted, and deletes it. */
function useDeleting({ change, refresh }: { change: ChangeRows; refresh: () => Promise<void> }) {
  return useAsking<ManagedTool>(
    ({ name }) => ({
      title: t('products.delete-title', { name }),
      text: t('products.delete-text'),
      confirmLabel: t('products.delete-confirm'),
    }),
    async ({ _id }) => {
      await call(deleteTool, { params: { id: _id } })
      change((rows) => rows.filter((row) => row._id !== _id))
      void refresh()
      forgetProducts()
      toast.success(t('products.deleted'))
    },
  )
}

function useRestoring(change: ChangeRows) {
  const [running, setRunning] = useState<string>()
  return {
    running,
    async restore(product: ManagedTool) {
      setRunning(product._id)
      try {
        await call(restoreTool, { params: { id: product._id } })
        change((rows) => rows.filter((row) => row._id !== product._id))
        forgetProducts()
        toast.success(t('products.restored', { name: product.name }))
      } catch (error) {
        toast.error(problemSentence(error))
      }
      setRunning(undefined)
    },
  }
}

export { RouteFailure as ErrorBoundary }

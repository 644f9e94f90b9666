import { Plus } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { deleteTool, type Tool } from '#contract/catalog.ts'
import { adminOnly, usePerson } from '#web/accounts/dashboard-person.ts'
import { useAnswer } from '#web/api/answers.ts'
import { problemSentence } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { productsForAdmin } from '#web/catalog/product-answers.ts'
import { forgetProducts } from '#web/catalog/product-memory.ts'
import { categoryWord, stockWarning, unitsText } from '#web/catalog/product-words.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { EmptyState, FailedState } from '#web/ui/empty-state.tsx'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { Money } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Picture } from '#web/ui/picture.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { useFirstRows } from '#web/ui/show-more.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import type { Route } from './+types/manage-products.route.ts'

export const handle = adminOnly

export const meta: Route.MetaFunction = () => [
  { title: 'Manage All Products – Boltyard' },
  { name: 'robots', content: 'noindex' },
]

export default function ManageProductsRoute() {
  const { email } = usePerson()
  const answer = useAnswer(productsForAdmin, email)
  const deleting = useDeleting(email)
  const columns: Column<Tool>[] = [
    { head: '#', phone: 'hidden', cell: (_, index) => index + 1 },
    { head: 'Image', phone: 'title', cell: (product) => <Thumbnail product={product} /> },
    { head: 'Product Name', phone: 'title', cell: (product) => <ProductName product={product} /> },
    { head: 'Available', numeric: true, cell: (product) => <Available product={product} /> },
    { head: 'Minimum Order', numeric: true, cell: (product) => unitsText(product.minOrder) },
    { head: 'Price', numeric: true, cell: (product) => <Money dollars={product.price} /> },
    {
      head: 'Status',
      cell: (product) => (
        <Button
          look="outline"
          size="sm"
          className="whitespace-nowrap text-error max-md:min-h-11"
          onClick={() => deleting.ask(product)}
          aria-describedby={`product-${product._id}`}
        >
          Delete Product
        </Button>
      ),
    },
  ]
  return (
    <>
      <PageHeading
        title="Manage All Products"
        text={answer.state === 'ready' && answer.value.length > 0 ? countText(answer.value.length) : undefined}
        action={
          <ButtonLink to="/dashboard/add-product">
            <Plus aria-hidden="true" size={20} /> Add A Product
          </ButtonLink>
        }
      />
      <div className="mt-6">
        {answer.state === 'loading' ? <SkeletonRows rows={8} label="Loading the products" /> : null}
        {answer.state === 'failed' ? (
          <FailedState title="The products could not be loaded" message={answer.message} onRetry={answer.retry} />
        ) : null}
        {answer.state === 'ready' && answer.value.length === 0 ? (
          <EmptyState
            title="Nothing is sold yet"
            text="Add the first product with a picture, its price and what is on the shelf."
            action={<ButtonLink to="/dashboard/add-product">Add A Product</ButtonLink>}
          />
        ) : null}
        {answer.state === 'ready' && answer.value.length > 0 ? (
          <ProductList products={answer.value} columns={columns} />
        ) : null}
      </div>
      {deleting.dialog}
    </>
  )
}

function ProductList({ products, columns }: { products: readonly Tool[]; columns: Column<Tool>[] }) {
  const [text, setText] = useState('')
  const found = narrowProducts(products, text)
  const { shown, more } = useFirstRows(found)
  return (
    <>
      <ListFilter label="Search products" text={text} onText={setText} />
      {found.length > 0 ? (
        <Table caption="All products" columns={columns} rows={shown} rowKey={(product) => product._id} />
      ) : (
        <EmptyState
          title="No such products"
          text={`No name, part number or shelf contains “${text}”.`}
          action={
            <Button look="outline" onClick={() => setText('')}>
              Show all products
            </Button>
          }
        />
      )}
      {more}
    </>
  )
}

function narrowProducts(products: readonly Tool[], text: string): readonly Tool[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return products.filter(({ name, sku = '', category = '' }) => {
    const content = [name, sku, categoryWord(category)].join('\n').toLowerCase()
    return words.every((word) => content.includes(word))
  })
}

const countText = (count: number) => (count === 1 ? '1 product' : `${unitsText(count)} products`)

function Thumbnail({ product }: { product: Tool }) {
  return (
    <span className="picture-ground block w-16 max-md:w-32 xl:w-20 overflow-hidden rounded-field border border-base-300">
      <Picture src={product.img} alt="" sizes="8rem" />
    </span>
  )
}

function ProductName({ product }: { product: Tool }) {
  const facts = [product.category && categoryWord(product.category), product.sku].filter(Boolean).join(' · ')
  return (
    <>
      <Link id={`product-${product._id}`} to={`/products/${product._id}`} className="font-semibold hover:underline">
        {product.name}
      </Link>
      {facts ? <span className="muted block text-sm">{facts}</span> : null}
    </>
  )
}

function Available({ product }: { product: Tool }) {
  const warning = stockWarning(product)
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-x-2 gap-y-1">
      {warning ? <Badge tone={warning === 'Low stock' ? 'warning' : 'dark'}>{warning}</Badge> : null}
      {unitsText(product.available)}
    </span>
  )
}

/** Asks before a product is deleted, and deletes it. */
function useDeleting(email: string) {
  const [product, setProduct] = useState<Tool>()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  async function remove(target: Tool) {
    setBusy(true)
    try {
      await call(deleteTool, { params: { id: target._id } })
      productsForAdmin.change(email, (products) => products.filter((other) => other._id !== target._id))
      forgetProducts()
      toast.success('Successfully deleted a product')
    } catch (error) {
      toast.error(problemSentence(error))
    }
    setOpen(false)
    setBusy(false)
    await productsForAdmin.refresh(email)
  }

  return {
    ask(wanted: Tool) {
      setProduct(wanted)
      setOpen(true)
    },
    dialog: (
      <ConfirmDialog
        open={open}
        title={`Are you sure you want to delete ${product?.name ?? ''}?`}
        text="Nobody can order it any more. Orders that were placed keep it."
        confirmLabel="Delete"
        busy={busy}
        onConfirm={() => product && void remove(product)}
        onCancel={() => setOpen(false)}
      />
    ),
  }
}

export { RouteFailure as ErrorBoundary }

import { listTools } from '#contract/catalog.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { serverCall } from '#web/api/server-call.ts'
import { ProductCard } from '#web/catalog/product-card.tsx'
import { recallProducts } from '#web/catalog/product-memory.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import type { Route } from './+types/products.route.ts'

export const meta: Route.MetaFunction = () => [
  { title: 'All products – Boltyard' },
  {
    name: 'description',
    content: 'Every part, tool and machine that Boltyard sells in bulk, with minimum order, stock and unit price.',
  },
]

export async function loader({ context }: Route.LoaderArgs) {
  return { products: await serverCall(context, listTools) }
}

export async function clientLoader() {
  return { products: await recallProducts() }
}

/** As many pictures as the first screen shows. */
const eagerCards = 4

export default function ProductsRoute({ loaderData: { products } }: Route.ComponentProps) {
  return (
    <section className="page-width py-10 lg:py-14">
      <PageHeading
        eyebrow="Catalogue"
        title="Products"
        text="Unit prices in US dollars. The minimum is the smallest quantity of one order; available is what is on the shelf now."
        action={
          products.length > 0 ? (
            <p className="muted figures">{products.length === 1 ? '1 product' : `${products.length} products`}</p>
          ) : undefined
        }
      />
      {products.length > 0 ? (
        <>
          <h2 className="sr-only">All products</h2>
          <ul className="mt-8 grid gap-6 md:grid-cols-3 lg:grid-cols-4 [&>li:nth-child(n+9)]:[contain-intrinsic-size:auto_36rem] [&>li:nth-child(n+9)]:[content-visibility:auto]">
            {products.map((product, index) => (
              <ProductCard key={product._id} product={product} eager={index < eagerCards} />
            ))}
          </ul>
        </>
      ) : (
        <EmptyState title="Nothing to order yet" text="The shelves are being filled. Please look in again soon." />
      )}
    </section>
  )
}

export { RouteFailure as ErrorBoundary }

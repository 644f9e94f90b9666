import { ArrowRight, Search } from 'lucide-react'
import { Form } from 'react-router'
import { listTools, type Tool } from '#contract/catalog.ts'
import { call } from '#web/api/call.ts'
import { cutPage } from '#web/api/pages.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { serverCall } from '#web/api/server-call.ts'
import { ProductCard } from '#web/catalog/product-card.tsx'
import { recallProducts } from '#web/catalog/product-memory.ts'
import { pageMeta } from '#web/site-content/page-meta.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import type { Route } from './+types/products.route.ts'

/** Full rows of three and of four. */
const productsPerPage = 60

export const meta: Route.MetaFunction = ({ matches, location, loaderData }) => [
  ...pageMeta(matches, {
    title: loaderData?.q ? `${loaderData.q} – Boltyard` : 'All products – Boltyard',
    description: 'Every part, tool and machine that Boltyard sells in bulk, with minimum order, stock and unit price.',
    path: `/products${location.search}`,
  }),
  // What somebody searched for is no page to find.
  ...(loaderData?.q ? [{ name: 'robots', content: 'noindex, follow' }] : []),
]

export async function loader({ context, request }: Route.LoaderArgs) {
  const { q, query } = readAddress(request)
  return present(q, query.after, await serverCall(context, listTools, { query }))
}

export async function clientLoader({ request }: Route.ClientLoaderArgs) {
  const { q, query } = readAddress(request)
  const isFirst = query.after === undefined && q === ''
  return present(q, query.after, isFirst ? await recallProducts() : await call(listTools, { query }))
}

/** The words that are searched for, and the page of the list: one product more than it shows. */
function readAddress(request: Request) {
  const search = new URL(request.url).searchParams
  const q = (search.get('q') ?? '').trim().slice(0, 200)
  const after = search.get('after') ?? ''
  const isId = /^[0-9a-f-]{36}$/i.test(after)
  return { q, query: { limit: String(productsPerPage + 1), ...(isId && { after }), ...(q && { q }) } }
}

function present(q: string, after: string | undefined, tools: readonly Tool[]) {
  return { q, isFirst: after === undefined, ...cutPage(tools, productsPerPage) }
}

/** As many pictures as the first screen shows. */
const eagerCards = 4

export default function ProductsRoute({ loaderData: { q, isFirst, rows: products, next } }: Route.ComponentProps) {
  return (
    <section className="page-width py-10 lg:py-14">
      <PageHeading
        eyebrow="Catalogue"
        title="Products"
        text="Unit prices in US dollars. The minimum is the smallest quantity of one order; available is what is on the shelf now."
        action={<SearchForm q={q} />}
      />
      {products.length > 0 ? (
        <>
          <h2 className={q ? 'mt-8 text-2xl' : 'sr-only'}>{q ? `Products with “${q}”` : 'All products'}</h2>
          <ul className="mt-8 grid gap-6 md:grid-cols-3 lg:grid-cols-4 [&>li:nth-child(n+9)]:[contain-intrinsic-size:auto_36rem] [&>li:nth-child(n+9)]:[content-visibility:auto]">
            {products.map((product, index) => (
              <ProductCard key={product._id} product={product} eager={index < eagerCards} />
            ))}
          </ul>
          <PageLinks q={q} isFirst={isFirst} next={next} />
        </>
      ) : (
        <NoProducts isNarrowed={q !== '' || !isFirst} q={q} />
      )}
    </section>
  )
}

/** Works without scripts: the words go into the address. */
function SearchForm({ q }: { q: string }) {
  return (
    <search className="w-full sm:w-auto">
      <Form action="/products" className="flex gap-2" key={q}>
        <label className="input min-h-11 w-full border-base-content/35 text-base sm:w-72">
          <Search aria-hidden="true" size={18} className="shrink-0 opacity-70" />
          <span className="sr-only">Search products</span>
          <input type="search" name="q" defaultValue={q} maxLength={200} placeholder="Search products" />
        </label>
        <Button type="submit" look="outline">
          Search
        </Button>
      </Form>
    </search>
  )
}

function PageLinks({ q, isFirst, next }: { q: string; isFirst: boolean; next: string | undefined }) {
  if (isFirst && next === undefined) return null
  const address = (after?: string) => {
    const search = new URLSearchParams({ ...(q && { q }), ...(after && { after }) }).toString()
    return search ? `/products?${search}` : '/products'
  }
  return (
    <nav aria-label="Pages" className="mt-10 flex flex-wrap justify-center gap-3">
      {isFirst ? null : (
        <ButtonLink to={address()} look="outline">
          First page
        </ButtonLink>
      )}
      {next === undefined ? null : (
        <ButtonLink to={address(next)} look="dark" rel="next">
          Next page <ArrowRight aria-hidden="true" size={20} />
        </ButtonLink>
      )}
    </nav>
  )
}

function NoProducts({ isNarrowed, q }: { isNarrowed: boolean; q: string }) {
  if (!isNarrowed) {
    return <EmptyState title="Nothing to order yet" text="The shelves are being filled. Please look in again soon." />
  }
  return (
    <EmptyState
      title="No such products"
      text={q ? `No word of a name, part number or category begins with “${q}”.` : 'The list ends before this page.'}
      action={
        <ButtonLink to="/products" look="outline">
          View All Products
        </ButtonLink>
      }
    />
  )
}

export { RouteFailure as ErrorBoundary }

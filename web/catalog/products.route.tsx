import { Activity, memo } from 'react'
import { Outlet, redirect, type ShouldRevalidateFunctionArgs } from 'react-router'
import { type PartNumberKind, partNumberKey } from '#contract/part-numbers.ts'
import { pageSettings } from '#web/api/page-settings.ts'
import { currentSession } from '#web/identity/session.ts'
import { takeSentWords } from '#web/page/search-box.tsx'
import { useProductPath } from '#web/page/use-product-path.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { type PageHandle, serverCall } from '#web/api/server-call.ts'
import {
  askFromBrowser,
  describeList,
  listFacts,
  listQuery,
  listResponse,
  type LoadedList,
  loadProductList,
  ProductList,
} from '#web/catalog/product-list.tsx'
import { pageMeta, publicOrigin } from '#web/page/page-meta.ts'
import { StructuredData } from '#web/page/structured-data.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/products.route.ts'

export const handle = { query: [...listQuery, 'category'] } satisfies PageHandle

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const { path, robots } = loaderData ? describeList(loaderData) : { path: '/products', robots: [] }
  const title = loaderData?.q ? t('products.search-title', { words: loaderData.q }) : t('products.page-title')
  return [...pageMeta(matches, { title, description: t('products.page-description'), path }), ...robots]
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  if (isProduct(params)) return undefined
  leaveToCategory(request)
  const list = await loadProductList((endpoint, input) => serverCall(context, endpoint, input), request, '/products')
  return listResponse(list, list)
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function clientLoader({ params, request }: Route.ClientLoaderArgs) {
  if (isProduct(params)) return undefined
  leaveToCategory(request)
  const words = takeSentWords()
  const list = await loadProductList(askFromBrowser, request, '/products')
  if (words) leaveToPart(words, list)
  return list
}

/** Redirects to the product whose own number was sent, if there is one; a visitor would have to sign in to see it, unless its page is public. */
function leaveToPart(words: string, { rows }: LoadedList): void {
  const key = partNumberKey(words)
  const [part, ...others] = rows.filter(
    ({ match }) => match && ownKinds.has(match.kind) && !match.isNear && partNumberKey(match.number) === key,
  )
  const isOpen = currentSession().status !== 'signed-out' || pageSettings().productPages === 'public'
  if (part && others.length === 0 && isOpen) throw redirect(`/products/${part._id}`)
}

const ownKinds = new Set<PartNumberKind>(['own', 'maker', 'barcode'])

/** Redirects the address that the page of a category had before. */
function leaveToCategory(request: Request): void {
  const search = new URL(request.url).searchParams
  const category = search.get('category')
  if (!category) return
  search.delete('category')
  const path = `/categories/${encodeURIComponent(category)}`
  throw redirect(search.size > 0 ? `${path}?${search.toString()}` : path, 301)
}

/** Keeps the list while a product page is open, and reloads it on the way back. */
export function shouldRevalidate({ currentParams, nextParams, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return !isProduct(nextParams) && (isProduct(currentParams) || defaultShouldRevalidate)
}

const isProduct = (params: { id?: string | undefined }): boolean => params.id !== undefined

/** Shows the list, hidden while a product page is open above it, so that it need not be rendered again on the way back. */
export default function ProductsRoute({ loaderData, matches, params }: Route.ComponentProps) {
  return (
    <>
      {loaderData ? (
        <Activity mode={isProduct(params) ? 'hidden' : 'visible'}>
          <AllProducts list={loaderData} origin={publicOrigin(matches)} />
        </Activity>
      ) : null}
      <Outlet />
    </>
  )
}

const AllProducts = memo(function AllProducts({ list, origin }: { list: LoadedList; origin: string }) {
  const { q, trail, page, rows } = list
  const pathOf = useProductPath()
  return (
    <section className="page-width py-4 pb-8 lg:py-6 print:py-0">
      {trail.length === 0 && page === 1 && q === '' ? <StructuredData facts={listFacts(rows, origin, pathOf)} /> : null}
      <PageHeading title={q ? t('products.with', { words: q }) : t('word.products')} />
      <ProductList
        list={list}
        heading={t('word.all-products')}
        empty={{ title: t('products.empty'), text: t('products.empty-text') }}
      />
    </section>
  )
})

export { RouteErrorBoundary as ErrorBoundary }

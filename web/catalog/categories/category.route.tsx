import { createContext, data, redirect } from 'react-router'
import { type Category, getCategory } from '#contract/categories.ts'
import { ApiProblem } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { isNotFoundKnown, type PageHandle, serverCall } from '#web/api/server-call.ts'
import { breadcrumbFacts, CategoryBreadcrumb } from '#web/catalog/categories/breadcrumb.tsx'
import { CategoryTiles } from '#web/catalog/categories/category-tiles.tsx'
import {
  type Ask,
  askFromBrowser,
  describeList,
  listFacts,
  listQuery,
  listResponse,
  loadProductList,
  ProductList,
} from '#web/catalog/product-list.tsx'
import { describePage } from '#web/page/describe-page.ts'
import { useProductPath } from '#web/page/use-product-path.ts'
import { pageMeta, publicOrigin } from '#web/page/page-meta.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { StructuredData } from '#web/page/structured-data.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { currentLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/category.route.ts'

export const handle = { query: listQuery } satisfies PageHandle

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return [{ title: t('category.page-title-gone') }]
  const { list, page } = loaderData
  const { path, robots } = describeList(list)
  const { name, description, products } = page
  const given = {
    title: t('products.category-title', { category: name }),
    description: description.slice(0, 155) || t('category.page-description', { name, count: products }),
  }
  return [
    ...pageMeta(matches, {
      ...(list.q
        ? { ...given, title: t('products.search-title', { words: list.q }) }
        : describePage(matches, 'category', page, given)),
      path,
    }),
    ...robots,
  ]
}

const foundContext = createContext<Promise<Category> | null>(null)

/** Ends a request for a category that is not there before any loader runs, once the server has the page that says so. */
export const middleware: Route.MiddlewareFunction[] = [
  async ({ context, params }, next) => {
    if (!isNotFoundKnown(context)) return next()
    try {
      const found = findCategory(context, params.slug)
      context.set(foundContext, found)
      await found
    } catch (error) {
      if (isGone(error)) return new Response(null, { status: 404 })
    }
    return next()
  },
]

const findCategory = (context: Route.LoaderArgs['context'], slug: string) =>
  serverCall(context, getCategory, { params: { slug }, query: { language: currentLanguage() } })

export async function loader({ context, params: { slug }, request }: Route.LoaderArgs) {
  try {
    const page = await (context.get(foundContext) ?? findCategory(context, slug))
    leaveOldAddress(page, slug, request)
    const ask: Ask = (endpoint, input) => serverCall(context, endpoint, input)
    const list = await loadProductList(ask, request, `/categories/${slug}`, slug)
    return listResponse({ page, list }, list)
  } catch (error) {
    throw orGone(error)
  }
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export async function clientLoader({ params: { slug }, request }: Route.ClientLoaderArgs) {
  try {
    const [page, list] = await Promise.all([
      call(getCategory, { params: { slug }, query: { language: currentLanguage() } }),
      loadProductList(askFromBrowser, request, `/categories/${slug}`, slug),
    ])
    leaveOldAddress(page, slug, request)
    return { page, list }
  } catch (error) {
    throw orGone(error)
  }
}

/** Redirects a former address to the one of now. */
function leaveOldAddress({ category }: Category, slug: string, request: Request): void {
  if (category !== slug) throw redirect(`/categories/${category}${new URL(request.url).search}`, 301)
}

/** Whether there is no such category; a text that can be no slug names none either. */
const isGone = (error: unknown) =>
  error instanceof ApiProblem && ['category-not-found', 'invalid-request'].includes(error.code)

const orGone = (error: unknown) => (isGone(error) ? data(t('category.gone'), { status: 404 }) : error)

export default function CategoryRoute({ loaderData, matches }: Route.ComponentProps) {
  const { page, list } = loaderData
  const { q, trail, rows, filters } = list
  const origin = publicOrigin(matches)
  const pathOf = useProductPath()
  const path = [...page.path, page]
  const isFirst = trail.length === 0 && list.page === 1 && q === '' && filters.length === 0 && !list.vehicle
  return (
    <section className="page-width py-2 pb-8 lg:py-4 print:py-0">
      {isFirst ? (
        <StructuredData facts={{ '@graph': [breadcrumbFacts(path, origin), listFacts(rows, origin, pathOf)] }} />
      ) : null}
      <CategoryBreadcrumb path={path} isHere />
      <PageHeading title={page.name} text={page.description || undefined} />
      {isFirst && page.children.length > 0 ? (
        <div className="mt-4 print:hidden">
          <CategoryTiles categories={page.children} />
        </div>
      ) : null}
      <ProductList
        list={list}
        heading={t('word.product-count', { count: page.products })}
        chosen={page.category}
        above={page.path.map(({ category }) => category)}
        empty={{ title: t('products.category-empty'), text: t('products.category-empty-text') }}
      />
    </section>
  )
}

export { RouteErrorBoundary as ErrorBoundary }

import { type PageHandle, serverCall } from '#web/api/server-call.ts'
import { Breadcrumb, stepFacts } from '#web/catalog/categories/breadcrumb.tsx'
import { datedName, findCategoryOf, loadVehiclePage, vehicleName } from '#web/catalog/fits/vehicle-page.ts'
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
import { pageMeta, publicOrigin } from '#web/page/page-meta.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { StructuredData } from '#web/page/structured-data.tsx'
import { useProductPath } from '#web/page/use-product-path.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/vehicle-category.route.ts'

export const handle = { query: listQuery } satisfies PageHandle

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  if (!loaderData) return [{ title: t('fits.page-title-gone') }]
  const { page, category, list } = loaderData
  const { path, robots } = describeList(list)
  const given = {
    vehicle: datedName(page),
    category: category.name,
    count: category.products,
  }
  const title = t('fits.category-page-title', given)
  return [...pageMeta(matches, { title, description: t('fits.category-page-description', given), path }), ...robots]
}

type Params = Route.LoaderArgs['params']

async function load(ask: Ask, params: Params, request: Request) {
  const page = await loadVehiclePage(ask, params.slug, request)
  const category = await findCategoryOf(ask, page, params.category)
  const path = `/fits/${page.slug}/${category.category}`
  return { page, category, list: await loadProductList(ask, request, path, category.category, String(page.id)) }
}

export async function loader({ context, params, request }: Route.LoaderArgs) {
  const loaded = await load((endpoint, input) => serverCall(context, endpoint, input), params, request)
  return listResponse(loaded, loaded.list)
}

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders

export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) => load(askFromBrowser, params, request)

/** Lists the parts of a category that list a vehicle, of any of its years. */
export default function VehicleCategoryRoute({ loaderData, matches }: Route.ComponentProps) {
  const { page, category, list } = loaderData
  const { q, trail, rows, filters } = list
  const origin = publicOrigin(matches)
  const pathOf = useProductPath()
  const name = vehicleName(page)
  const steps = [
    { name, path: `/fits/${page.slug}` },
    { name: category.name, path: `/fits/${page.slug}/${category.category}` },
  ]
  const isFirst = trail.length === 0 && list.page === 1 && q === '' && filters.length === 0
  return (
    <section className="page-width py-2 lg:py-4 print:py-0">
      {isFirst ? (
        <StructuredData facts={{ '@graph': [stepFacts(steps, origin), listFacts(rows, origin, pathOf)] }} />
      ) : null}
      <Breadcrumb steps={steps} isHere />
      <div className="mt-2">
        <PageHeading
          title={t('fits.category-title', { vehicle: name, category: category.name })}
          text={t('fits.category-text', { vehicle: datedName(page) })}
        />
      </div>
      <ProductList
        list={list}
        heading={t('word.product-count', { count: category.products })}
        chosen={category.category}
        above={category.parent === undefined ? [] : [category.parent]}
        empty={{ title: t('products.category-empty'), text: t('products.category-empty-text') }}
      />
    </section>
  )
}

export { RouteErrorBoundary as ErrorBoundary }

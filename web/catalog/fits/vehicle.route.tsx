import { Link } from 'react-router'
import { minPartsOfPage } from '#contract/vehicle-pages.ts'
import { type PageHandle, serverCall } from '#web/api/server-call.ts'
import { Breadcrumb, stepFacts } from '#web/catalog/categories/breadcrumb.tsx'
import { CategoryTiles } from '#web/catalog/categories/category-tiles.tsx'
import { datedName, loadVehiclePage, vehicleName, vehicleYears } from '#web/catalog/fits/vehicle-page.ts'
import { askFromBrowser } from '#web/catalog/product-list.tsx'
import { pageMeta, publicOrigin } from '#web/page/page-meta.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { StructuredData } from '#web/page/structured-data.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/vehicle.route.ts'

export const handle = { query: [] } satisfies PageHandle

export const meta: Route.MetaFunction = ({ matches, loaderData: page }) => {
  if (!page) return [{ title: t('fits.page-title-gone') }]
  const given = { vehicle: datedName(page), count: page.products }
  return [
    ...pageMeta(matches, {
      title: t('fits.page-title', given),
      description: t('fits.page-description', given),
      path: `/fits/${page.slug}`,
    }),
    // A page without parts helps nobody who comes from a search engine.
    ...(page.products === 0 ? [{ name: 'robots', content: 'noindex, follow' }] : []),
  ]
}

export const loader = ({ context, params, request }: Route.LoaderArgs) =>
  loadVehiclePage((endpoint, input) => serverCall(context, endpoint, input), params.slug, request)

export const clientLoader = ({ params, request }: Route.ClientLoaderArgs) =>
  loadVehiclePage(askFromBrowser, params.slug, request)

/** Shows the categories that have parts for a vehicle; a category with few of them is a filtered list. */
export default function VehicleRoute({ loaderData: page, matches }: Route.ComponentProps) {
  const name = vehicleName(page)
  const steps = [{ name, path: `/fits/${page.slug}` }]
  return (
    <section className="page-width py-2 lg:py-4">
      <StructuredData facts={stepFacts(steps, publicOrigin(matches))} />
      <Breadcrumb steps={steps} isHere />
      <div className="mt-2 mb-6">
        <PageHeading
          title={t('fits.title', { vehicle: name })}
          text={[vehicleYears(page), t('word.product-count', { count: page.products })].filter(Boolean).join(' · ')}
        />
      </div>
      {page.products === 0 ? (
        <EmptyState title={t('products.none-listed', { vehicle: name })} text={t('fits.none-text')} />
      ) : (
        <>
          <CategoryTiles
            categories={page.categories}
            pathOf={({ category, products }) =>
              products >= minPartsOfPage
                ? `/fits/${page.slug}/${category}`
                : `/categories/${category}?vehicle=${page.id}`
            }
          />
          <Link to={`/products?vehicle=${page.id}`} className="link mt-4 inline-block py-2.5">
            {t('facets.show-results', { count: page.products })}
          </Link>
        </>
      )}
    </section>
  )
}

export { RouteErrorBoundary as ErrorBoundary }

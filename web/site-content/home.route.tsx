import { ArrowRight, Quote } from 'lucide-react'
import { lazy, useState } from 'react'
import { getCategories, type CategoryCounts as CategoryCountsResponse } from '#contract/categories.ts'
import { listTools, type Tool } from '#contract/catalog.ts'
import { listReviews, type Review } from '#contract/reviews.ts'
import { getSiteContent, type SiteContent } from '#contract/site-content.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { loadChunk } from '#web/api/load-chunk.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { serverCall } from '#web/api/server-call.ts'
import { ProductCards } from '#web/catalog/product-card.tsx'
import { ContinueWithProduct } from '#web/catalog/continue-with-product.tsx'
import { pickCategoryNames } from '#web/catalog/categories/category-names.ts'
import { CategoryTiles } from '#web/catalog/categories/category-tiles.tsx'
import { HomeHero } from '#web/site-content/home-hero.tsx'
import { describePage } from '#web/page/describe-page.ts'
import { pageMeta, publicOrigin } from '#web/page/page-meta.ts'
import { StructuredData } from '#web/page/structured-data.tsx'
import { useHoldText } from '#web/page/use-hold-text.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Portrait } from '#web/ui/picture.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { toast } from '#web/ui/toast.tsx'
import { currentStore } from '#web/i18n/current-store.ts'
import { t } from '#web/i18n/messages.ts'
import { currentLanguage, currentLocale } from '#web/i18n/language.ts'
import type { Route } from './+types/home.route.ts'

// Without Suspense: early clicks are held until the whole page is hydrated.
const PlumbingPage = lazy(() =>
  import('#web/site-content/plumbing-page.tsx').then((module) => ({ default: module.PlumbingPage })),
)

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const isPlumbing = loaderData !== undefined && 'plumbing' in loaderData
  const given = {
    title: t(isPlumbing ? 'plumbing.page-title' : 'home.page-title'),
    description: t(isPlumbing ? 'plumbing.page-description' : 'home.page-description'),
  }
  return pageMeta(matches, { ...describePage(matches, 'home', {}, given), path: '/' })
}

const firstProducts = 4

export async function loader({ context }: Route.LoaderArgs) {
  const content = await serverCall(context, getSiteContent, { query: { language: currentLanguage() } })
  if (content.settings.homePage === 'plumbing') return presentPlumbing(content)
  const [tools, categories, reviews] = await Promise.all([
    serverCall(context, listTools, { query: { limit: String(firstProducts) } }),
    serverCall(context, getCategories, { query: { language: currentLanguage() } }),
    serverCall(context, listReviews, { query: { limit: '100' } }),
  ])
  return present(content.home, tools, categories, reviews)
}

export async function clientLoader() {
  const { loadHome } = await loadChunk(() => import('#web/site-content/load-home.ts'))
  const { content, tools, categories, reviews } = await loadHome()
  if (content.settings.homePage === 'plumbing') return presentPlumbing(content)
  return present(content.home, tools, categories, reviews)
}

/** Returns the plumbing page if it is configured as the home page. */
function presentPlumbing({ plumbing }: SiteContent) {
  return { plumbing: { words: plumbing } }
}

/** Returns only what the page shows. */
function present(
  words: SiteContent['home'],
  tools: Tool[],
  { products, categories }: CategoryCountsResponse,
  reviews: Review[],
) {
  return {
    words,
    products: tools.slice(0, firstProducts),
    productCount: products,
    categories: categories.filter(({ parent }) => parent === undefined),
    names: pickCategoryNames(categories, tools.slice(0, firstProducts)),
    average: averageOf(reviews),
    reviews: reviews.slice(0, words.testimonials.shown).map(presentReview),
    hasMoreReviews: reviews.length > words.testimonials.shown,
  }
}

const presentReview = ({ publishedAt, displayName, name, ...review }: Review) => ({
  ...review,
  name: displayName || name,
})

function averageOf(reviews: readonly Review[]) {
  const stars = reviews.flatMap(({ rating }) => (rating > 0 ? [rating] : []))
  return { count: stars.length, value: stars.reduce((sum, rating) => sum + rating, 0) / (stars.length || 1) }
}

export default function HomeRoute({ loaderData, matches }: Route.ComponentProps) {
  if ('plumbing' in loaderData) return <PlumbingPage {...loaderData.plumbing} />
  return <ShopHome {...loaderData} origin={publicOrigin(matches)} />
}

function ShopHome({
  words,
  products,
  productCount,
  categories,
  names,
  average,
  reviews,
  hasMoreReviews,
  origin,
}: ReturnType<typeof present> & { origin: string }) {
  const testimonials = useTestimonials(reviews, hasMoreReviews)
  return (
    <>
      <StructuredData
        facts={{
          '@type': 'OnlineStore',
          name: currentStore().name,
          url: `${origin}/`,
          logo: `${origin}${currentStore().logo?.url ?? '/social.png'}`,
          description: t('home.facts'),
        }}
      />
      <ContinueWithProduct />
      <HomeHero words={words.hero} productCount={productCount} categoryCount={categories.length} />
      <Promises />
      <section aria-labelledby="our-products" className="page-width py-12 lg:py-16">
        <div className="flex flex-col gap-6 lg:grid lg:grid-cols-[1fr_auto] lg:items-end lg:gap-y-8">
          <div>
            <h2 id="our-products" className="text-4xl sm:text-5xl">
              {words.products.title}
            </h2>
            <p className="muted mt-2 text-lg">{words.products.subtitle}</p>
          </div>
          {products.length > 0 ? (
            <>
              <ButtonLink to="/products" variant="dark" size="lg" className="max-lg:order-last">
                {words.products.button} <ArrowRight aria-hidden="true" size={20} />
              </ButtonLink>
              <ProductCards
                products={products}
                categoryNames={names}
                className="grid gap-4 md:grid-cols-3 lg:col-span-2 lg:grid-cols-4 xl:gap-6"
              />
            </>
          ) : (
            <div className="lg:col-span-2">
              <EmptyState title={t('home.empty')} text={t('home.empty-text')} />
            </div>
          )}
        </div>
      </section>
      {categories.length > 0 ? <Categories categories={categories} /> : null}
      <section id="testimonials" aria-labelledby="testimonials-title" className="border-t border-base-300 bg-base-200">
        <div className="page-width grid gap-x-12 gap-y-8 py-12 lg:grid-cols-[15rem_minmax(0,1fr)] lg:py-16">
          <div className="lg:sticky lg:top-24 lg:self-start">
            <h2 id="testimonials-title" className="text-4xl sm:text-5xl">
              {words.testimonials.title}
            </h2>
            {average.count > 0 ? <Average {...average} /> : null}
          </div>
          {reviews.length > 0 ? (
            <div className="min-w-0">
              <div
                role="group"
                aria-labelledby="testimonials-title"
                tabIndex={0}
                className="max-sm:-mx-4 max-sm:snap-x max-sm:snap-mandatory max-sm:overflow-x-auto max-sm:px-4 max-sm:scroll-px-4"
              >
                <ul className="gap-5 max-sm:flex max-sm:w-max max-sm:gap-3 sm:columns-2 xl:columns-3">
                  {testimonials.shown.map((review) => (
                    <Testimonial key={review._id} review={review} />
                  ))}
                </ul>
              </div>
              {testimonials.hasMore ? (
                <p className="mt-5">
                  <Button variant="outline" busy={testimonials.busy} onClick={() => void testimonials.loadMore()}>
                    {t('home.more-reviews')}
                  </Button>
                </p>
              ) : null}
            </div>
          ) : (
            <EmptyState
              title={t('home.no-reviews')}
              text={t('home.no-reviews-text')}
              icon={<Quote size={28} />}
              action={
                <ButtonLink to="/dashboard/review" variant="outline">
                  {t('reviews.add')}
                </ButtonLink>
              }
            />
          )}
        </div>
      </section>
    </>
  )
}

const reviewPage = 24

/** Returns the testimonials of the page and, on demand, all others, page by page. */
function useTestimonials(first: ReturnType<typeof present>['reviews'], hasMoreReviews: boolean) {
  const [more, setMore] = useState<typeof first>([])
  const [hasMore, setHasMore] = useState(hasMoreReviews)
  const [busy, setBusy] = useState(false)
  const shown = [...first, ...more]
  async function loadMore() {
    const after = shown.at(-1)?._id
    if (after === undefined) return
    setBusy(true)
    try {
      const page = await call(listReviews, { query: { limit: String(reviewPage), after } })
      setMore((before) => [...before, ...page.map(presentReview)])
      setHasMore(page.length === reviewPage)
    } catch (error) {
      toast.error(errorMessageOf(error))
    }
    setBusy(false)
  }
  return { shown, hasMore, busy, loadMore }
}

const promises = [
  ['home.promise-stock', 'home.promise-stock-text'],
  ['home.promise-price', 'home.promise-price-text'],
  ['home.promise-held', 'home.promise-held-text'],
  ['home.promise-card', 'home.promise-card-text'],
] as const

/** Shows the benefits for buyers. */
function Promises() {
  const hold = useHoldText()
  return (
    <div className="border-b border-base-300 bg-base-200">
      <dl className="page-width grid gap-x-8 gap-y-5 py-7 sm:grid-cols-2 lg:grid-cols-4">
        {promises.map(([promise, text]) => (
          <div key={promise} className="border-l-2 border-primary pl-4">
            <dt className="font-heading text-xl leading-tight font-bold [word-spacing:0.07em]">
              {t(promise, { hold })}
            </dt>
            <dd className="muted mt-1 text-sm">{t(text, { hold })}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function Categories({ categories }: Pick<ReturnType<typeof present>, 'categories'>) {
  return (
    <section aria-labelledby="shelves-title" className="page-width pb-14 lg:pb-20">
      <h2 id="shelves-title" className="mb-5 text-3xl">
        {t('home.categories')}
      </h2>
      <CategoryTiles categories={categories} />
    </section>
  )
}

function Average({ value, count }: { value: number; count: number }) {
  const text = value.toLocaleString(currentLocale(), { minimumFractionDigits: 1, maximumFractionDigits: 1 })
  return (
    <p className="mt-4 leading-snug">
      <span className="figures block font-heading text-3xl font-bold [word-spacing:0.07em]">
        {t('home.average', { value: text })}
      </span>
      <span className="muted">{t('home.average-of', { count })}</span>
    </p>
  )
}

function Testimonial({ review }: { review: ReturnType<typeof present>['reviews'][number] }) {
  return (
    <li className="card-surface break-inside-avoid p-5 wrap-anywhere max-sm:w-[80vw] max-sm:snap-start sm:mb-5">
      <figure>
        {review.rating > 0 ? <Rating value={review.rating} /> : null}
        {review.massage ? (
          <blockquote className="mt-2.5">
            <p>{review.massage}</p>
          </blockquote>
        ) : null}
        <figcaption className="mt-4 flex items-center gap-3">
          <Portrait src={review.image} alt="" />
          <span className="min-w-0">
            <span className="block font-semibold">{review.name}</span>
            {review.designation ? <span className="muted block text-sm">{review.designation}</span> : null}
          </span>
        </figcaption>
      </figure>
    </li>
  )
}

export { RouteErrorBoundary as ErrorBoundary }

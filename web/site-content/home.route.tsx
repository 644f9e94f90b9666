import { ArrowRight, Quote } from 'lucide-react'
import { lazy } from 'react'
import { listTools, type Tool } from '#contract/catalog.ts'
import { listReviews, type Review } from '#contract/reviews.ts'
import { getSiteContent, type SiteContent } from '#contract/site-content.ts'
import { remember } from '#web/api/memory.ts'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { serverCall } from '#web/api/server-call.ts'
import { call } from '#web/api/call.ts'
import { ProductCard } from '#web/catalog/product-card.tsx'
import { recallProducts } from '#web/catalog/product-memory.ts'
import { HomeHero } from '#web/site-content/home-hero.tsx'
import { pageMeta, publicOrigin } from '#web/site-content/page-meta.ts'
import { siteContentMemory } from '#web/site-content/site-content-memory.ts'
import { StructuredData } from '#web/site-content/structured-data.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Portrait } from '#web/ui/picture.tsx'
import { Rating } from '#web/ui/rating.tsx'
import { t } from '#web/words/words.ts'
import { currentLanguage } from '#web/words/language.ts'
import type { Route } from './+types/home.route.ts'

// Without a Suspense around it: what somebody presses early is held until the whole page answers.
const PlumbingPage = lazy(() =>
  import('#web/site-content/plumbing-page.tsx').then((module) => ({ default: module.PlumbingPage })),
)

export const meta: Route.MetaFunction = ({ matches, loaderData }) => {
  const isPlumbing = loaderData !== undefined && 'plumbing' in loaderData
  return pageMeta(matches, {
    title: t(isPlumbing ? 'plumbing.page-title' : 'home.page-title'),
    description: t(isPlumbing ? 'plumbing.page-description' : 'home.page-description'),
    path: '/',
  })
}

const firstProducts = 4

/** More than any home page shows. */
const latest = { query: { limit: '100' } }

export async function loader({ context }: Route.LoaderArgs) {
  const content = await serverCall(context, getSiteContent, { query: { language: currentLanguage() } })
  if (content.settings.homePage === 'plumbing') return presentPlumbing(content)
  const [tools, reviews] = await Promise.all([serverCall(context, listTools), serverCall(context, listReviews, latest)])
  return present(content.home, tools, reviews)
}

const reviewMemory = remember(() => call(listReviews, latest))

export async function clientLoader() {
  const [content, tools, reviews] = await Promise.all([
    siteContentMemory.recall(),
    recallProducts(),
    reviewMemory.recall(),
  ])
  return content.settings.homePage === 'plumbing' ? presentPlumbing(content) : present(content.home, tools, reviews)
}

/** The owner may put the plumbing side of the shop in front. */
function presentPlumbing({ plumbing, settings }: SiteContent) {
  return { plumbing: { words: plumbing, receives: settings.contactRecipient !== '' } }
}

/** The page carries only what it shows. */
function present(words: SiteContent['home'], tools: Tool[], reviews: Review[]) {
  return {
    words,
    products: tools.slice(0, firstProducts),
    productCount: tools.length,
    shelfCount: new Set(tools.map((tool) => tool.category).filter(Boolean)).size,
    reviews: reviews.slice(0, words.testimonials.shown),
  }
}

export default function HomeRoute({ loaderData, matches }: Route.ComponentProps) {
  if ('plumbing' in loaderData) return <PlumbingPage {...loaderData.plumbing} />
  return <ShopHome {...loaderData} origin={publicOrigin(matches)} />
}

function ShopHome({
  words,
  products,
  productCount,
  shelfCount,
  reviews,
  origin,
}: ReturnType<typeof present> & { origin: string }) {
  return (
    <>
      <StructuredData
        facts={{
          '@type': 'OnlineStore',
          name: 'Boltyard',
          url: `${origin}/`,
          logo: `${origin}/social.png`,
          description: t('home.facts'),
        }}
      />
      <HomeHero words={words.hero} productCount={productCount} shelfCount={shelfCount} />
      <section aria-labelledby="our-products" className="page-width py-16 lg:py-24">
        <div className="mb-8 max-w-2xl">
          <h2 id="our-products" className="text-4xl sm:text-5xl">
            {words.products.title}
          </h2>
          <p className="muted mt-3 text-lg">{words.products.subtitle}</p>
        </div>
        {products.length > 0 ? (
          <>
            <ul className="grid gap-6 sm:grid-cols-2 lg:grid-cols-4">
              {products.map((product) => (
                <ProductCard key={product._id} product={product} />
              ))}
            </ul>
            <div className="mt-10 text-center">
              <ButtonLink to="/products" look="dark" size="lg">
                {words.products.button} <ArrowRight aria-hidden="true" size={20} />
              </ButtonLink>
            </div>
          </>
        ) : (
          <EmptyState title={t('home.empty')} text={t('home.empty-text')} />
        )}
      </section>
      <section id="testimonials" aria-labelledby="testimonials-title" className="border-t border-base-300 bg-base-200">
        <div className="page-width py-16 lg:py-24">
          <h2 id="testimonials-title" className="mb-8 text-4xl sm:text-5xl">
            {words.testimonials.title}
          </h2>
          {reviews.length > 0 ? (
            <ul className="gap-6 sm:columns-2 lg:columns-3">
              {reviews.map((review) => (
                <Testimonial key={review._id} review={review} />
              ))}
            </ul>
          ) : (
            <EmptyState
              title={t('home.no-reviews')}
              text={t('home.no-reviews-text')}
              icon={<Quote size={28} />}
              action={
                <ButtonLink to="/dashboard/review" look="outline">
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

function Testimonial({ review }: { review: Review }) {
  return (
    <li className="card-surface mb-6 break-inside-avoid p-6">
      <figure>
        {review.rating > 0 ? <Rating value={review.rating} /> : null}
        <blockquote className="mt-3 text-[1.0625rem]">
          <p>{review.massage}</p>
        </blockquote>
        <figcaption className="mt-5 flex items-center gap-3.5">
          <Portrait src={review.image} alt="" />
          <span className="min-w-0">
            <span className="block font-semibold">{review.displayName || review.name}</span>
            {review.designation ? <span className="muted block text-sm">{review.designation}</span> : null}
          </span>
        </figcaption>
      </figure>
    </li>
  )
}

export { RouteFailure as ErrorBoundary }

import { ArrowRight } from 'lucide-react'
import { maxRows } from '#contract/pagination.ts'
import type { SiteContent } from '#contract/site-content.ts'
import wide1200Avif from '#web/site-content/pictures/hero-1200.avif?url'
import wide1200Webp from '#web/site-content/pictures/hero-1200.webp?url'
import wide2000Avif from '#web/site-content/pictures/hero-2000.avif?url'
import wide2000Webp from '#web/site-content/pictures/hero-2000.webp?url'
import small480Avif from '#web/site-content/pictures/hero-small-480.avif?url'
import small480Webp from '#web/site-content/pictures/hero-small-480.webp?url'
import small960Avif from '#web/page/pictures/hero-small-960.avif?url'
import small960Webp from '#web/site-content/pictures/hero-small-960.webp?url'
import { ButtonLink } from '#web/ui/button.tsx'
import { t } from '#web/i18n/messages.ts'
import { numberText } from '#web/i18n/number-text.ts'

const large = '(min-width: 80rem)'

/** Shows the hero. Its image is full width on large screens, next to the text on medium ones, below it on small ones. */
export function HomeHero({
  words,
  productCount,
  categoryCount,
}: {
  words: SiteContent['home']['hero']
  productCount: number
  categoryCount: number
}) {
  return (
    <section aria-labelledby="hero-title" className="on-dark relative overflow-hidden bg-[#121315] text-[#f4f1ea]">
      <div className="page-width relative z-10 pb-[75vw] md:pb-[68.75vw] lg:pb-0">
        <div className="flex max-w-xl flex-col justify-center pt-12 pb-6 lg:min-h-[clamp(36rem,43vw,52rem)] lg:max-xl:max-w-[36vw] xl:py-20">
          <p className="mb-4 font-heading text-sm font-bold tracking-[0.12em] text-[#ff9a5c] uppercase">
            {words.eyebrow}
          </p>
          <h1
            id="hero-title"
            className="text-[clamp(2.75rem,14.8vw,3.75rem)] leading-none font-extrabold tracking-tight sm:text-7xl sm:leading-none lg:text-6xl xl:text-[5.5rem] xl:leading-[0.95]"
          >
            {words.title}
          </h1>
          <p className="mt-6 max-w-md text-lg lg:max-xl:max-w-88 text-[#d9d4c9]">{words.text}</p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink to="/products" size="lg">
              {words.button} <ArrowRight aria-hidden="true" size={20} />
            </ButtonLink>
            <a
              href="#testimonials"
              className="btn btn-lg min-h-13 border-white/30 bg-white/5 text-[#f4f1ea] [box-shadow:none] hover:bg-white/12"
            >
              {words.secondButton}
            </a>
          </div>
          {productCount > 0 ? (
            <dl className="mt-10 flex flex-wrap gap-x-8 gap-y-3 max-sm:hidden xl:mt-14">
              <HeroFact value={countText(productCount)} text={t('home.products-count', { count: productCount })} />
              <HeroFact value={String(categoryCount)} text={t('home.categories-count', { count: categoryCount })} />
            </dl>
          ) : null}
        </div>
      </div>
      {/* Last, so that it has its place at the end of the words before it is painted, however slowly the page comes in. */}
      <picture>
        <source media={large} type="image/avif" srcSet={`${wide1200Avif} 1200w, ${wide2000Avif} 2000w`} sizes="88vw" />
        <source media={large} srcSet={`${wide1200Webp} 1200w, ${wide2000Webp} 2000w`} sizes="88vw" />
        <source type="image/avif" srcSet={`${small480Avif} 480w, ${small960Avif} 960w`} sizes="100vw" />
        <img
          src={small960Webp}
          srcSet={`${small480Webp} 480w, ${small960Webp} 960w`}
          sizes="100vw"
          alt={t('home.picture')}
          width={960}
          height={720}
          decoding="async"
          fetchPriority="high"
          className="absolute inset-x-0 bottom-0 aspect-4/3 h-auto w-full object-cover md:aspect-[16/11] md:object-[50%_85%] lg:inset-y-0 lg:right-0 lg:left-auto lg:aspect-auto lg:h-full lg:w-[64%] lg:[mask-image:linear-gradient(to_right,transparent,black_26%)] xl:w-[88%] xl:object-[72%_40%]"
        />
      </picture>
    </section>
  )
}

function HeroFact({ value, text }: { value: string; text: string }) {
  return (
    <div className="flex flex-row-reverse items-baseline gap-2 border-l-2 border-[#ff6a13] pl-3">
      <dt className="text-sm text-[#d9d4c9]">{text}</dt>
      <dd className="figures font-heading text-2xl font-bold">{value}</dd>
    </div>
  )
}

/** Formats a count; lists end at `maxRows`, and counts with them. */
function countText(count: number): string {
  const text = numberText(count)
  return count < maxRows ? text : `${text}+`
}

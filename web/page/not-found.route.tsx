import { data } from 'react-router'
import { ButtonLink } from '#web/ui/button.tsx'
import { hiddenPage } from '#web/page/page-meta.ts'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/not-found.route.ts'

export const meta: Route.MetaFunction = () => hiddenPage(t('not-found.title'))

export function loader() {
  return data(null, { status: 404 })
}

export const clientLoader = () => null

export default function NotFoundRoute() {
  return (
    <section className="page-width grid justify-items-center overflow-hidden py-14 text-center lg:py-20">
      <p className="eyebrow text-lg">{t('not-found.oops')}</p>
      <p className="mt-2 flex items-center gap-2 font-heading text-[9rem] leading-none font-extrabold tracking-tight sm:text-[13rem]">
        <span className="sr-only">404</span>
        <span aria-hidden="true">4</span>
        <LostNut />
        <span aria-hidden="true">4</span>
      </p>
      <div
        aria-hidden="true"
        className="mt-1 h-3 w-full max-w-2xl bg-[repeating-linear-gradient(-45deg,var(--color-primary)_0_14px,var(--color-neutral)_14px_28px)]"
      />
      <h1 className="mt-8 text-4xl">{t('not-found.title')}</h1>
      <p className="muted mt-3 max-w-sm">{t('not-found.text')}</p>
      <p className="mt-7 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/" size="lg">
          {t('shop.home')}
        </ButtonLink>
        <ButtonLink to="/products" size="lg" variant="outline">
          {t('products.all')}
        </ButtonLink>
      </p>
    </section>
  )
}

/** Draws the zero as a hexagon nut that has rolled in. */
function LostNut() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 100 104"
      className="h-[0.8em] w-auto rotate-12 transition duration-1000 ease-out-soft starting:translate-x-[45vw] starting:rotate-[372deg]"
    >
      <path d="M50 2 93 27v50L50 102 7 77V27z" className="fill-primary" />
      <path d="M50 2 93 27v50L50 102z" className="fill-black/12" />
      <circle cx="50" cy="52" r="30" className="fill-base-100" />
      <circle cx="50" cy="52" r="30" fill="none" strokeWidth="5" className="stroke-black/25" />
      <path
        d="M28 38a26 26 0 0 1 44 0M24.500 46a26 26 0 0 1 51 0"
        fill="none"
        strokeWidth="2"
        className="stroke-black/15"
      />
    </svg>
  )
}

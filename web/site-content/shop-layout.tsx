import type { ReactNode } from 'react'
import { Outlet, useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '#web/root.tsx'
import { RouteFailure } from '#web/api/route-failure.tsx'
import { SiteFooter } from '#web/site-content/site-footer.tsx'
import { SiteNavigation } from '#web/site-content/site-navigation.tsx'
import { OfflineBanner } from '#web/ui/offline-banner.tsx'
import { t } from '#web/words/words.ts'

export default function ShopLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

/** What no page has caught is told inside the frame: above it, the document itself would have to be drawn anew. */
export function ErrorBoundary() {
  return (
    <Frame>
      <RouteFailure />
    </Frame>
  )
}

/** What every page has: the navigation above and the footer below. */
function Frame({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof rootLoader>('root')
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="btn btn-primary sr-only focus:not-sr-only focus:absolute focus:z-40 focus:m-3">
        {t('shop.skip')}
      </a>
      <SiteNavigation />
      <OfflineBanner />
      <main id="content" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] grow outline-none">
        {children}
      </main>
      <SiteFooter words={root?.footer} />
    </div>
  )
}

import { type ReactNode, useEffect } from 'react'
import { Outlet, useLocation } from 'react-router'
import { countView } from '#web/page/count-visit.ts'
import { VehicleBar } from '#web/layout/vehicle-bar.tsx'
import { useRootData } from '#web/page/root-data.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { AnnouncementBar } from '#web/layout/announcement-bar.tsx'
import { SiteFooter } from '#web/layout/site-footer.tsx'
import { SiteNavigation } from '#web/layout/site-navigation.tsx'
import { OfflineBanner } from '#web/ui/offline-banner.tsx'
import { t } from '#web/i18n/messages.ts'

export default function ShopLayout() {
  return (
    <Frame>
      <Outlet />
    </Frame>
  )
}

/** Shows errors inside the layout; the root boundary would render the whole document again. */
export function ErrorBoundary() {
  return (
    <Frame>
      <RouteErrorBoundary />
    </Frame>
  )
}

/** Counts each page that is shown, also those that the browser goes to by itself; other filters are the same page. */
function useVisitCount(isOn: boolean): void {
  const { pathname, search } = useLocation()
  const words = new URLSearchParams(search).get('q') ?? ''
  useEffect(() => {
    if (!isOn || pathname.startsWith('/dashboard')) return
    countView(words === '' ? pathname : `${pathname}?${new URLSearchParams({ q: words }).toString()}`.slice(0, 500))
  }, [isOn, pathname, words])
}

/** Renders the layout of every page: navigation and footer. */
function Frame({ children }: { children: ReactNode }) {
  const root = useRootData()
  useVisitCount(root?.countsVisits ?? false)
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="btn btn-primary sr-only focus:not-sr-only focus:absolute focus:z-40 focus:m-3">
        {t('shop.skip')}
      </a>
      <AnnouncementBar />
      <SiteNavigation />
      <VehicleBar />
      <OfflineBanner />
      <main id="content" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] grow outline-none">
        {children}
      </main>
      <SiteFooter words={root?.footer} legal={root?.legal} />
    </div>
  )
}

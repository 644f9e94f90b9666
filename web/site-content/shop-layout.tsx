import { Outlet } from 'react-router'
import { SiteFooter } from '#web/site-content/site-footer.tsx'
import { SiteNavigation } from '#web/site-content/site-navigation.tsx'

/** What every page has: the navigation above and the footer below. */
export default function ShopLayout() {
  return (
    <div className="flex min-h-dvh flex-col">
      <a href="#content" className="btn btn-primary sr-only focus:not-sr-only focus:absolute focus:z-40 focus:m-3">
        Skip to content
      </a>
      <SiteNavigation />
      <main id="content" tabIndex={-1} className="min-h-[calc(100dvh-4rem)] grow outline-none">
        <Outlet />
      </main>
      <SiteFooter />
    </div>
  )
}

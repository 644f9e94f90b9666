import { type ReactNode, useContext, useEffect } from 'react'
import {
  isRouteErrorResponse,
  Links,
  Meta,
  Outlet,
  Scripts,
  UNSAFE_useScrollRestoration as useScrollRestoration,
} from 'react-router'
import cssUrl from './app.css?url'
import { listLegalTexts } from '#contract/legal.ts'
import type { PageSettings, PageStore } from '#contract/settings.ts'
import { getSiteContent, menuPages, type SiteContent } from '#contract/site-content.ts'
import { storeStyles } from '#contract/store-colors.ts'
import { type RootData, useRootData } from '#web/page/root-data.ts'
import { renderSettings, serverCall } from '#web/api/server-call.ts'
import { inlineScripts, PageStartContext } from '#web/page-start.ts'
import { currentStore } from '#web/i18n/current-store.ts'
import { currentLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import headingFont from './ui/fonts/archivo-condensed-latin.woff2?url'
import textFont from './ui/fonts/inter-latin.woff2?url'
import { Spinner } from '#web/ui/spinner.tsx'
import { ToastRegion } from '#web/ui/toast.tsx'
import type { Route } from './+types/root.ts'

export async function loader({ context }: Route.LoaderArgs): Promise<RootData> {
  const settings = renderSettings(context)
  // During an outage the page renders without the site's content.
  const query = { language: currentLanguage() }
  const [content, legal] = await Promise.all([
    serverCall(context, getSiteContent, { query }).catch(() => undefined),
    serverCall(context, listLegalTexts, { query }).catch(() => []),
  ])
  return {
    settings: {
      ...settings,
      productPages: content?.settings.productPages ?? 'sign-in',
      hasTerms: legal.some(({ kind }) => kind === 'terms'),
      ...hiddenPages(content),
    },
    footer: content?.footer,
    legal: legal.map(({ kind, url }) => ({ kind, url })),
    search: withoutEmpty(content?.search),
    script: scriptOf(content?.analytics),
    countsVisits: content?.analytics.visits === 'on',
    startupSpinnerMs: settings.startupSpinnerMs ?? content?.settings.startupSpinnerMs ?? 0,
  }
}

function hiddenPages(content: SiteContent | undefined): Pick<PageSettings, 'hiddenPages'> {
  const hidden = menuPages.filter((page) => content?.settings[page] === 'hidden').map((page) => `/${page}`)
  return hidden.length > 0 ? { hiddenPages: hidden } : {}
}

const withoutEmpty = (search: SiteContent['search'] | undefined): RootData['search'] =>
  Object.fromEntries(Object.entries(search ?? {}).filter(([, value]) => value !== '' && value !== 'shown'))

/** Returns the script of an analytics service; the policy of the page allows its origins. */
function scriptOf(analytics: SiteContent['analytics'] | undefined): RootData['script'] {
  if (!analytics?.scriptUrl) return undefined
  const attributes = analytics.scriptAttributes.map(({ name, value }) => [name, value] as const)
  return { src: analytics.scriptUrl, attributes: Object.fromEntries(attributes) }
}

const font = { rel: 'preload', as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' } as const

export const links: Route.LinksFunction = () => [
  { rel: 'stylesheet', href: cssUrl },
  { ...font, href: headingFont },
  { ...font, href: textFont },
  { rel: 'manifest', href: '/manifest.webmanifest' },
]

/** Keeps the settings for the lifetime of the document. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const root = useRootData()
  const settings = root?.settings
  const startupMs = import.meta.env.DEV ? 0 : (root?.startupSpinnerMs ?? 0)
  return (
    // The head's script marks <html> before React sees it.
    <html
      lang={currentLanguage()}
      data-startup={startupMs || undefined}
      data-announcement={settings?.store.announcement?.id}
      suppressHydrationWarning
    >
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#1f2326" />
        <Meta />
        <Links />
        <StoreHead store={settings?.store} />
        <InlineScript name="head" />
        <SearchTags search={root?.search ?? {}} />
        {root?.script ? <script defer src={root.script.src} {...root.script.attributes} /> : null}
        {settings ? <meta name="shop-settings" content={JSON.stringify(settings)} /> : null}
      </head>
      <body className="bg-base-100 text-base-content">
        {startupMs > 0 ? (
          <div className="startup no-print" role="status" aria-label={t('ui.loading')}>
            <Spinner />
          </div>
        ) : null}
        <div className={startupMs > 0 ? 'startup-page' : undefined}>{children}</div>
        <ToastRegion />
        <PageStart />
      </body>
    </html>
  )
}

/** Tells search engines whether the shop is open, and whose it is. */
function SearchTags({ search: { indexing, googleVerification, bingVerification } }: Pick<RootData, 'search'>) {
  return (
    <>
      {indexing === 'hidden' ? <meta name="robots" content="noindex" /> : null}
      {googleVerification ? <meta name="google-site-verification" content={googleVerification} /> : null}
      {bingVerification ? <meta name="msvalidate.01" content={bingVerification} /> : null}
    </>
  )
}

/** Renders the icon and the colors of the store. The policy has the hash of the style sheet, which stays empty in the browser. */
function StoreHead({ store }: { store: PageStore | undefined }) {
  const styles = import.meta.env.SSR ? storeStyles(store ?? {}) : []
  return (
    <>
      {store?.icon ? (
        <>
          <link rel="icon" href={`${store.icon.url}-32.png`} sizes="32x32" type="image/png" />
          <link rel="apple-touch-icon" href={`${store.icon.url}-180.png`} />
        </>
      ) : (
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
      )}
      {store?.primaryColor || store?.accentColor ? (
        <style suppressHydrationWarning dangerouslySetInnerHTML={{ __html: styles.join('') }} />
      ) : null}
    </>
  )
}

/** Renders the start script: constant code with separate data, so that its hash is known. */
function PageStart() {
  const data = useContext(PageStartContext)
  useScrollRestoration()
  if (import.meta.env.DEV) return <Scripts />
  return (
    <>
      <script
        id="page-start"
        type="application/json"
        suppressHydrationWarning
        dangerouslySetInnerHTML={{ __html: data }}
      />
      <InlineScript name="end" />
    </>
  )
}

/** Renders a script that ran before hydration: it stays empty in the browser. */
function InlineScript({ name }: { name: keyof typeof inlineScripts }) {
  const code = import.meta.env.SSR ? inlineScripts[name] : ''
  return <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />
}

export const meta: Route.MetaFunction = () => [{ title: currentStore().name }]

export default function Root() {
  // After the effects: within them React drops a click on what an <Activity> has not hydrated yet; else it hydrates it at once.
  useEffect(() => queueMicrotask(() => globalThis.releaseEarlyActions?.()), [])
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : undefined
  return (
    <main className="page-width grid min-h-dvh place-items-center py-16">
      <title>{`Something went wrong – ${currentStore().name}`}</title>
      <EmptyState
        heading="h1"
        title={status ? `Oops! ${status}` : 'Oops!'}
        text={t('failure.unexpected')}
        action={<ButtonLink to="/">{t('shop.home')}</ButtonLink>}
      />
    </main>
  )
}

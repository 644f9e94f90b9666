import { type ReactNode, useEffect } from 'react'
import { isRouteErrorResponse, Links, Meta, Outlet, Scripts, ScrollRestoration, useRouteLoaderData } from 'react-router'
import cssUrl from './app.css?url'
import { getSiteContent } from '#contract/site-content.ts'
import { renderSettings, serverCall } from '#web/api/server-call.ts'
import { sessionMark } from '#web/identity/session-mark.ts'
import { holdEarlyActions } from '#web/ui/early-actions.ts'
import { currentLanguage } from '#web/words/language.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { fontFaces, fontFiles } from '#web/ui/fonts/font-faces.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import { ToastRegion } from '#web/ui/toast.tsx'
import type { Route } from './+types/root.ts'

export async function loader({ context }: Route.LoaderArgs) {
  const settings = renderSettings(context)
  // In an outage a page still stands in its frame, without the owner's words.
  const content = await serverCall(context, getSiteContent, { query: { language: currentLanguage() } }).catch(
    () => undefined,
  )
  return {
    settings,
    footer: content?.footer,
    startupSpinnerMs: settings.startupSpinnerMs ?? content?.settings.startupSpinnerMs ?? 0,
  }
}

/** The settings hold for as long as the document lives. */
export const shouldRevalidate = () => false

export function Layout({ children }: { children: ReactNode }) {
  const root = useRouteLoaderData<typeof loader>('root')
  const settings = root?.settings
  const startupMs = import.meta.env.DEV ? 0 : (root?.startupSpinnerMs ?? 0)
  return (
    // The head's script marks <html> before React sees it.
    <html lang={currentLanguage()} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content="#1f2326" />
        <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
        {fontFiles.map((file) => (
          <link key={file} rel="preload" href={file} as="font" type="font/woff2" crossOrigin="anonymous" />
        ))}
        <Meta />
        <Links />
        <style id="fonts" dangerouslySetInnerHTML={{ __html: fontFaces }} />
        <Style />
        {startupMs > 0 ? <style>{`:root{--startup:${startupMs}ms}`}</style> : null}
        <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: `${sessionMark};${holdEarlyActions}` }} />
        {settings ? <meta name="shop-settings" content={JSON.stringify(settings)} /> : null}
      </head>
      <body className="bg-base-100 text-base-content">
        {startupMs > 0 ? (
          <div className="startup" role="status" aria-label="Loading">
            <Spinner />
          </div>
        ) : null}
        <div className={startupMs > 0 ? 'startup-page' : undefined}>{children}</div>
        <ToastRegion />
        <ScrollRestoration />
        <Scripts />
      </body>
    </html>
  )
}

/**
 * The server fills the element with what this page uses of the CSS; the browser leaves it as it finds it. The whole of it comes with
 * the scripts, for what they will show.
 */
function Style() {
  if (import.meta.env.DEV) return <link rel="stylesheet" href={cssUrl} />
  const css = import.meta.env.SSR ? '' : (document.getElementById('css')?.textContent ?? '')
  return (
    <>
      <style id="css" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: css }} />
      <link id="all-css" rel="stylesheet" href={cssUrl} media="not all" suppressHydrationWarning />
      <noscript>
        <link rel="stylesheet" href={cssUrl} />
      </noscript>
    </>
  )
}

export const meta: Route.MetaFunction = () => [{ title: 'Boltyard' }]

export default function Root() {
  useEffect(() => globalThis.releaseEarlyActions?.(), [])
  return <Outlet />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : undefined
  return (
    <main className="page-width grid min-h-dvh place-items-center py-16">
      <title>Something went wrong – Boltyard</title>
      <EmptyState
        heading="h1"
        title={status ? `Oops! ${status}` : 'Oops!'}
        text="This page could not be shown. Nothing you did is lost: try it again in a moment."
        action={<ButtonLink to="/">Back To Home</ButtonLink>}
      />
    </main>
  )
}

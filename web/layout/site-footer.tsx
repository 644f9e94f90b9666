import { Fragment } from 'react'
import { Link, useMatches } from 'react-router'
import { defaultStore } from '#contract/settings.ts'
import type { SiteContent } from '#contract/site-content.ts'
import { LanguageSwitch } from '#web/layout/language-switch.tsx'
import { NewsletterForm } from '#web/layout/newsletter-form.tsx'
import { SocialLinks } from '#web/layout/social-links.tsx'
import { Wordmark } from '#web/layout/wordmark.tsx'
import { currentStore } from '#web/i18n/current-store.ts'
import { type RootData, useRootData } from '#web/page/root-data.ts'
import { t } from '#web/i18n/messages.ts'

/** Matches the routes where people work: theirs is a short footer. */
const workRoutes = /^(?:dashboard\/|checkout\/|carts\/(?:shared-)?cart\.)/

/** Shows the footer columns, the newsletter field and the year; only the last line where people work, during an outage, and until a seller has written them. */
export function SiteFooter({
  words,
  legal = [],
}: {
  words: SiteContent['footer'] | undefined
  legal?: RootData['legal'] | undefined
}) {
  const hidden = useRootData()?.settings.hiddenPages ?? []
  // Not by the address: pages that are not there are rendered once for all addresses.
  const isShort = useMatches().some(({ id }) => workRoutes.test(id))
  return (
    <footer className="on-dark no-print bg-neutral text-neutral-content">
      {words && !isShort && !isUnwritten(words) ? <FooterContent {...words} /> : null}
      <div className="border-t border-white/15 bg-black/25">
        <div className="page-width flex flex-wrap items-center justify-between gap-x-6 gap-y-2 py-5 text-sm">
          <Wordmark />
          <LanguageSwitch />
          {legal.length > 0 ? (
            <nav aria-label={t('legal.nav')}>
              <ul className="flex flex-wrap gap-x-5">
                {legal.map(({ kind, url }) => (
                  <li key={kind}>
                    <Link
                      to={url}
                      className="inline-flex min-h-11 items-center underline-offset-4 opacity-85 hover:underline hover:opacity-100"
                    >
                      {t(`legal.${kind}`)}
                    </Link>
                  </li>
                ))}
              </ul>
            </nav>
          ) : null}
          <p className="opacity-85">
            {(words?.copyright ?? '© 2022 {store}').replaceAll('{store}', currentStore().name)} ·{' '}
            <Link to="/contact" className={lineLink}>
              {t('contact.form')}
            </Link>
            {isShort
              ? null
              : (
                  [
                    ['/plumbing', 'footer.plumbing'],
                    ['/docs/api', 'footer.api'],
                  ] as const
                ).map(([to, words]) =>
                  hidden.includes(to) ? null : (
                    <Fragment key={to}>
                      {' · '}
                      <Link to={to} className={lineLink}>
                        {t(words)}
                      </Link>
                    </Fragment>
                  ),
                )}
          </p>
        </div>
      </div>
    </footer>
  )
}

/** Whether a store with a name of its own still has the columns as delivered, whose links lead nowhere. */
const isUnwritten = ({ columns }: SiteContent['footer']) =>
  currentStore().name !== defaultStore.name &&
  columns.length > 0 &&
  columns.every(({ links }) => links.every(({ url }) => url === '/'))

const lineLink = 'underline underline-offset-4 hover:opacity-100'

function FooterContent({ columns, placeholder, button, consent, social }: SiteContent['footer']) {
  return (
    <div className="page-width py-14">
      <div className="grid grid-cols-2 gap-x-6 gap-y-10 md:grid-cols-5">
        {columns.map(({ title, links }, column) => (
          // Titles may repeat, so the index is the key.
          <nav key={column} aria-label={`${title} ${column + 1}`}>
            <h2 className="mb-3 text-sm font-bold tracking-[0.12em] text-white">{title}</h2>
            <ul>
              {links.map(({ text, url }, place) => (
                <li key={place}>
                  <Link
                    to={url}
                    className="inline-flex min-h-11 min-w-11 items-center text-[0.9375rem] opacity-85 lg:min-h-9 hover:underline hover:opacity-100"
                  >
                    {text}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </div>
      <div className="mt-12 flex flex-wrap items-end justify-between gap-6 border-t border-white/15 pt-8">
        <NewsletterForm placeholder={placeholder} button={button} consent={consent} />
        <SocialLinks addresses={social} className="hover:bg-white/10" />
      </div>
    </div>
  )
}

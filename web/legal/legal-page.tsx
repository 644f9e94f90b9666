import { formats } from '@lingui/core'
import { Link } from 'react-router'
import { currentStore } from '#web/i18n/current-store.ts'
import { type LegalText, legalVersionPath } from '#contract/legal.ts'
import { ProseText } from '#web/site-content/prose-text.tsx'
import type { Prose } from '#web/site-content/read-markdown.ts'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { currentLocale } from '#web/i18n/language.ts'
import { currentLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/** Shows a version of a legal text, with its number and date, and the way to the other versions. */
export function LegalPage({ legal, prose }: { legal: Omit<LegalText, 'text'>; prose: readonly Prose[] }) {
  const { kind, language, version, publishedAt, replacedAt, versions } = legal
  const others = versions.filter((each) => each.language === language && each.version !== version)
  const inOther = versions.find((each) => each.language !== language)
  return (
    <div className="page-width py-10 lg:py-16">
      <article className="mx-auto max-w-3xl">
        <PageHeading title={t(`legal.${kind}`)} text={t('legal.version', { version, date: dayText(publishedAt) })} />
        {replacedAt === undefined ? null : (
          <p role="note" className="mt-4 rounded-field border border-warning bg-warning/15 px-4 py-3">
            {t('legal.replaced', { date: dayText(replacedAt) })}{' '}
            <Link to={`/legal/${kind}`} className="link">
              {t('legal.current')}
            </Link>
          </p>
        )}
        <div lang={language === currentLanguage() ? undefined : language} className="mt-8">
          <ProseText prose={prose} />
        </div>
        {others.length > 0 || inOther ? (
          <nav aria-label={t('legal.versions')} className="no-print mt-12 border-t border-base-300 pt-4 text-sm">
            <h2 className="text-xl">{t('legal.versions')}</h2>
            <ul className="mt-2">
              {[...others, ...(inOther ? [inOther] : [])].map((each) => (
                <li key={`${each.language} ${each.version}`}>
                  <Link
                    to={legalVersionPath(kind, each.language, each.version)}
                    className="link inline-flex min-h-11 items-center"
                  >
                    {t('legal.version', { version: each.version, date: dayText(each.publishedAt) })}
                    {each.language === language ? '' : ` (${each.language.toUpperCase()})`}
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
        ) : null}
      </article>
    </div>
  )
}

/** Writes the day in the store's time zone, the same on the server and in the browser. */
const dayText = (iso: string) =>
  formats.date(currentLocale(), iso, { dateStyle: 'long', timeZone: currentStore().timeZone })

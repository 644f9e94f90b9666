import { Link } from 'react-router'
import { getSiteContent } from '#contract/site-content.ts'
import { legalKinds, listLegalDrafts, type LegalDraft } from '#contract/legal.ts'
import { languages } from '#contract/language.ts'
import { formLanguages } from '#contract/main-language.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Day } from '#web/ui/date-time.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t } from '#web/i18n/messages.ts'
import type { Route } from './+types/legal-texts.route.ts'

export const handle = staffWith('content')

export const meta: Route.MetaFunction = () => hiddenPage(t('legal-texts.title'))

/** Lists the legal texts of the shop with their state in each language. */
export default function LegalTextsRoute() {
  const query = useQuery(endpointQuery(listLegalDrafts))
  const content = useQuery(endpointQuery(getSiteContent))
  const outside = content.data?.settings.termsAddress
  return (
    <>
      <PageHeading title={t('legal-texts.title')} text={t('legal-texts.text')} />
      {outside ? (
        <p role="note" className="mt-6 rounded-field border border-base-300 bg-base-200 px-4 py-3 wrap-anywhere">
          <RichMessage
            id="legal-texts.outside"
            values={{ url: outside }}
            parts={{ link: <Link to="/dashboard/site-content" className="link" /> }}
          />
        </p>
      ) : null}
      <div className="mt-6">
        <QueryView
          query={query}
          placeholder={<SkeletonRows label={t('legal-texts.loading')} />}
          failed={t('legal-texts.failed')}
        >
          {(drafts) => (
            <ul className="grid gap-4">
              {legalKinds.map((kind) => (
                <li key={kind} className="card-surface p-5">
                  <h2 className="text-2xl">{t(`legal.${kind}`)}</h2>
                  <p className="muted mt-1">{t(`legal-texts.about.${kind}`)}</p>
                  <ul className="mt-3 divide-y divide-base-300 border-t border-base-300">
                    {drafts
                      .filter((draft) => draft.kind === kind && isShown(draft))
                      .toSorted((a, b) => rankOf(a) - rankOf(b))
                      .map((draft) => (
                        <DraftRow key={draft.language} draft={draft} />
                      ))}
                  </ul>
                </li>
              ))}
            </ul>
          )}
        </QueryView>
      </div>
    </>
  )
}

/** Whether a text is in a language of the shop, or was written in one that the shop offered before. */
const isShown = ({ language, revision, versions }: LegalDraft) =>
  formLanguages().includes(language) || revision > 0 || versions.length > 0

/** Ranks the main language first, and those that the shop offers no more last. */
const rankOf = ({ language }: LegalDraft) => [...new Set([...formLanguages(), ...languages])].indexOf(language)

function DraftRow({ draft }: { draft: LegalDraft }) {
  const { kind, language, versions, revision, isPublished, savedBy } = draft
  const [newest] = versions
  const name = t(`language.${language}`)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <span className="w-24 font-semibold">{name}</span>
      <span className="flex min-w-0 grow flex-wrap items-center gap-x-3 gap-y-1">
        {newest ? (
          <Badge tone="success">{t('legal-texts.published', { version: newest.version })}</Badge>
        ) : (
          <Badge>{t('legal-texts.not-published')}</Badge>
        )}
        {revision > 0 && !isPublished ? <Badge tone="warning">{t('legal-texts.draft')}</Badge> : null}
        <span className="muted text-sm wrap-anywhere">
          {newest ? (
            <>
              <Day iso={newest.publishedAt} />
              {newest.publishedBy ? ` · ${newest.publishedBy}` : ''}
            </>
          ) : (
            savedBy
          )}
        </span>
      </span>
      <ButtonLink
        to={`/dashboard/legal/${kind}/${language}`}
        variant="outline"
        size="sm"
        aria-label={`${t('form.edit')}: ${t(`legal.${kind}`)}, ${name}`}
      >
        {t('form.edit')}
      </ButtonLink>
    </li>
  )
}

export { RouteErrorBoundary as ErrorBoundary }

import { type ReactNode, useState } from 'react'
import { getCategories } from '#contract/categories.ts'
import {
  type ContentVersion,
  getSiteContent,
  listContentVersions,
  restoreContentVersion,
  translateSiteContent,
} from '#contract/site-content.ts'
import type { Language } from '#contract/language.ts'
import { getStore, type Store } from '#contract/store.ts'
import { call } from '#web/api/call-endpoint.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { ContentPreview } from '#web/site-content/content-preview.tsx'
import { PlumbingContact, PlumbingStatistics } from '#web/site-content/plumbing-page.tsx'
import { type Replacement, replacePlaceholders } from '#web/site-content/replacement-texts.ts'
import { SiteFooter } from '#web/layout/site-footer.tsx'
import { Button } from '#web/ui/button.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { languageNames } from '#web/i18n/language.ts'
import { loadMessages, messagesIn, t } from '#web/i18n/messages.ts'

interface TranslatedReplacement extends Replacement {
  language: Language
}

async function prepare(store: Store, language: Language): Promise<TranslatedReplacement> {
  const query = { language }
  const [content, categories] = await Promise.all([
    call(getSiteContent, { query }),
    call(getCategories, { query }),
    loadMessages(language),
  ])
  return { language, ...replacePlaceholders(content, store, categories, messagesIn(language)) }
}

async function prepareAll(): Promise<TranslatedReplacement[]> {
  const store = await call(getStore)
  return Promise.all(store.languages.map((language) => prepare(store, language)))
}

/** Fills the sections that come with filler texts in all languages of the store, after a preview. */
export function ReplacePlaceholders() {
  const [replacements, setReplacements] = useState<TranslatedReplacement[]>([])
  const preparing = useAction(async () => setReplacements(await prepareAll()))
  const saving = useAction(async () => {
    const now = await prepareAll()
    if (JSON.stringify(now) !== JSON.stringify(replacements)) {
      setReplacements(now)
      toast.info(t('content.replaces-others'))
      return
    }
    // The main language first: the others keep only what differs from it.
    for (const { texts, language } of replacements) {
      await write(translateSiteContent, { params: { language }, body: texts })
    }
    setReplacements([])
    toast.success(t('content.replaced'))
  })
  return (
    <>
      <Button
        variant="outline"
        busy={preparing.isPending}
        aria-haspopup="dialog"
        onClick={() => preparing.mutate(undefined)}
      >
        {t('content.replace')}
      </Button>
      <ContentPreview
        open={replacements.length > 0}
        title={t('content.replace-title')}
        accept={{
          label: t('content.use-texts'),
          busy: saving.isPending,
          onAccept: () => saving.mutate(undefined),
        }}
        onClose={() => setReplacements([])}
      >
        {replacements.map((replacement) => (
          <div key={replacement.language} lang={replacement.language}>
            {replacements.length > 1 ? (
              <h2 className="page-width pt-6 text-2xl">{languageNames[replacement.language]}</h2>
            ) : null}
            <ReplacedParts {...replacement} />
          </div>
        ))}
      </ContentPreview>
    </>
  )
}

/** Shows what is replaced, and nothing of the sections that stays as it is. */
const ReplacedParts = ({ texts: { footer, plumbing }, hasFigures }: Replacement) => (
  <>
    <Replaced title={t('content.replaces-footer')}>
      <SiteFooter words={footer} />
    </Replaced>
    {plumbing ? (
      <Replaced title={t('content.replaces-contact')}>
        <PlumbingContact {...plumbing.contact} />
      </Replaced>
    ) : null}
    {plumbing && hasFigures ? (
      <Replaced title={t('content.replaces-figures')}>
        <PlumbingStatistics {...plumbing.statistics} />
      </Replaced>
    ) : null}
  </>
)

const Replaced = ({ title, children }: { title: string; children: ReactNode }) => (
  <section>
    <h2 className="page-width py-4 font-sans text-base font-semibold">{title}</h2>
    {children}
  </section>
)

/** Lists what was saved before, each to be restored. */
export function ContentVersions({ partName }: { partName: (part: string) => string }) {
  const { data: versions } = useQuery(endpointQuery(listContentVersions))
  if (!versions || versions.length < 2) return null
  return (
    <section aria-labelledby="content-versions" className="mt-10">
      <h2 id="content-versions" className="text-2xl">
        {t('content.versions')}
      </h2>
      <p className="muted mt-1 mb-3">{t('content.versions-text')}</p>
      <ul className="card-surface divide-y divide-base-300">
        {versions.map((version, index) => (
          <li key={version._id} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-5 py-3">
            <span className="min-w-0 grow basis-60">
              <span className="block font-semibold">
                {version.savedAt === undefined ? t('content.as-delivered') : <DayTime iso={version.savedAt} year />}
              </span>
              <span className="muted block text-sm wrap-anywhere">
                {[
                  version.parts.map(partName).join(', '),
                  version.languages.map((language) => languageNames[language]).join(', '),
                  version.savedBy,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </span>
            </span>
            {index === 0 ? (
              <span className="muted text-sm">{t('content.current')}</span>
            ) : (
              <Restore version={version} />
            )}
          </li>
        ))}
      </ul>
    </section>
  )
}

function Restore({ version: { _id } }: { version: ContentVersion }) {
  const restoring = useAction(async () => {
    await write(restoreContentVersion, { params: { id: _id } })
    toast.success(t('content.restored'))
  })
  return (
    <Button variant="outline" size="sm" busy={restoring.isPending} onClick={() => restoring.mutate(undefined)}>
      {t('word.restore')}
    </Button>
  )
}

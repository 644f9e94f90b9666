import { useState } from 'react'
import { getCategories } from '#contract/categories.ts'
import {
  type ContentVersion,
  getSiteContent,
  listContentVersions,
  restoreContentVersion,
  type SiteContent,
  updateSiteContent,
} from '#contract/site-content.ts'
import { getStore } from '#contract/store.ts'
import { call } from '#web/api/call-endpoint.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { ContentPreview } from '#web/site-content/content-preview.tsx'
import { replacePlaceholders } from '#web/site-content/replacement-texts.ts'
import { Button } from '#web/ui/button.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { currentLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/** Fills the sections that come with filler texts, after a preview. */
export function ReplacePlaceholders() {
  const [texts, setTexts] = useState<Partial<SiteContent>>()
  const preparing = useAction(async () => {
    const query = { language: currentLanguage() }
    const [content, store, categories] = await Promise.all([
      call(getSiteContent, { query }),
      call(getStore),
      call(getCategories, { query }),
    ])
    setTexts(replacePlaceholders(content, store, categories))
  })
  const saving = useAction(async (body: Partial<SiteContent>) => {
    await write(updateSiteContent, { body })
    setTexts(undefined)
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
        open={texts !== undefined}
        title={t('content.replace-title')}
        content={texts ?? {}}
        accept={{
          label: t('content.use-texts'),
          busy: saving.isPending,
          onAccept: () => texts && saving.mutate(texts),
        }}
        onClose={() => setTexts(undefined)}
      />
    </>
  )
}

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
              <span className="muted block text-sm">{version.parts.map(partName).join(', ')}</span>
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
      {t('content.restore')}
    </Button>
  )
}

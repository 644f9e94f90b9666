import { Download } from 'lucide-react'
import { createExportLink, type ExportKind, type ExportQuery } from '#contract/exports.ts'
import { call } from '#web/api/call-endpoint.ts'
import { useAction } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { currentLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/** Downloads the rows of a report as a CSV file that programs of the viewer's language read. */
export function DownloadButton({ kind, query }: { kind: ExportKind; query: ExportQuery }) {
  const language = currentLanguage()
  const delimiter = language === 'de' ? 'semicolon' : 'comma'
  const download = useAction(async () => {
    const body = { ...query, format: 'csv' as const, delimiter: delimiter as 'semicolon' | 'comma', language }
    const { url } = await call(createExportLink, { params: { kind }, body })
    location.assign(url)
  })
  return (
    <Button variant="outline" busy={download.isPending} onClick={() => download.mutate(undefined)}>
      <Download aria-hidden="true" size={18} /> {t('sales.csv')}
    </Button>
  )
}

import { FileDown } from 'lucide-react'
import { useState } from 'react'
import {
  createExportLink,
  datedKinds,
  type ExportKind,
  exportKinds,
  exportPermissions,
  exportReaders,
} from '#contract/exports.ts'
import { call } from '#web/api/call-endpoint.ts'
import { useAction } from '#web/api/queries.ts'
import { currentLanguage } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'
import { mayUse, staffWith, usePerson } from '#web/identity/dashboard-user.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { Select } from '#web/ui/select.tsx'
import type { Route } from './+types/exports.route.ts'

export const handle = staffWith(exportReaders)

export const meta: Route.MetaFunction = () => hiddenPage(t('exports.title'))

/** Lists the files that are offered; programs of countries with a decimal comma read the semicolon. */
const formats = {
  xlsx: { format: 'xlsx' },
  'csv-comma': { format: 'csv', delimiter: 'comma' },
  'csv-semicolon': { format: 'csv', delimiter: 'semicolon' },
} as const
type Format = keyof typeof formats

const isDated = (kind: ExportKind) => datedKinds.some((dated) => dated === kind)

export default function ExportsRoute() {
  const person = usePerson()
  const [format, setFormat] = useState<Format>('xlsx')
  const [placed, setPlaced] = useState({ from: '', to: '' })
  const download = useAction(async (kind: ExportKind) => {
    const days = isDated(kind) ? Object.fromEntries(Object.entries(placed).filter(([, day]) => day !== '')) : {}
    const body = { ...formats[format], language: currentLanguage(), ...days }
    const { url } = await call(createExportLink, { params: { kind }, body })
    location.assign(url)
  })
  // The EC sales list is of some shops only: the tax report has it there.
  const kinds = exportKinds
    .filter((kind) => kind !== 'ec-sales')
    .filter((kind) => mayUse(person, exportPermissions[kind]))
  return (
    <>
      <PageHeading title={t('exports.title')} text={t('exports.text')} />
      <Select
        className="mt-6 max-w-sm"
        label={t('exports.format')}
        hint={format === 'xlsx' ? t('exports.xlsx-hint') : t('exports.csv-hint')}
        choices={(Object.keys(formats) as Format[]).map((value) => ({ value, label: t(`exports.${value}`) }))}
        value={format}
        onChoose={setFormat}
      />
      <ul className="card-surface mt-6 divide-y divide-base-300">
        {kinds.map((kind) => (
          <li key={kind} className="flex flex-wrap items-center gap-x-6 gap-y-3 p-5">
            <div className="min-w-60 flex-1">
              <h2 className="font-heading text-lg font-bold">{t(`exports.${kind}`)}</h2>
              <p className="mt-1 text-base-content/75">{t(`exports.${kind}-text`)}</p>
              {isDated(kind) ? (
                <div className="mt-3 flex flex-wrap gap-3">
                  <Field
                    label={t('exports.from')}
                    type="date"
                    value={placed.from}
                    onChange={({ target }) => setPlaced({ ...placed, from: target.value })}
                  />
                  <Field
                    label={t('exports.to')}
                    type="date"
                    value={placed.to}
                    onChange={({ target }) => setPlaced({ ...placed, to: target.value })}
                  />
                </div>
              ) : null}
            </div>
            <Button
              variant="outline"
              aria-label={t('exports.download-kind', { kind: t(`exports.${kind}`) })}
              busy={download.isPending && download.variables === kind}
              onClick={() => download.mutate(kind)}
            >
              <FileDown aria-hidden="true" size={18} /> {t('exports.download')}
            </Button>
          </li>
        ))}
      </ul>
    </>
  )
}

export { RouteErrorBoundary as ErrorBoundary }

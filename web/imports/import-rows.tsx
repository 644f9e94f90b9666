import { ArrowRight, Download } from 'lucide-react'
import { useState } from 'react'
import {
  type ImportDetails,
  type ImportField,
  type ImportOutcome,
  type ImportResult,
  type ImportRow,
  listImportRows,
} from '#contract/imports.ts'
import { call } from '#web/api/call-endpoint.ts'
import { useAction, useList } from '#web/api/queries.ts'
import { KeptListPrices } from '#web/catalog/kept-list-prices.tsx'
import { unitsText } from '#web/catalog/product-labels.ts'
import { countLabels } from '#web/imports/import-labels.ts'
import { shownText } from '#web/imports/shown-text.ts'
import { currentLanguage, currentLocale } from '#web/i18n/language.ts'
import { ListView } from '#web/page/list-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { downloadCsv } from '#web/page/download-csv.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import type { Column } from '#web/ui/table.tsx'
import { t } from '#web/i18n/messages.ts'

type Shown = ImportOutcome | ImportResult

const faults: readonly Shown[] = ['error', 'refused', 'left', 'changed-since']

/** Shows the rows of an import, filtered by numbers that can be pressed. */
export function ImportRows({ found, shown }: { found: ImportDetails; shown: readonly Shown[] }) {
  const { _id: id, counts, fields } = found
  const [chosen, setChosen] = useState<Shown>(
    () =>
      shown.find((name) => (counts[name] ?? 0) > 0 && name !== 'same') ??
      shown.find((name) => counts[name]) ??
      shown[0] ??
      'new',
  )
  const language = currentLanguage()
  const list = useList(listImportRows, { params: { id }, query: { show: chosen, language } })
  const saving = useAction(() => saveFaults(found, chosen))
  const columns: Column<ImportRow>[] = [
    { head: t('imports.line'), numeric: true, cell: ({ line }) => unitsText(line) },
    {
      head: t('imports.row'),
      phone: 'title',
      cell: ({ name, details }) => (
        <>
          <span className="font-semibold wrap-anywhere">{name || '–'}</span>
          {details.map(({ field, text }) => (
            <span key={field} className="muted block text-sm wrap-anywhere">
              {labelOf(field, fields)}: {text}
            </span>
          ))}
        </>
      ),
    },
    {
      head: t('word.changes'),
      phone: 'actions',
      cell: (row) => <Changes row={row} fields={fields} />,
    },
  ]
  return (
    <section aria-label={t('imports.row-list')} className="mt-8">
      <div className="mb-5 grid grid-cols-2 gap-3 lg:grid-cols-4">
        {shown.map((name) => (
          <button
            key={name}
            type="button"
            aria-pressed={name === chosen}
            onClick={() => setChosen(name)}
            className="card-surface flex cursor-pointer flex-col border-2 border-transparent p-4 text-left hover:border-base-content/35 aria-pressed:border-accent"
          >
            <span className="figures block font-heading text-3xl font-bold">{unitsText(counts[name] ?? 0)}</span>
            <span className="block font-semibold">{t(countLabels[name].label)}</span>
            <span className="muted block text-sm max-sm:hidden">{t(countLabels[name].text)}</span>
          </button>
        ))}
      </div>
      {faults.includes(chosen) && (counts[chosen] ?? 0) > 0 ? (
        <div className="mb-4">
          <Button variant="outline" size="sm" busy={saving.isPending} onClick={() => saving.mutate(undefined)}>
            <Download aria-hidden="true" size={16} /> {t('imports.save-faults')}
          </Button>
        </div>
      ) : null}
      <ListView
        list={list}
        columns={columns}
        caption={t(countLabels[chosen].label)}
        loading={t('imports.loading-rows')}
        failed={t('imports.rows-failed')}
        empty={<EmptyState title={t('imports.no-rows')} text={t('imports.no-rows-text')} />}
        noMatch={{ title: '', text: '', showAll: '' }}
        filter={{ isNarrowed: false, clear: () => undefined }}
      />
    </section>
  )
}

const labelOf = (code: string, fields: readonly ImportField[]) =>
  fields.find((field) => field.code === code)?.label ?? code

/** Names the field before the reason, which may say only that something is missing. */
const errorText = ({ field, message }: ImportRow['warnings'][number], fields: readonly ImportField[]) =>
  field === undefined ? message : `${labelOf(field, fields)}: ${message}`

function Changes({
  row: { changes, errors, warnings, keptPrices },
  fields,
}: {
  row: ImportRow
  fields: readonly ImportField[]
}) {
  const fieldOf = (code: string) => fields.find((field) => field.code === code)
  const price = changes.find(({ field }) => field === 'price')
  // The id of what is new says nothing to people.
  const shown = changes.filter(({ field }) => field !== 'id')
  return (
    <span className="grid gap-1 text-left">
      {errors.map((error) => (
        <span key={`${error.field} ${error.code} ${error.message}`} className="font-medium wrap-anywhere text-error">
          {errorText(error, fields)}
        </span>
      ))}
      {warnings.map((warning) => (
        <span key={`${warning.field} ${warning.message}`} className="font-medium wrap-anywhere">
          {errorText(warning, fields)}
        </span>
      ))}
      <span className="flex flex-wrap gap-x-5 gap-y-1">
        {shown.map(({ field, before, after }) => (
          <span key={field} className="wrap-anywhere">
            <span className="muted">{labelOf(field, fields)}</span>{' '}
            {before === undefined ? null : (
              <>
                <s className="muted">
                  <Value text={before} code={field} field={fieldOf(field)} />
                </s>{' '}
                <ArrowRight role="img" aria-label={t('imports.becomes')} size={14} className="inline" />{' '}
              </>
            )}
            <span className="font-semibold">
              <Value text={after} code={field} field={fieldOf(field)} />
            </span>
          </span>
        ))}
      </span>
      {keptPrices && price?.before !== undefined ? (
        <KeptListPrices prices={keptPrices} before={Number(price.before)} after={Number(price.after)} />
      ) : null}
    </span>
  )
}

/** Shows a value: pictures of the shop as such. */
function Value({ text, code, field }: { text: string; code: string; field: ImportField | undefined }) {
  const isPicture = (code === 'picture' || code === 'pictures') && text.startsWith('/media/')
  if (!isPicture) return shownText(text, field)
  return text
    .split(' | ')
    .map((url) => (
      <img
        key={url}
        src={url}
        alt={url}
        width={48}
        height={48}
        loading="lazy"
        className="mr-1 inline size-12 object-contain"
      />
    ))
}

const rowsPerCall = 200

/** Saves the rows that were not applied as a file, with the reason in the first column, to be corrected and sent again. */
async function saveFaults(found: ImportDetails, show: Shown): Promise<void> {
  const { _id: id, columns, fileName } = found
  const language = currentLanguage()
  const rows: string[][] = []
  for (let after: string | undefined; ;) {
    const query = { show, language, limit: String(rowsPerCall), ...(after !== undefined && { after }) }
    const page = await call(listImportRows, { params: { id }, query })
    rows.push(
      ...page.map(({ errors, cells = [] }) => [
        errors.map((error) => errorText(error, found.fields)).join(' ') || t(countLabels[show].text),
        ...cells,
      ]),
    )
    const last = page.at(-1)
    if (!last || page.length < rowsPerCall) break
    after = last._id
  }
  const what = t(countLabels[show].label).toLocaleLowerCase(currentLocale()).replaceAll(' ', '-')
  const name = `${fileName.replace(/\.\w+$/, '')}-${what}.csv`
  downloadCsv(
    name,
    [[t('word.reason'), ...columns.map(({ header }) => header)], ...rows],
    language === 'de' ? ';' : ',',
  )
}

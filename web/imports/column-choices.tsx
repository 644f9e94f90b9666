import { useId, useState } from 'react'
import { cancelImport, checkImport, type ImportDetails } from '#contract/imports.ts'
import { type Language, languages } from '#contract/language.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { useAction, write } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Section } from '#web/ui/section.tsx'
import { Select } from '#web/ui/select.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { currentLocale } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

type FileColumn = ImportDetails['columns'][number]

/** Lets the seller say which field each column is for, with three values of each and the shop's guess. */
export function ColumnChoices({ found, onBack }: { found: ImportDetails; onBack?: () => void }) {
  const { _id: id, columns, exclusive = [] } = found
  const fields = found.fields.filter(({ isReadOnly }) => !isReadOnly)
  const [chosen, setChosen] = useState(() => columns.map(({ field }) => field ?? ''))
  const [clearsEmpty, setClearsEmpty] = useState(found.clearsEmpty)
  const [addsBrands, setAddsBrands] = useState(found.addsBrands)
  const [addsNearNumbers, setAddsNearNumbers] = useState(found.addsNearNumbers)
  const [addsCategories, setAddsCategories] = useState(found.addsCategories)
  const [language, setLanguage] = useState<Language>(found.language)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const cancelling = useAction(() => write(cancelImport, { params: { id } }))

  async function check() {
    setBusy(true)
    setProblem(undefined)
    try {
      const adds = { addsBrands, addsCategories, addsNearNumbers }
      const body = { columns: chosen.map((code) => code || null), clearsEmpty, ...adds, language }
      await write(checkImport, { params: { id }, body })
      onBack?.()
    } catch (error) {
      setProblem(errorMessageOf(error))
    } finally {
      setBusy(false)
    }
  }

  const withExclusive = (codes: string[]) =>
    codes.some((code) => exclusive.includes(code)) ? [...codes, ...exclusive] : codes
  const needed = fields.filter(({ isNeeded }) => isNeeded)
  const missing = needed.filter(({ code }) => !chosen.includes(code))
  const keys = fields.filter(({ isKey }) => isKey).map(({ label }) => label)
  const table: Column<FileColumn>[] = [
    {
      head: t('imports.column'),
      phone: 'title',
      cell: ({ header }) => <span className="font-semibold wrap-anywhere">{header || t('imports.no-header')}</span>,
    },
    {
      head: t('imports.samples'),
      cell: ({ samples }) => (
        <span className="muted grid gap-0.5 text-sm">
          {samples.map((sample) => (
            <span key={sample} className="line-clamp-1 wrap-anywhere">
              {sample}
            </span>
          ))}
        </span>
      ),
    },
    {
      head: t('imports.field'),
      phone: 'actions',
      cell: ({ header }, index) => (
        <FieldSelect
          label={t('imports.field-of', { column: header || String(index + 1) })}
          fields={fields}
          taken={withExclusive(chosen.filter((code, other) => code !== '' && other !== index))}
          value={chosen[index] ?? ''}
          onChoose={(code) => setChosen(chosen.with(index, code))}
        />
      ),
    },
  ]
  return (
    <Section className="" title={t('imports.columns')} text={t('imports.columns-text', { keys: either(keys) })}>
      {found.kind === 'stock' ? (
        <p role="note" className="mb-4 max-w-3xl rounded-field border border-info/40 bg-info/10 px-4 py-3">
          {t('imports.stock-text')}
        </p>
      ) : null}
      <Table caption={t('imports.columns')} columns={table} rows={columns} rowKey={({ header }) => header} />
      {missing.length > 0 ? (
        <p role="note" className="mt-4 max-w-3xl rounded-field border border-info/40 bg-info/10 px-4 py-3">
          {t('imports.columns-needed', {
            needed: listed(needed.map(({ label }) => label)),
            missing: missing.map(({ label }) => label).join(', '),
          })}
        </p>
      ) : null}
      <div className="mt-6 grid max-w-3xl items-start gap-4 sm:grid-cols-2">
        <Select
          label={t('imports.numbers')}
          hint={t('imports.numbers-hint')}
          choices={languages.map((value) => ({ value, label: t(`imports.numbers-${value}`) }))}
          value={language}
          onChoose={setLanguage}
        />
        <Select
          label={t('imports.empty')}
          hint={t('imports.empty-hint')}
          choices={[
            { value: 'leave', label: t('imports.empty-leave') },
            { value: 'clear', label: t('imports.empty-clear') },
          ]}
          value={clearsEmpty ? 'clear' : 'leave'}
          onChoose={(value) => setClearsEmpty(value === 'clear')}
        />
        {chosen.includes('category') && found.kind === 'products' ? (
          <Select
            label={t('imports.categories')}
            hint={addsCategories ? t('imports.categories-hint') : undefined}
            choices={[
              { value: 'refuse', label: t('imports.brands-refuse') },
              { value: 'add', label: t('imports.brands-add') },
            ]}
            value={addsCategories ? 'add' : 'refuse'}
            onChoose={(value) => setAddsCategories(value === 'add')}
          />
        ) : null}
        {chosen.includes('partNumber') && found.kind === 'products' ? (
          <Select
            label={t('imports.near-numbers')}
            hint={t('imports.near-numbers-hint')}
            choices={[
              { value: 'ask', label: t('imports.near-numbers-ask') },
              { value: 'add', label: t('imports.near-numbers-add') },
            ]}
            value={addsNearNumbers ? 'add' : 'ask'}
            onChoose={(value) => setAddsNearNumbers(value === 'add')}
          />
        ) : null}
        {chosen.includes('brand') ? (
          <Select
            label={t('imports.brands')}
            choices={[
              { value: 'refuse', label: t('imports.brands-refuse') },
              { value: 'add', label: t('imports.brands-add') },
            ]}
            value={addsBrands ? 'add' : 'refuse'}
            onChoose={(value) => setAddsBrands(value === 'add')}
          />
        ) : null}
      </div>
      {problem ? (
        <div className="mt-4">
          <FormError text={problem} hasInput />
        </div>
      ) : null}
      <div className="mt-6 flex flex-wrap gap-3">
        <Button busy={busy} onClick={() => void check()}>
          {t('imports.check')}
        </Button>
        {onBack ? (
          <Button variant="outline" onClick={onBack}>
            {t('imports.back')}
          </Button>
        ) : (
          <Button variant="quiet" busy={cancelling.isPending} onClick={() => cancelling.mutate(undefined)}>
            {t('imports.cancel')}
          </Button>
        )}
      </div>
    </Section>
  )
}

function FieldSelect(props: {
  label: string
  fields: ImportDetails['fields']
  /** The fields of other columns. */
  taken: readonly string[]
  value: string
  onChoose: (code: string) => void
}) {
  const { label, fields, taken, value, onChoose } = props
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => onChoose(target.value)}
        className={`input min-h-11 w-full min-w-0 appearance-auto border-base-content/35 text-base ${value === '' ? 'text-base-content/70' : 'font-semibold'}`}
      >
        <option value="">{t('imports.not-imported')}</option>
        {fields.map(({ code, label: name }) => (
          <option key={code} value={code} disabled={taken.includes(code)}>
            {name}
          </option>
        ))}
      </select>
    </>
  )
}

const listed = (names: readonly string[]) => new Intl.ListFormat(currentLocale()).format(names)
const either = (names: readonly string[]) => new Intl.ListFormat(currentLocale(), { type: 'disjunction' }).format(names)

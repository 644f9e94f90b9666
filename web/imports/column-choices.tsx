import { useId, useState } from 'react'
import type { ImportWarningCode } from '#contract/import-errors.ts'
import { attributeKinds } from '#contract/attributes.ts'
import {
  cancelImport,
  checkImport,
  type ImportDetails,
  type NewAttribute,
  newAttribute,
  numbersWithoutBrand,
} from '#contract/imports.ts'
import { addCustomerGroup, addPriceList } from '#contract/pricing.ts'
import { type DayOrder, dayOrders as allDayOrders } from '#contract/day-order.ts'
import { type DecimalSign, decimalSigns, type Dimension, splitUnit, unitCodes } from '#contract/units.ts'
import { ApiProblem, errorMessageOf } from '#web/api/api-problem.ts'
import { useAction, write } from '#web/api/queries.ts'
import { mayUse, usePerson } from '#web/identity/dashboard-user.ts'
import { ImportWarnings } from '#web/imports/import-warnings.tsx'
import { ValueMapChoices } from '#web/imports/value-choices.tsx'
import { Button } from '#web/ui/button.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Section } from '#web/ui/section.tsx'
import { Select } from '#web/ui/select.tsx'
import { type Column, Table } from '#web/ui/table.tsx'
import { toast } from '#web/ui/toast.tsx'
import { currentLocale } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

type FileColumn = ImportDetails['columns'][number]

/** Lets the seller say which field each column is for, with three values of each and the shop's guess. */
export function ColumnChoices({ found, onDone }: { found: ImportDetails; onDone: () => void }) {
  const { _id: id, columns, exclusive = [] } = found
  const fields = found.fields.filter(({ isReadOnly }) => !isReadOnly)
  const [chosen, setChosen] = useState(() =>
    columns.map((column) => (column.newAttribute ? newAttribute : (column.field ?? column.named ?? ''))),
  )
  const [clearsEmpty, setClearsEmpty] = useState(found.clearsEmpty)
  const [addsBrands, setAddsBrands] = useState(found.addsBrands)
  const [addsNearNumbers, setAddsNearNumbers] = useState(found.addsNearNumbers)
  const [withoutBrand, setWithoutBrand] = useState(found.numbersWithoutBrand)
  const [addsCategories, setAddsCategories] = useState(found.addsCategories)
  const [decimals, setDecimals] = useState(() => columns.map(({ decimals: sign }) => sign ?? ''))
  const [dayOrders, setDayOrders] = useState(() => columns.map(({ dayOrder }) => dayOrder ?? ''))
  const [units, setUnits] = useState(() => columns.map(({ unit }) => unit ?? ''))
  const [added, setAdded] = useState(() => columns.map((column) => column.newAttribute ?? column.proposal))
  const [valueMaps, setValueMaps] = useState(() => columns.map(({ valueMap }) => valueMap ?? {}))
  // Exports of known programs, and the first file of a shop, add both anyway.
  const isKnown = found.program === undefined && columns.some(({ remembered }) => remembered !== undefined)
  const remembers = found.state === 'uploaded' && isKnown ? found : { addsBrands: false, addsCategories: false }
  // The choice of their line stands above.
  const warnings = found.warnings.filter(({ code }) => code !== ('title-lines' satisfies ImportWarningCode))
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const person = usePerson()
  const creating = useAction(async (name: string) => {
    const { group } = await write(addCustomerGroup, { body: { name } })
    await write(addPriceList, { body: { name, groupId: group._id } })
    toast.success(t('imports.group-created', { name }))
  })
  // Columns whose price list is created meanwhile are for it.
  const named = columns.map((column) => column.named ?? '').join(' ')
  const [seen, setSeen] = useState(named)
  if (named !== seen) {
    const codes = named.split(' ')
    setSeen(named)
    setChosen(chosen.map((code, index) => code || (codes[index] ?? '')))
  }
  const cancelling = useAction(() => write(cancelImport, { params: { id } }))

  async function check() {
    setBusy(true)
    setProblem(undefined)
    try {
      const adds = { addsBrands, addsCategories, addsNearNumbers, numbersWithoutBrand: withoutBrand }
      const body = {
        columns: chosen.map((code) => code || null),
        decimals: decimals.map((sign) => sign || null),
        dayOrders: dayOrders.map((order) => order || null),
        units: units.map((unit) => unit || null),
        newAttributes: added.map((attribute, index) => (chosen[index] === newAttribute && attribute) || null),
        valueMaps: valueMaps.map((map) => (Object.keys(map).length > 0 ? map : null)),
        clearsEmpty,
        ...adds,
      }
      await write(checkImport, { params: { id }, body })
      // It may be compared before the page asks how far it is.
      onDone()
    } catch (error) {
      setProblem(errorMessageOf(error))
      const [field] = error instanceof ApiProblem ? error.errors : []
      requestAnimationFrame(() => showQuestion(field?.field.split('.')[1]))
    } finally {
      setBusy(false)
    }
  }

  const joins = (code: string | undefined) => fields.some((field) => field.code === code && field.joins)
  /** Returns the column that has each field which a column cannot have, too. */
  const takenBy = (index: number) =>
    new Map(
      chosen.flatMap((code, other) => {
        if (code === '' || code === newAttribute || other === index || joins(code)) return []
        const header = columns[other]?.header || String(other + 1)
        return (exclusive.includes(code) ? exclusive : [code]).map((one) => [one, header] as const)
      }),
    )
  /** Lists the columns whose texts are joined with that of a column, in their order. */
  const joined = (index: number) => {
    const code = chosen[index]
    const headers = columns.flatMap(({ header }, other) => (code && chosen[other] === code ? [header] : []))
    return joins(code) && headers.length > 1 ? headers : []
  }
  // A compared file has the attributes that it adds among the fields.
  const isAdded = (code: string) => columns.some((column) => column.newAttribute && column.field === code)
  const left = columns.flatMap((column, index) => (!chosen[index] && isOffered(column) ? [index] : []))
  const openColumns = columns.flatMap((column, index) => {
    if (chosen[index] || column.leftOut || column.samples.length === 0 || column.remembered?.includes('field'))
      return []
    const header = column.header || String(index + 1)
    const like = fields.find(
      ({ code, label, joins: isOfSeveral }) =>
        (isOfSeveral || !chosen.includes(code)) && column.header.toLowerCase().includes(label.toLowerCase()),
    )
    return [like ? t('imports.column-like', { column: header, field: like.label }) : header]
  })
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
      cell: (column, index) => {
        const name = column.header || String(index + 1)
        const field = fields.find(({ code }) => code === chosen[index])
        const isAsFound = {
          field: (chosen[index] || undefined) === column.field,
          decimals: field?.number !== undefined && decimals[index] === column.decimals,
          days: field?.isDay === true && dayOrders[index] === column.dayOrder,
          unit: field?.dimension !== undefined && units[index] === column.unit,
          values: valueMaps[index] === column.valueMap,
        }
        const remembered = column.remembered?.filter((choice) => isAsFound[choice]) ?? []
        return (
          <span className="grid gap-2" data-column={index}>
            <SmallSelect
              label={t('imports.field-of', { column: name })}
              choices={[
                { value: '', label: t('imports.not-imported') },
                ...(added[index]
                  ? [{ value: newAttribute, label: t('imports.new-attribute', { name: added[index].name }) }]
                  : []),
                ...fields.filter(({ code }) => !isAdded(code)).map(({ code, label }) => ({ value: code, label })),
              ]}
              taken={takenBy(index)}
              value={chosen[index] ?? ''}
              onChoose={(code) => {
                setChosen(chosen.with(index, code))
                setUnits(units.with(index, ''))
                setValueMaps(valueMaps.with(index, {}))
              }}
            />
            {joined(index).length > 0 ? (
              <span className="muted text-sm">{t('imports.joined', { columns: joined(index).join(' + ') })}</span>
            ) : null}
            {chosen[index] === newAttribute && added[index] ? (
              <NewAttributeChoice
                name={name}
                proposal={column.proposal}
                attribute={added[index]}
                onChange={(attribute) => setAdded(added.with(index, attribute))}
              />
            ) : null}
            {found.kind === 'products' && (chosen[index] === 'counted' || chosen[index] === 'stock') ? (
              <span className="muted text-sm">
                {t(chosen[index] === 'counted' ? 'imports.on-shelf' : 'imports.for-sale')}
              </span>
            ) : null}
            {!chosen[index] && column.leftOut ? <span className="muted text-sm">{column.leftOut}</span> : null}
            {!chosen[index] && column.newGroup !== undefined && mayUse(person, 'prices') ? (
              <Button
                variant="outline"
                size="sm"
                busy={creating.isPending && creating.variables === column.newGroup}
                onClick={() => creating.mutate(column.newGroup ?? '')}
              >
                {t('imports.create-group', { name: column.newGroup })}
              </Button>
            ) : null}
            {remembered.length > 0 ? (
              <span className="muted text-sm">
                {t('imports.remembered', {
                  choices: listed(remembered.map((choice) => t(`imports.remembered-${choice}`))),
                })}
              </span>
            ) : null}
            {field?.number && column.numbers ? (
              <DecimalsSelect
                name={name}
                numbers={column.numbers}
                value={decimals[index] ?? ''}
                onChoose={(sign) => setDecimals(decimals.with(index, sign))}
              />
            ) : null}
            {field?.isDay && column.days ? (
              <DayOrderSelect
                name={name}
                days={column.days}
                value={dayOrders[index] ?? ''}
                onChoose={(order) => setDayOrders(dayOrders.with(index, order))}
              />
            ) : null}
            {field?.dimension && splitUnit(column.header, field.dimension).unit === undefined ? (
              <UnitSelect
                name={name}
                dimension={field.dimension}
                value={units[index] || (field.unit ?? '')}
                onChoose={(unit) => setUnits(units.with(index, unit === field.unit ? '' : unit))}
              />
            ) : null}
            {field?.hasValueMap ? (
              <ValueMapChoices
                field={field}
                valueMap={valueMaps[index] ?? {}}
                onChange={(map) => setValueMaps(valueMaps.with(index, map))}
              />
            ) : null}
          </span>
        )
      },
    },
  ]
  const choices = (
    <Table caption={t('imports.columns')} columns={table} rows={columns} rowKey={({ header }) => header} />
  )
  return (
    <Section className="" title={t('imports.columns')} text={t('imports.columns-text', { keys: either(keys) })}>
      {found.kind === 'stock' ? (
        <p role="note" className="mb-4 max-w-3xl rounded-field border border-info/40 bg-info/10 px-4 py-3">
          {t('imports.stock-text')}
        </p>
      ) : null}
      {warnings.length > 0 ? (
        <div className="mb-4">
          <ImportWarnings warnings={warnings} />
        </div>
      ) : null}
      {found.program ? (
        <details open={problem !== undefined}>
          <summary className="flex min-h-11 cursor-pointer items-center font-semibold text-accent">
            {t('imports.columns-known', { count: chosen.filter(Boolean).length, all: columns.length })}
          </summary>
          {choices}
        </details>
      ) : (
        choices
      )}
      {openColumns.length > 0 ? (
        <p
          role="note"
          className="mt-4 max-w-3xl rounded-field border border-info/40 bg-info/10 px-4 py-3 wrap-anywhere"
        >
          {t('imports.columns-open', { columns: openColumns.join(', ') })}
        </p>
      ) : null}
      {left.length > 0 ? (
        <div className="mt-4 flex max-w-3xl flex-wrap items-center gap-x-4 gap-y-2">
          <Button
            variant="outline"
            size="sm"
            onClick={() => setChosen(chosen.map((code, index) => (left.includes(index) ? newAttribute : code)))}
          >
            {t('imports.new-attributes', { count: left.length })}
          </Button>
          <span className="muted min-w-0 flex-1 basis-60 text-sm wrap-anywhere">
            {left.map((index) => columns[index]?.header).join(', ')}
          </span>
        </div>
      ) : null}
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
            hint={
              addsCategories ? (
                <>
                  {t('imports.categories-hint')} {remembers.addsCategories ? t('imports.remembered-adds') : null}
                </>
              ) : undefined
            }
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
        {chosen.includes('partNumber') && chosen.includes('brand') ? (
          <Select
            label={t('imports.without-brand')}
            hint={t('imports.without-brand-hint')}
            choices={numbersWithoutBrand
              .filter((value) => value !== 'other' || found.kind === 'products')
              .map((value) => ({ value, label: t(`imports.without-brand-${value}`) }))}
            value={withoutBrand}
            onChoose={setWithoutBrand}
          />
        ) : null}
        {chosen.includes('brand') && found.kind === 'products' ? (
          <Select
            label={t('imports.brands')}
            hint={addsBrands && remembers.addsBrands ? t('imports.remembered-adds') : undefined}
            choices={[
              { value: 'refuse', label: t('imports.brands-refuse') },
              { value: 'add', label: t('imports.brands-add') },
            ]}
            value={addsBrands ? 'add' : 'refuse'}
            onChoose={(value) => setAddsBrands(value === 'add')}
          />
        ) : null}
      </div>
      <div className="sticky bottom-3 z-10 mt-6 flex flex-wrap gap-3 rounded-box border border-base-300 bg-base-100 p-2 shadow-lift">
        {problem ? (
          <div className="w-full">
            <FormError text={problem} hasInput={false} />
          </div>
        ) : null}
        <Button busy={busy} onClick={() => void check()}>
          {t('imports.check')}
        </Button>
        {found.state === 'checked' ? (
          <Button variant="outline" onClick={onDone}>
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

/** Brings the open question about a column into view: the list of columns may be several screens long. */
function showQuestion(column = ''): void {
  const select = document.querySelector<HTMLElement>(
    `[data-column="${CSS.escape(column)}"] select:has(> [value=""]:checked)`,
  )
  select?.focus({ preventScroll: true })
  select?.scrollIntoView({ block: 'center' })
}

/** Whether a column is offered as an attribute with all others that are left: one of another program only if nothing else has its place. */
const isOffered = ({ proposal, leftOut }: FileColumn) =>
  proposal !== undefined && (leftOut === undefined || proposal.isStaffOnly === true)

const kindLabels = {
  option: 'imports.attribute-option',
  number: 'imports.attribute-number',
  'yes-no': 'imports.attribute-yes-no',
  text: 'imports.attribute-text',
} as const

/** Says what kind of attribute a column becomes, and who sees it. */
function NewAttributeChoice(props: {
  name: string
  proposal: NewAttribute | undefined
  attribute: NewAttribute
  onChange: (attribute: NewAttribute) => void
}) {
  const { name, proposal, attribute, onChange } = props
  const measure = proposal?.kind === 'number' && { dimension: proposal.dimension, unit: proposal.unit }
  return (
    <>
      <SmallSelect
        label={t('imports.attribute-kind-of', { column: name })}
        choices={attributeKinds.map((kind) => ({
          value: kind,
          label: t(kindLabels[kind], { unit: (kind === 'number' && measure && measure.unit) || '' }).trim(),
        }))}
        value={attribute.kind}
        onChoose={(kind) => {
          const { dimension: _, unit: _unit, ...described } = attribute
          onChange({ ...described, kind, ...(kind === 'number' && measure) })
        }}
      />
      <SmallSelect
        label={t('imports.attribute-seen-of', { column: name })}
        choices={[
          { value: 'buyers', label: t('imports.attribute-buyers') },
          { value: 'staff', label: t('imports.attribute-staff') },
        ]}
        value={attribute.isStaffOnly ? 'staff' : 'buyers'}
        onChoose={(seen) => onChange({ ...attribute, isStaffOnly: seen === 'staff' })}
      />
    </>
  )
}

/** Says what stands before the decimals of a column, and why. */
function DecimalsSelect(props: {
  name: string
  numbers: NonNullable<FileColumn['numbers']>
  value: DecimalSign | ''
  onChoose: (sign: DecimalSign | '') => void
}) {
  const { name, numbers, value, onChoose } = props
  const found = [
    ...(numbers.comma > 0 ? [t('imports.found-commas', { count: numbers.comma })] : []),
    ...(numbers.point > 0 ? [t('imports.found-points', { count: numbers.point })] : []),
    ...(numbers.open > 0 ? [t('imports.found-open', { count: numbers.open })] : []),
  ]
  return (
    <>
      <SmallSelect
        label={t('imports.decimals-of', { column: name })}
        choices={[
          { value: '', label: t('imports.decimals-choose') },
          ...decimalSigns.map((sign) => ({ value: sign, label: t(`imports.decimals-${sign}`) })),
        ]}
        value={value}
        onChoose={onChoose}
      />
      <span className="muted text-sm">{found.join(', ')}</span>
    </>
  )
}

/** Says what stands first in the days of a column, and why. */
function DayOrderSelect(props: {
  name: string
  days: NonNullable<FileColumn['days']>
  value: DayOrder | ''
  onChoose: (order: DayOrder | '') => void
}) {
  const { name, days, value, onChoose } = props
  const found = [
    ...(days.dayFirst > 0 ? [t('imports.found-day-first', { count: days.dayFirst })] : []),
    ...(days.monthFirst > 0 ? [t('imports.found-month-first', { count: days.monthFirst })] : []),
    ...(days.open > 0 ? [t('imports.found-days-open', { count: days.open })] : []),
  ]
  return (
    <>
      <SmallSelect
        label={t('imports.days-of', { column: name })}
        choices={[
          { value: '', label: t('imports.days-choose') },
          ...allDayOrders.map((order) => ({ value: order, label: t(`imports.${order}`) })),
        ]}
        value={value}
        onChoose={onChoose}
      />
      <span className="muted text-sm">{found.join(', ')}</span>
    </>
  )
}

/** Says in what unit the bare numbers of a column are. */
function UnitSelect(props: { name: string; dimension: Dimension; value: string; onChoose: (unit: string) => void }) {
  const { name, dimension, value, onChoose } = props
  const units = unitCodes(dimension)
  if (units.length < 2) return null
  return (
    <SmallSelect
      label={t('imports.unit-of', { column: name })}
      choices={units.map((unit) => ({ value: unit, label: t('imports.unit', { unit }) }))}
      value={value}
      onChoose={onChoose}
    />
  )
}

function SmallSelect<Value extends string>(props: {
  label: string
  choices: readonly { value: Value; label: string }[]
  /** Names the columns that have choices already. */
  taken?: ReadonlyMap<string, string>
  value: Value
  onChoose: (value: Value) => void
}) {
  const { label, choices, taken, value, onChoose } = props
  const id = useId()
  return (
    <>
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      <select
        id={id}
        value={value}
        onChange={({ target }) => {
          const choice = choices.find((one) => one.value === target.value)
          if (choice) onChoose(choice.value)
        }}
        className={`input min-h-11 w-full min-w-0 appearance-auto border-base-content/35 text-base ${value === '' ? 'text-base-content/70' : 'font-semibold'}`}
      >
        {choices.map((choice) => (
          <option key={choice.value} value={choice.value} disabled={taken?.has(choice.value)}>
            {taken?.has(choice.value)
              ? t('imports.taken', { field: choice.label, column: taken.get(choice.value) ?? '' })
              : choice.label}
          </option>
        ))}
      </select>
    </>
  )
}

const listed = (names: readonly string[]) => new Intl.ListFormat(currentLocale()).format(names)
const either = (names: readonly string[]) => new Intl.ListFormat(currentLocale(), { type: 'disjunction' }).format(names)

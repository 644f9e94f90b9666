import { Plus, Trash2 } from 'lucide-react'
import { useId, useState } from 'react'
import { translationLanguages } from '#contract/main-language.ts'
import { currencySymbol } from '#web/ui/money.tsx'
import { maxLengths } from '#contract/max-lengths.ts'
import {
  addShippingMethod,
  changeShippingMethod,
  type RateBase,
  rateBases,
  type ShippingKind,
  shippingKinds,
  type ShippingMethod,
  type ShippingSetup,
} from '#contract/shipping.ts'
import { Problem } from '#web/api/api-problem.ts'
import { write } from '#web/api/queries.ts'
import { FormDialog } from '#web/page/form-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { Select } from '#web/ui/select.tsx'
import { readNames } from '#web/shipping/names.ts'
import { fromKilograms, toKilograms, weightUnit } from '#web/i18n/weights.ts'
import { t } from '#web/i18n/messages.ts'
import { amountRefusal, numberInput, readAmount, readNumber, readWhole } from '#web/i18n/typed-number.ts'

/** Holds a row of the grid as it is typed. */
interface Row {
  key: number
  zone: string
  from: string
  to: string
  price: string
  perKg: string
  freeFrom: string
}

type ClassChoice = 'taken' | 'excluded' | 'per-order' | 'per-unit'

/** Edits a method: its words and days, its rows as a grid, and what it does with ship classes. */
export function MethodDialog({
  setup,
  edited,
  onClose,
}: {
  setup: ShippingSetup
  edited: ShippingMethod | 'new' | undefined
  onClose: () => void
}) {
  const method = edited === 'new' ? undefined : edited
  const [draft, setDraft] = useState<ReturnType<typeof draftOf>>()
  const [opened, setOpened] = useState<typeof edited>()
  if (opened !== edited) {
    setOpened(edited)
    setDraft(edited === undefined ? undefined : draftOf(method, setup))
  }
  async function save(data: FormData) {
    if (!draft) return
    if (draft.rows.some((row) => faultOf(draft, row) !== undefined)) {
      setDraft({ ...draft, isChecked: true })
      throw new RatesProblem(t('shipping.rates-incomplete'))
    }
    const body = { ...readMethod(data, draft, method?.names), edition: setup.edition }
    if (method) await write(changeShippingMethod, { params: { id: String(method.id) }, body })
    else await write(addShippingMethod, { body })
  }
  return (
    <FormDialog
      open={edited !== undefined}
      title={method?.name ?? t('shipping.add-method')}
      wide
      onSend={save}
      onClose={onClose}
    >
      {draft ? <MethodFields method={method} draft={draft} onChange={setDraft} setup={setup} /> : null}
    </FormDialog>
  )
}

/** Says that a row of the grid cannot be saved as it is. */
class RatesProblem extends Problem {}

type Draft = {
  /** Whether the rows show what keeps them from being saved. */
  isChecked: boolean
  kind: ShippingKind
  by: RateBase
  rows: Row[]
  classes: { code: string; choice: ClassChoice; surcharge: string }[]
}

let lastKey = 0
const text = (value: number | undefined) => (value === undefined ? '' : numberInput(value))
const emptyRow = (zone: string): Row => ({
  key: ++lastKey,
  zone,
  from: '0',
  to: '',
  price: '',
  perKg: '',
  freeFrom: '',
})

function draftOf(method: ShippingMethod | undefined, { zones, classes }: ShippingSetup): Draft {
  return {
    isChecked: false,
    kind: method?.kind ?? 'flat',
    by: method?.by ?? 'weight',
    rows: method
      ? method.rates.map(({ zone, from, to, price, perKg, freeFrom }) => ({
          key: ++lastKey,
          zone: String(zone),
          from: text(shownLimit(method.by, from)),
          to: text(to === undefined ? undefined : shownLimit(method.by, to)),
          price: text(price),
          perKg: text(perKg),
          freeFrom: text(freeFrom),
        }))
      : zones.map(({ id }) => emptyRow(String(id))),
    classes: classes.slice(1).map(({ code }) => {
      const rule = method?.classRules.find((one) => one.class === code)
      const choice = rule?.excluded ? 'excluded' : rule?.surcharge ? (rule.perUnit ? 'per-unit' : 'per-order') : 'taken'
      return { code, choice, surcharge: text(rule?.surcharge) }
    }),
  }
}

/** Returns an end of a row as it is typed and as it is sent: weights are sent in kilograms. */
const shownLimit = (by: RateBase | undefined, limit: number) => (by === 'value' ? limit : fromKilograms(limit))
const sentLimit = (by: RateBase, limit: number) => (by === 'value' ? limit : toKilograms(limit))

/** Reads what is typed, an amount by default; an empty text is none. */
const typedOf = (typed: string, read: (text: string) => number = readAmount) =>
  typed.trim() === '' ? undefined : read(typed)

/** Returns how an end of a row is read: as a weight or as an amount. */
const limitReader = (by: RateBase) => (by === 'value' ? readAmount : readNumber)

type Column = 'from' | 'to' | 'price' | 'perKg' | 'freeFrom'

/** Returns the first field of a row that cannot be saved, and why: an empty price would make delivery free. */
function faultOf({ kind, by }: Pick<Draft, 'kind' | 'by'>, row: Row): { name: Column; text: string } | undefined {
  for (const { name } of columnsOf(kind, by)) {
    const isWeight = (name === 'from' || name === 'to') && by === 'weight'
    const value = typedOf(row[name], isWeight ? readNumber : readAmount)
    // The surcharge on a carrier's price may be empty.
    if (name === 'price' && value === undefined && kind !== 'carrier')
      return { name, text: t('shipping.price-missing') }
    if (value !== undefined && !(value >= 0))
      return { name, text: (isWeight ? undefined : amountRefusal(row[name])) ?? t('shipping.no-number') }
  }
  return undefined
}

function readMethod(data: FormData, { kind, by, rows, classes }: Draft, names: ShippingMethod['names']) {
  const [from, to] = [typedOf(formText(data, 'days-from'), readWhole), typedOf(formText(data, 'days-to'), readWhole)]
  const isTable = kind === 'table'
  return {
    name: formText(data, 'name').trim(),
    names: { ...names, ...readNames(data, 'name') },
    kind,
    ...(isTable && { by }),
    ...((from ?? to) !== undefined && { days: { from: from ?? to ?? 0, to: to ?? from ?? 0 } }),
    carrier: formText(data, 'carrier').trim(),
    active: data.get('active') !== null,
    rates: rows.map((row) => {
      const [end, perKg, freeFrom] = [typedOf(row.to, limitReader(by)), typedOf(row.perKg), typedOf(row.freeFrom)]
      return {
        zone: Number(row.zone),
        from: isTable ? sentLimit(by, typedOf(row.from, limitReader(by)) ?? 0) : 0,
        ...(isTable && end !== undefined && { to: sentLimit(by, end) }),
        price: kind === 'quoted' ? 0 : (typedOf(row.price) ?? 0),
        ...(perKg !== undefined && hasPerKg(kind) && { perKg }),
        ...(freeFrom !== undefined && hasPerKg(kind) && { freeFrom }),
      }
    }),
    classRules: classes
      .filter(({ choice }) => choice !== 'taken')
      .map(({ code, choice, surcharge }) => ({
        class: code,
        ...(choice === 'excluded' ? { excluded: true as const } : { surcharge: typedOf(surcharge) ?? 0 }),
        ...(choice === 'per-unit' && { perUnit: true as const }),
      })),
  }
}

const hasPerKg = (kind: ShippingKind) => kind === 'flat' || kind === 'table'

function MethodFields({
  method,
  draft,
  onChange,
  setup,
}: {
  method: ShippingMethod | undefined
  draft: Draft
  onChange: (draft: Draft) => void
  setup: ShippingSetup
}) {
  const { kind, by, rows, classes } = draft
  const id = useId()
  const zones = setup.zones.map(({ id, name }) => ({ value: String(id), label: name }))
  const setRow = (key: number, change: Partial<Row>) =>
    onChange({ ...draft, rows: rows.map((row) => (row.key === key ? { ...row, ...change } : row)) })
  const columns = columnsOf(kind, by)
  return (
    <>
      <div className="grid gap-4 sm:grid-cols-2">
        <Field
          label={t('word.name')}
          name="name"
          required
          maxLength={maxLengths.shippingName}
          defaultValue={method?.name}
        />
        {translationLanguages().map((language) => (
          <Field
            key={language}
            label={t('product.name-in', { language: t(`language.${language}`) })}
            lang={language}
            name={`name-${language}`}
            maxLength={maxLengths.shippingName}
            defaultValue={method?.names?.[language]}
          />
        ))}
        <Select
          label={t('word.kind')}
          choices={shippingKinds.map((value) => ({ value, label: t(`shipping.kind.${value}`) }))}
          value={kind}
          onChoose={(value) => onChange({ ...draft, kind: value })}
        />
        {kind === 'table' ? (
          <Select
            label={t('shipping.by')}
            choices={rateBases.map((value) => ({
              value,
              label: t(`shipping.by.${value}`, { symbol: currencySymbol(), unit: weightUnit() }),
            }))}
            value={by}
            onChoose={(value) => onChange({ ...draft, by: value })}
          />
        ) : null}
        <Field
          label={t('word.carrier')}
          name="carrier"
          maxLength={maxLengths.carrier}
          defaultValue={method?.carrier}
          hint={kind === 'carrier' ? t('shipping.carrier-hint') : undefined}
        />
        <div className="grid grid-cols-2 gap-3">
          <Field
            label={t('shipping.days-from')}
            name="days-from"
            inputMode="numeric"
            defaultValue={method?.days?.from}
          />
          <Field label={t('shipping.days-to')} name="days-to" inputMode="numeric" defaultValue={method?.days?.to} />
        </div>
      </div>
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" name="active" className="checkbox" defaultChecked={method?.active ?? true} />
        {t('shipping.active')}
      </label>
      <fieldset>
        <legend className="mb-1.5 text-sm font-semibold">{t('shipping.rates')}</legend>
        <p className="muted mb-2 text-sm">{t(`shipping.rates-hint.${kind}`)}</p>
        <div className="grid gap-2">
          {rows.map((row, index) => {
            const fault = draft.isChecked ? faultOf(draft, row) : undefined
            return (
              <div key={row.key}>
                <div className="grid grid-cols-2 items-end gap-2 rounded-field border border-base-300 p-2 sm:flex sm:border-0 sm:p-0">
                  <label className="grow max-sm:col-span-2">
                    <span className={index > 0 ? 'text-sm sm:sr-only' : 'text-sm'}>{t('shipping.zone')}</span>
                    <select
                      className="input min-h-11 w-full appearance-auto border-base-content/35"
                      value={row.zone}
                      onChange={({ target }) => setRow(row.key, { zone: target.value })}
                    >
                      {zones.map(({ value, label }) => (
                        <option key={value} value={value}>
                          {label}
                        </option>
                      ))}
                    </select>
                  </label>
                  {columns.map(({ name, label }) => (
                    <label key={name} className="sm:w-24">
                      <span className={index > 0 ? 'text-sm sm:sr-only' : 'text-sm'}>{label}</span>
                      <input
                        className={`input figures min-h-11 w-full px-2 text-right ${fault?.name === name ? 'input-error' : 'border-base-content/35'}`}
                        aria-invalid={fault?.name === name || undefined}
                        aria-describedby={fault?.name === name ? `${id}-${row.key}` : undefined}
                        inputMode="decimal"
                        value={row[name]}
                        onChange={({ target }) => setRow(row.key, { [name]: target.value })}
                      />
                    </label>
                  ))}
                  <Button
                    variant="quiet"
                    className="btn-square shrink-0"
                    aria-label={t('shipping.remove-row', { number: index + 1 })}
                    onClick={() => onChange({ ...draft, rows: rows.filter(({ key }) => key !== row.key) })}
                  >
                    <Trash2 aria-hidden="true" size={18} />
                  </Button>
                </div>
                {fault ? (
                  <p id={`${id}-${row.key}`} className="mt-1 text-sm font-medium text-error sm:text-right">
                    {fault.text}
                  </p>
                ) : null}
              </div>
            )
          })}
          <div>
            <Button
              size="sm"
              variant="outline"
              onClick={() => {
                const last = rows.at(-1)
                onChange({
                  ...draft,
                  rows: [...rows, { ...emptyRow(last?.zone ?? zones[0]?.value ?? ''), from: last?.to || '0' }],
                })
              }}
            >
              <Plus aria-hidden="true" size={18} /> {t('word.add-row')}
            </Button>
          </div>
        </div>
      </fieldset>
      {classes.length === 0 ? null : (
        <fieldset className="grid gap-3">
          <legend className="mb-1.5 text-sm font-semibold">{t('shipping.classes')}</legend>
          {classes.map(({ code, choice, surcharge }) => {
            const setClass = (change: Partial<Draft['classes'][number]>) =>
              onChange({ ...draft, classes: classes.map((one) => (one.code === code ? { ...one, ...change } : one)) })
            return (
              <div key={code} className="grid gap-3 sm:grid-cols-2">
                <Select
                  label={setup.classes.find((one) => one.code === code)?.name ?? code}
                  choices={(['taken', 'per-order', 'per-unit', 'excluded'] as const).map((value) => ({
                    value,
                    label: t(`shipping.class.${value}`),
                  }))}
                  value={choice}
                  onChoose={(value) => setClass({ choice: value })}
                />
                {choice === 'per-order' || choice === 'per-unit' ? (
                  <Field
                    label={t('shipping.surcharge', { symbol: currencySymbol() })}
                    inputMode="decimal"
                    value={surcharge}
                    onChange={({ target }) => setClass({ surcharge: target.value })}
                  />
                ) : null}
              </div>
            )
          })}
        </fieldset>
      )}
    </>
  )
}

/** Returns the columns of the grid that the kind of method has. */
function columnsOf(kind: ShippingKind, by: RateBase): { name: Column; label: string }[] {
  const unit = by === 'weight' ? weightUnit() : currencySymbol()
  return [
    ...(kind === 'table'
      ? [
          { name: 'from' as const, label: `${t('word.from')} (${unit})` },
          { name: 'to' as const, label: `${t('word.to')} (${unit})` },
        ]
      : []),
    ...(kind === 'quoted'
      ? []
      : [
          {
            name: 'price' as const,
            label: t(kind === 'carrier' ? 'shipping.handling' : 'shipping.price', { symbol: currencySymbol() }),
          },
        ]),
    ...(hasPerKg(kind)
      ? [
          { name: 'perKg' as const, label: t('shipping.per-kg', { symbol: currencySymbol() }) },
          { name: 'freeFrom' as const, label: t('shipping.free-from', { symbol: currencySymbol() }) },
        ]
      : []),
  ]
}

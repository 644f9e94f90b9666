import { ClipboardPaste, Plus, Upload } from 'lucide-react'
import { useRef, useState } from 'react'
import { maxLengths } from '#contract/max-lengths.ts'
import { deleteTaxRate, listTaxRates, maxTaxRates, type TaxClass, type TaxRate } from '#contract/tax.ts'
import { useList, write } from '#web/api/queries.ts'
import { FormDialog } from '#web/page/form-dialog.tsx'
import { ListView } from '#web/page/list-view.tsx'
import { useConfirmDelete } from '#web/page/use-confirm-delete.tsx'
import { useListFilter } from '#web/page/use-list-filter.ts'
import { taxName } from '#web/orders/tax-name.ts'
import { useDemoParts } from '#web/orders/demo-parts.tsx'
import { actionsColumn } from '#web/ui/entry-actions.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { EuRatesDialog } from '#web/tax/eu-rates-dialog.tsx'
import { percentInput, percentText, readPercent, today } from '#web/tax/rate-text.ts'
import { readRateList } from '#web/tax/read-rate-list.ts'
import { Choice, PlaceFields, placeText, EntryError } from '#web/tax/tax-dialog.tsx'
import { useSaveRates } from '#web/tax/use-save-rates.ts'
import { Button, buttonClasses } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { formText } from '#web/ui/form-text.ts'
import { ListFilter } from '#web/ui/list-filter.tsx'
import { Section } from '#web/ui/section.tsx'
import type { Column } from '#web/ui/table.tsx'
import { calendarDayText } from '#web/i18n/calendar-day.ts'
import { t } from '#web/i18n/messages.ts'

type Open = { kind: 'rate'; rate?: TaxRate } | { kind: 'paste' } | { kind: 'eu' }

/** Edits the rates: one by one, pasted from a spreadsheet, or filled in for the European Union. */
export function TaxRates({ classes, home }: { classes: readonly TaxClass[]; home: string }) {
  const filter = useListFilter({})
  const list = useList(listTaxRates, { query: filter.query })
  const [open, setOpen] = useState<Open>()
  const close = () => setOpen(undefined)
  const nameOf = (rate: TaxRate) => `${taxName(rate.name)} (${placeText(rate)})`
  const deleting = useConfirmDelete<TaxRate>(nameOf, t('tax.delete-rate-text'), ({ _id }) =>
    write(deleteTaxRate, { params: { id: _id } }),
  )
  const { isOfDemo } = useDemoParts()
  const columns: Column<TaxRate>[] = [
    {
      head: t('tax.place'),
      phone: 'title',
      cell: (rate) => (
        <span className="inline-flex flex-wrap items-center gap-2 font-semibold wrap-anywhere">
          {placeText(rate)}
          {isOfDemo('rate', rate._id) ? <Badge tone="neutral">{t('demo.badge')}</Badge> : null}
        </span>
      ),
    },
    {
      head: t('tax.class'),
      cell: ({ taxClass }) => classes.find(({ code }) => code === taxClass)?.name ?? taxClass,
    },
    { head: t('word.name'), cell: ({ name }) => <span className="wrap-anywhere">{taxName(name)}</span> },
    { head: t('tax.rate'), numeric: true, cell: ({ rate }) => percentText(rate) },
    {
      head: t('word.starting-from'),
      fit: true,
      cell: ({ startsOn }) => <span className="figures whitespace-nowrap">{calendarDayText(startsOn)}</span>,
    },
    {
      head: t('tax.on-shipping'),
      fit: true,
      cell: ({ onShipping }) => t(onShipping ? 'attributes.yes' : 'attributes.no'),
    },
    actionsColumn((rate) => (
      <span className="flex gap-2 whitespace-nowrap max-md:flex-wrap md:max-xl:flex-col">
        <Button
          variant="outline"
          size="sm"
          aria-label={t('tax.next-rate-one', { name: nameOf(rate) })}
          onClick={() => setOpen({ kind: 'rate', rate })}
        >
          {t('tax.next-rate')}
        </Button>
        <Button
          variant="outline"
          size="sm"
          className="text-error"
          aria-label={t('word.delete-one', { name: nameOf(rate) })}
          onClick={() => deleting.ask(rate)}
        >
          {t('word.delete')}
        </Button>
      </span>
    )),
  ]
  const actions = (
    <span className="flex flex-wrap gap-3">
      <Button variant="outline" onClick={() => setOpen({ kind: 'rate' })}>
        <Plus aria-hidden="true" size={20} /> {t('tax.add-rate')}
      </Button>
      <Button variant="outline" onClick={() => setOpen({ kind: 'paste' })}>
        <ClipboardPaste aria-hidden="true" size={20} /> {t('tax.paste')}
      </Button>
      <Button variant="outline" onClick={() => setOpen({ kind: 'eu' })}>
        {t('tax.eu-rates')}
      </Button>
    </span>
  )
  return (
    <Section title={t('tax.rates')} text={t('tax.rates-text')} action={actions}>
      <ListFilter label={t('tax.search-rates')} text={filter.q} onText={(q) => filter.narrow({ q })} />
      <ListView
        list={list}
        columns={columns}
        caption={t('tax.rates')}
        loading={t('tax.loading')}
        failed={t('tax.failed')}
        filter={filter}
        noMatch={{ title: t('tax.no-rates-match'), text: t('tax.no-rates-match-text'), showAll: t('word.show-all') }}
        empty={<EmptyState title={t('tax.no-rates')} text={t('tax.no-rates-text')} />}
      />
      <RateDialog
        open={open?.kind === 'rate'}
        rate={open?.kind === 'rate' ? open.rate : undefined}
        classes={classes}
        home={home}
        onClose={close}
      />
      <PasteDialog open={open?.kind === 'paste'} onClose={close} />
      <EuRatesDialog open={open?.kind === 'eu'} onClose={close} />
      {deleting.dialog}
    </Section>
  )
}

/** Adds a rate; one that follows `rate` has its place, class and name. */
function RateDialog(props: {
  open: boolean
  rate: TaxRate | undefined
  classes: readonly TaxClass[]
  /** The country that is proposed. */
  home: string
  onClose: () => void
}) {
  const { open, rate, classes, home, onClose } = props
  const saveRates = useSaveRates()
  async function save(data: FormData) {
    const fraction = readPercent(formText(data, 'rate'))
    if (fraction === undefined) throw new EntryError(t('tax.rate-wrong'))
    const body = {
      country: rate?.country ?? formText(data, 'country'),
      region: rate?.region ?? formText(data, 'region').trim(),
      postalPrefix: rate?.postalPrefix ?? formText(data, 'postalPrefix'),
      taxClass: rate?.taxClass ?? formText(data, 'taxClass'),
      name: rate?.name ?? formText(data, 'name').trim(),
      rate: fraction,
      startsOn: formText(data, 'startsOn'),
      onShipping: data.get('onShipping') === 'on',
    }
    await saveRates([body], t('tax.saved'))
  }
  return (
    <FormDialog
      open={open}
      wide
      title={rate ? t('tax.next-rate-one', { name: `${taxName(rate.name)} (${placeText(rate)})` }) : t('tax.add-rate')}
      text={t(rate ? 'tax.next-rate-text' : 'tax.add-rate-text')}
      onSend={save}
      onClose={onClose}
    >
      {rate ? null : (
        <>
          <PlaceFields
            country={home}
            postal={{
              name: 'postalPrefix',
              label: t('tax.postal-prefix'),
              value: '',
              hint: t('tax.postal-prefix-hint'),
            }}
          />
          <div className="grid gap-5 sm:grid-cols-2">
            <Choice
              name="taxClass"
              label={t('tax.class')}
              initial="standard"
              choices={classes.map(({ code, name }) => ({ value: code, label: name }))}
            />
            <Field
              name="name"
              label={t('word.name')}
              hint={t('tax.rate-name-hint')}
              required
              maxLength={maxLengths.taxName}
              autoComplete="off"
            />
          </div>
        </>
      )}
      <div className="grid gap-5 sm:grid-cols-2">
        <Field
          name="rate"
          label={t('tax.rate-percent')}
          inputMode="decimal"
          required
          defaultValue={rate ? percentInput(rate.rate) : ''}
          autoComplete="off"
        />
        <Field name="startsOn" label={t('word.starting-from')} type="date" required defaultValue={today()} />
      </div>
      <label className="flex min-h-11 items-center gap-3">
        <input type="checkbox" name="onShipping" className="checkbox" defaultChecked={rate?.onShipping ?? true} />
        {t('tax.on-shipping-label')}
      </label>
    </FormDialog>
  )
}

function PasteDialog({ open, onClose }: { open: boolean; onClose: () => void }) {
  const saveRates = useSaveRates()
  const list = useRef<HTMLTextAreaElement>(null)
  return (
    <FormDialog
      open={open}
      wide
      title={t('tax.paste')}
      text={t('tax.paste-text')}
      saveLabel={t('tax.paste-save')}
      onSend={async (data) => {
        const { rates, wrong } = readRateList(formText(data, 'list'))
        if (wrong.length > 0) {
          const lines = wrong
            .slice(0, 20)
            .map(({ line, fault }) => t('tax.paste-line', { line, reason: t(`tax.paste-fault.${fault}`) }))
          throw new EntryError(t('tax.paste-wrong', { lines: lines.join('; ') }))
        }
        if (rates.length === 0) throw new EntryError(t('tax.paste-nothing'))
        if (rates.length > maxTaxRates) throw new EntryError(t('tax.paste-many', { count: maxTaxRates }))
        await saveRates(rates, t('tax.paste-saved', { count: rates.length }))
      }}
      onClose={onClose}
    >
      <TextArea
        name="list"
        label={t('tax.paste-list')}
        rows={8}
        ref={list}
        placeholder={'US\tTX\t787\tstandard\tAustin\t1.00\t2026-01-01\tyes'}
        hint={t('tax.paste-hint')}
      />
      <label
        className={buttonClasses({ variant: 'outline' }, 'cursor-pointer justify-self-start focus-within:outline-3')}
      >
        <Upload aria-hidden="true" size={18} /> {t('tax.paste-file')}
        <input
          type="file"
          accept=".csv,.tsv,.txt,text/csv,text/plain"
          className="sr-only"
          onChange={async ({ target }) => {
            const text = await target.files?.[0]?.text()
            if (list.current && text !== undefined) list.current.value = text
            target.value = ''
          }}
        />
      </label>
    </FormDialog>
  )
}

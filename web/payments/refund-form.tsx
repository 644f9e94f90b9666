import { payableStep, toAmount } from '#contract/currency.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { type OrderDetails, type Refund, refundOrder, refundReasons } from '#contract/payments.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { write } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { useIdempotencyKey } from '#web/orders/use-idempotency-key.ts'
import { refundReasonLabels } from '#web/payments/payment-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { useFirstRows } from '#web/ui/show-more.tsx'
import { Select } from '#web/ui/select.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useTypedWhole } from '#web/ui/use-typed-whole.ts'
import { t } from '#web/i18n/messages.ts'
import { amountInput, amountRefusal, readAmount } from '#web/i18n/typed-number.ts'

/** Sends money of an order back, all of it or a part, after naming the sum once more. What was typed stays if it is refused. */
export function RefundForm({
  details: { order, lines, money, restockableUnits },
  onClose,
}: {
  details: OrderDetails
  onClose: () => void
}) {
  const form = useRef<HTMLFormElement>(null)
  const key = useIdempotencyKey()
  const [typed, setTyped] = useState(amountInput(money.refundable, money.currency))
  const amount = readAmount(typed, money.currency)
  const step = stepOf(money)
  const text = (some: number) => moneyText(some, money.currency)
  const [reason, setReason] = useState<Refund['reason']>('requested_by_customer')
  const [note, setNote] = useState('')
  // Shipped units cannot be restocked.
  const [onlyUnits, setUnits] = useState(order.shipped ? 0 : restockableUnits)
  const isList = lines.length > 1
  const [picked, setPicked] = useState<Map<number, number>>()
  // With a part of the money no line comes back until the admin says which.
  const chosen = picked ?? restockOf(lines, order.shipped || amount < money.refundable ? 'none' : 'all')
  const units = isList ? [...chosen.values()].reduce((sum, each) => sum + each, 0) : onlyUnits
  const [errors, setErrors] = useState<{ amount?: string; units?: string }>({})
  const [problem, setProblem] = useState<string>()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    form.current?.querySelector('input')?.focus()
  }, [])

  function request(event: FormEvent) {
    event.preventDefault()
    const wrong = {
      ...(!isRefund(amount, money) && {
        amount:
          amountRefusal(typed, money.currency) ??
          t('refund.amount-wrong', { amount: text(money.refundable), step: text(step) }),
      }),
      ...(!isUnits(units, restockableUnits) &&
        !isList && {
          units: t('refund.units-wrong', { units: unitsText(restockableUnits) }),
        }),
    }
    setErrors(wrong)
    setProblem(undefined)
    if (Object.keys(wrong).length === 0) setOpen(true)
  }

  async function refund() {
    setBusy(true)
    const restockLines = [...chosen].flatMap(([line, each]) => (each > 0 ? [{ line, units: each }] : []))
    const body = { amount, reason, note: note.trim(), ...(isList ? { restockLines } : { restockUnits: units }) }
    try {
      const response = await write(refundOrder, {
        params: { id: order._id },
        body,
        idempotencyKey: key.of({ ...body, order: order._id }),
      })
      key.forget()
      toast.success(
        t(response.refund.state === 'succeeded' ? 'refund.went-back' : 'refund.going-back', {
          amount: text(response.refund.amount),
        }),
      )
      onClose()
    } catch (error) {
      setProblem(errorMessageOf(error))
    }
    setOpen(false)
    setBusy(false)
  }

  return (
    <form
      ref={form}
      noValidate
      aria-labelledby="refund-title"
      onSubmit={request}
      className="card-surface mt-5 grid gap-5 p-4 sm:p-5"
    >
      <h2 id="refund-title" className="text-xl">
        {t('refund.title')}
      </h2>
      {money.method ? <p className="muted">{t('refund.by-hand')}</p> : null}
      <FormError text={problem} />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Field
          label={t('refund.amount', { currency: money.currency.toUpperCase() })}
          inputMode="decimal"
          autoComplete="off"
          required
          value={typed}
          error={errors.amount}
          hint={t('refund.amount-hint', { amount: text(money.refundable) })}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => isRefund(amount, money) && setTyped(amountInput(amount, money.currency))}
        />
        <Select
          label={t('refund.reason')}
          choices={refundReasons.map((value) => ({ value, label: t(refundReasonLabels[value]) }))}
          value={reason}
          onChoose={setReason}
        />
      </div>
      <TextArea
        label={t('refund.note')}
        rows={2}
        maxLength={maxLengths.refundNote}
        hint={t('refund.note-hint')}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      {restockableUnits > 0 && isList ? <RestockLines lines={lines} chosen={chosen} onChange={setPicked} /> : null}
      {restockableUnits > 0 && !isList ? (
        <Stepper
          label={t('refund.units')}
          value={onlyUnits}
          min={0}
          max={restockableUnits}
          error={errors.units}
          hint={t('refund.units-hint', { units: restockableUnits })}
          onChange={setUnits}
        />
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger">
          {isRefund(amount, money) ? t('refund.refund-amount', { amount: text(amount) }) : t('refund.start')}
        </Button>
        <Button variant="outline" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </div>
      <ConfirmDialog
        open={open}
        title={t('refund.question', { amount: text(amount), buyer: order.buyerName || order.email })}
        text={
          money.method
            ? t('refund.question-text-by-hand')
            : units > 0
              ? t('refund.question-text-units', { count: units })
              : t('refund.question-text')
        }
        confirmLabel={t('refund.refund-amount', { amount: text(amount) })}
        busy={busy}
        onConfirm={() => void refund()}
        onCancel={() => setOpen(false)}
      />
    </form>
  )
}

/** Returns the units to restock of each line that has some, by its position. */
const restockOf = (lines: OrderDetails['lines'], which: 'all' | 'none') =>
  new Map(
    lines.flatMap(({ line, restockableUnits = 0 }): [number, number][] =>
      restockableUnits > 0 ? [[line, which === 'all' ? restockableUnits : 0]] : [],
    ),
  )

function RestockLines(props: {
  lines: OrderDetails['lines']
  chosen: ReadonlyMap<number, number>
  onChange: (chosen: Map<number, number>) => void
}) {
  const { lines, chosen, onChange } = props
  const { shown, more } = useFirstRows(lines.filter(({ restockableUnits = 0 }) => restockableUnits > 0))
  const id = useId()
  return (
    <fieldset aria-describedby={id}>
      <legend className="text-sm font-semibold">{t('refund.lines')}</legend>
      <p id={id} className="muted mt-1 text-sm">
        {t('refund.lines-hint')}
      </p>
      <p className="mt-3 flex flex-wrap gap-3">
        <Button variant="outline" size="sm" onClick={() => onChange(restockOf(lines, 'all'))}>
          {t('refund.all-lines')}
        </Button>
        <Button variant="outline" size="sm" onClick={() => onChange(restockOf(lines, 'none'))}>
          {t('refund.no-lines')}
        </Button>
      </p>
      <ul className="mt-3 grid gap-2">
        {shown.map(({ line, name, sku, restockableUnits = 0 }) => (
          <li key={line} className="flex items-center gap-3">
            <label htmlFor={`${id}-${line}`} className="min-w-0 grow wrap-anywhere">
              {name} {sku === undefined ? null : <span className="muted figures text-sm">{sku}</span>}
            </label>
            <UnitsInput
              id={`${id}-${line}`}
              value={chosen.get(line) ?? 0}
              max={restockableUnits}
              onChange={(units) => onChange(new Map(chosen).set(line, units))}
            />
            <span className="muted figures w-16 shrink-0 text-sm">
              {t('refund.line-left', { units: unitsText(restockableUnits) })}
            </span>
          </li>
        ))}
      </ul>
      {more}
    </fieldset>
  )
}

function UnitsInput(props: { id: string; value: number; max: number; onChange: (units: number) => void }) {
  const { id, value, max, onChange } = props
  const typed = useTypedWhole(value, (units) => onChange(Math.min(Math.max(units || 0, 0), max)))
  return <input id={id} {...typed} className="input figures min-h-11 w-24 shrink-0 border-base-content/35 text-base" />
}

/** Returns the step of amounts that can be sent back: cards take no smaller part. */
const stepOf = ({ currency, method }: OrderDetails['money']) => toAmount(method ? 1 : payableStep(currency), currency)

function isRefund(amount: number, money: OrderDetails['money']): boolean {
  const steps = amount / stepOf(money)
  return amount > 0 && amount <= money.refundable && Math.abs(steps - Math.round(steps)) < 1e-4
}

const isUnits = (units: number, limit: number) => Number.isInteger(units) && units >= 0 && units <= limit

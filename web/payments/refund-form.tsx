import { payableStep, toAmount, toCents } from '#contract/currency.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { type FormEvent, useEffect, useId, useRef, useState } from 'react'
import { type OrderDetails, type Refund, refundOrder, refundReasons } from '#contract/payments.ts'
import { type RefundableOrder, refundAmount } from '#contract/refund-amount.ts'
import { storeDay } from '#contract/time-zone.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { write } from '#web/api/queries.ts'
import { LineUnits } from '#web/orders/line-units.tsx'
import type { UnitsByLine } from '#web/orders/units-by-line.ts'
import { useIdempotencyKey } from '#web/api/use-idempotency-key.ts'
import { MoneyDayField, ReferenceField } from '#web/payments/hand-money-fields.tsx'
import { refundReasonLabels } from '#web/payments/payment-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'
import { amountInput, amountRefusal, readAmount } from '#web/i18n/typed-number.ts'

/**
 * Sends money of an order back, after naming the sum once more: what the chosen units and the delivery cost, or what the seller enters
 * instead. What was typed stays if it is refused.
 */
export function RefundForm({ details, onClose }: { details: OrderDetails; onClose: () => void }) {
  const { order, lines, money, restockableUnits } = details
  // What is not paid yet need not be: no money goes back.
  const isCredit = !order.paid
  const form = useRef<HTMLFormElement>(null)
  const key = useIdempotencyKey()
  const [typed, setTyped] = useState<string>()
  const [picked, setPicked] = useState<UnitsByLine>()
  const [isShippingPicked, setShippingPicked] = useState<boolean>()
  const [isRestocked, setRestocked] = useState(true)
  const refundable = refundableOrder(details)
  // An order that was not shipped is refunded as a whole; with a part of the money no line comes back until the admin says which.
  const isWhole =
    !order.shipped && !isCredit && (typed === undefined || readAmount(typed, money.currency) >= money.refundable)
  const chosen = picked ?? allUnits(lines, isWhole)
  const shippingCents = refundAmount(refundable, new Map(), true)
  const hasShipping = shippingCents > 0
  const withShipping = hasShipping && (isShippingPicked ?? (isWhole && picked === undefined))
  const suggested = toAmount(refundAmount(refundable, chosen, withShipping), money.currency)
  const written = typed ?? (suggested > 0 ? amountInput(suggested, money.currency) : '')
  const amount = readAmount(written, money.currency)
  const step = stepOf(money)
  const text = (some: number) => moneyText(some, money.currency)
  const surplus = surplusOf(amount, money)
  const [reason, setReason] = useState<Refund['reason']>('requested_by_customer')
  const [note, setNote] = useState('')
  const [today] = useState(() => storeDay(Date.now()))
  const [sent, setSent] = useState({ on: today, reference: order.number })
  const restockLines = isRestocked ? restockOf(lines, chosen) : []
  const units = restockLines.reduce((sum, each) => sum + each.units, 0)
  const [errors, setErrors] = useState<{ amount?: string }>({})
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
          amountRefusal(written, money.currency) ??
          t('refund.amount-wrong', { amount: text(money.refundable), step: text(step) }),
      }),
    }
    setErrors(wrong)
    setProblem(undefined)
    if (Object.keys(wrong).length === 0) setOpen(true)
  }

  async function refund() {
    setBusy(true)
    const returned = [...chosen].flatMap(([line, each]) => (each > 0 ? [{ line, units: each }] : []))
    const reference = sent.reference.trim()
    const byHand = money.method && { sentOn: sent.on || today, ...(reference && { reference }) }
    const body = { amount, reason, note: note.trim(), lines: returned, shipping: withShipping, restockLines, ...byHand }
    try {
      const response = await write(refundOrder, {
        params: { id: order._id },
        body,
        idempotencyKey: key.of({ ...body, order: order._id }),
      })
      key.forget()
      toast.success(
        t(isCredit ? 'credit.done' : response.refund.state === 'succeeded' ? 'refund.went-back' : 'refund.going-back', {
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
      <div>
        <h2 id="refund-title" className="text-xl">
          {t(isCredit ? 'credit.title' : 'refund.title')}
        </h2>
        {isCredit ? <p className="muted mt-2">{t('credit.text')}</p> : null}
        {money.method ? <p className="muted mt-2">{t('refund.by-hand')}</p> : null}
        {surplus > 0 ? <p className="mt-2 font-medium">{t('credit.surplus', { amount: text(surplus) })}</p> : null}
        <div className={problem === undefined ? undefined : 'mt-4'}>
          <FormError text={problem} />
        </div>
      </div>
      <ReturnedLines
        title={t(isCredit ? 'credit.lines' : 'refund.lines')}
        lines={lines}
        chosen={chosen}
        onChange={(units) => {
          setPicked(units)
          setTyped(undefined)
        }}
      />
      {hasShipping ? (
        <Tick
          label={t(isCredit ? 'credit.shipping' : 'refund.shipping', {
            amount: text(toAmount(shippingCents, money.currency)),
          })}
          checked={withShipping}
          onChange={(isPicked) => {
            setPicked(chosen)
            setShippingPicked(isPicked)
            setTyped(undefined)
          }}
        />
      ) : null}
      {restockableUnits > 0 ? (
        <div>
          <Tick label={t('refund.restock')} checked={isRestocked} onChange={setRestocked} />
          {isRestocked ? null : <p className="muted text-sm">{t('refund.written-off')}</p>}
        </div>
      ) : null}
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Field
          label={t('refund.amount', { currency: money.currency.toUpperCase() })}
          inputMode="decimal"
          autoComplete="off"
          required
          value={written}
          error={errors.amount}
          hint={t(isCredit ? 'credit.amount-hint' : 'refund.amount-hint', { amount: text(money.refundable) })}
          onChange={({ target }) => setTyped(target.value)}
          onBlur={() => isRefund(amount, money) && setTyped(amountInput(amount, money.currency))}
        />
        <Select
          label={t('word.reason')}
          // Nobody was charged for what is not paid.
          choices={(isCredit ? refundReasons.slice(0, 2) : refundReasons).map((value) => ({
            value,
            label: t(refundReasonLabels[value]),
          }))}
          value={reason}
          onChoose={setReason}
        />
        {money.method ? (
          <>
            <ReferenceField
              value={sent.reference}
              onChange={({ target }) => setSent({ ...sent, reference: target.value })}
            />
            <MoneyDayField
              label={t('refund.sent-on')}
              placedAt={order.placedAt}
              value={sent.on}
              onChange={({ target }) => setSent({ ...sent, on: target.value })}
            />
          </>
        ) : null}
      </div>
      <TextArea
        label={t('refund.note')}
        rows={2}
        maxLength={maxLengths.refundNote}
        hint={t('refund.note-hint')}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger">
          {isRefund(amount, money)
            ? t(isCredit ? 'credit.credit-amount' : 'refund.refund-amount', { amount: text(amount) })
            : t(isCredit ? 'credit.title' : 'refund.start')}
        </Button>
        <Button variant="outline" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </div>
      <ConfirmDialog
        open={open}
        title={t(isCredit ? 'credit.question' : 'refund.question', {
          amount: text(amount),
          buyer: order.buyerName || order.email,
        })}
        text={
          isCredit
            ? surplus > 0
              ? t('credit.surplus', { amount: text(surplus) })
              : t('credit.text')
            : money.method
              ? t('refund.question-text-by-hand')
              : units > 0
                ? t('refund.question-text-units', { count: units })
                : t('refund.question-text')
        }
        confirmLabel={t(isCredit ? 'credit.credit-amount' : 'refund.refund-amount', { amount: text(amount) })}
        busy={busy}
        onConfirm={() => void refund()}
        onCancel={() => setOpen(false)}
      />
    </form>
  )
}

/** Returns what of a credit was paid already and goes back by hand. */
export const surplusOf = (amount: number, { open, currency }: OrderDetails['money']): number =>
  open === undefined || Number.isNaN(amount)
    ? 0
    : Math.max(0, toAmount(toCents(amount, currency) - toCents(open, currency), currency))

/** Returns what can be refunded or credited of an order, from its details. */
export function refundableOrder({ lines, amounts, money }: OrderDetails): RefundableOrder {
  const cents = (amount: number) => toCents(amount, money.currency)
  const amountOf = ({ net, tax }: { net: number; tax: number }) => ({ netCents: cents(net), taxCents: cents(tax) })
  return {
    lines: new Map(
      lines.flatMap(({ line, quantity, refundable }) =>
        refundable
          ? [
              [
                line,
                {
                  quantity,
                  returnedUnits: refundable.returnedUnits,
                  whole: amountOf(refundable.paid),
                  left: amountOf(refundable.left),
                  tax: refundable.tax,
                },
              ] as const,
            ]
          : [],
      ),
    ),
    taxes: (money.refundableTaxes ?? []).map(({ rate, paid, shippingLeft }) => ({
      rate: rate === undefined ? null : Math.round(rate * 1e6),
      whole: amountOf(paid),
      shippingLeft: amountOf(shippingLeft),
    })),
    includesTax: amounts.includesTax,
    leftCents: cents(money.refundable),
    currency: money.currency,
  }
}

/** Returns the units that are left of each line by its position, without those that another order replaces, or none of them. */
const allUnits = (lines: OrderDetails['lines'], isAll: boolean): Map<number, number> =>
  new Map(
    lines.flatMap(({ line, quantity, refundable }) =>
      refundable
        ? [[line, isAll ? Math.max(0, quantity - refundable.returnedUnits - (refundable.replacedUnits ?? 0)) : 0]]
        : [],
    ),
  )

/** Returns the chosen units that can be restocked: a backordered order holds less than it is of. */
const restockOf = (lines: OrderDetails['lines'], chosen: UnitsByLine) =>
  lines.flatMap(({ line, restockableUnits = 0 }) => {
    const units = Math.min(chosen.get(line) ?? 0, restockableUnits)
    return units > 0 ? [{ line, units }] : []
  })

const Tick = (props: { label: string; checked: boolean; onChange: (checked: boolean) => void }) => (
  <label className="flex min-h-11 cursor-pointer items-center gap-3">
    <input
      type="checkbox"
      className="checkbox"
      checked={props.checked}
      onChange={({ target }) => props.onChange(target.checked)}
    />
    {props.label}
  </label>
)

function ReturnedLines(props: {
  title: string
  lines: OrderDetails['lines']
  chosen: UnitsByLine
  onChange: (chosen: UnitsByLine) => void
}) {
  const { title, lines, chosen, onChange } = props
  const left = allUnits(lines, true)
  const id = useId()
  if ([...left.values()].every((units) => units === 0)) return null
  return (
    <fieldset aria-describedby={id}>
      <legend className="text-sm font-semibold">{title}</legend>
      <p id={id} className="muted mt-1 text-sm">
        {t('refund.lines-hint')}
      </p>
      <p className="mt-3 flex flex-wrap gap-3">
        <Button variant="outline" size="sm" onClick={() => onChange(left)}>
          {t('refund.all-lines')}
        </Button>
        <Button variant="outline" size="sm" onClick={() => onChange(allUnits(lines, false))}>
          {t('refund.no-lines')}
        </Button>
      </p>
      <div className="mt-3 max-w-2xl">
        <LineUnits lines={lines} left={left} chosen={chosen} onChange={onChange} />
      </div>
    </fieldset>
  )
}

/** Returns the step of amounts that can be sent back: cards take no smaller part. */
const stepOf = ({ currency, method }: OrderDetails['money']) => toAmount(method ? 1 : payableStep(currency), currency)

function isRefund(amount: number, money: OrderDetails['money']): boolean {
  const steps = amount / stepOf(money)
  return amount > 0 && amount <= money.refundable && Math.abs(steps - Math.round(steps)) < 1e-4
}

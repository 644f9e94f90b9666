import { useEffect, useMemo, useRef, useState } from 'react'
import { toAmount } from '#contract/currency.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import type { OrderMessage } from '#contract/order-messages.ts'
import { type askReasons, cancelUnits, type OrderDetails } from '#contract/payments.ts'
import { cancellationCost, refundAmount } from '#contract/refund-amount.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { write } from '#web/api/queries.ts'
import { LineUnits } from '#web/orders/line-units.tsx'
import { sumUnits, type UnitsByLine, unitsToCome } from '#web/orders/units-by-line.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { useIdempotencyKey } from '#web/api/use-idempotency-key.ts'
import { refundableOrder, surplusOf } from '#web/payments/refund-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { useFirstRows } from '#web/ui/show-more.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/**
 * Cancels units that have not shipped in two steps: which, and then, with what goes back or need not be paid in sight, whether. An order with
 * one line left, and what the buyer has `asked` staff for, begin at the second.
 */
export function CancelUnitsForm(props: {
  details: OrderDetails
  isStaff: boolean
  asked?: OrderMessage['units']
  onClose: () => void
}) {
  const { details, isStaff, asked, onClose } = props
  const { lines } = details
  const left = unitsToCome(lines)
  const open = [...left].filter(([, units]) => units > 0)
  const [picked, setChosen] = useState<UnitsByLine>(() =>
    asked ? new Map(asked.map(({ line, units }) => [line, units])) : open.length === 1 ? left : new Map(),
  )
  // Staff may have taken some of them meanwhile.
  const chosen = useMemo(() => stillToCome(lines, picked), [lines, picked])
  const count = sumUnits(chosen)
  const [isReview, setReview] = useState(count > 0)

  if (isReview)
    return (
      <Review
        {...{ details, isStaff, chosen, count, onClose }}
        // What the buyer does not want any more is there.
        isThere={asked !== undefined}
        onBack={() => setReview(false)}
      />
    )
  return (
    <form
      noValidate
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        setReview(true)
      }}
    >
      <p>
        <Button variant="outline" size="sm" onClick={() => setChosen(left)}>
          {t('cancel-units.all')}
        </Button>
      </p>
      <LineUnits lines={lines} left={left} chosen={chosen} heading={t('cancel-units.to-cancel')} onChange={setChosen} />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" disabled={count === 0}>
          {t('cancel-units.review', { count })}
        </Button>
        <Button variant="outline" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </div>
    </form>
  )
}

/** Returns the units that are to be cancelled and that have not shipped or been cancelled since. */
function stillToCome(lines: OrderDetails['lines'], asked: UnitsByLine): UnitsByLine {
  const left = unitsToCome(lines)
  return new Map([...asked].map(([line, units]) => [line, Math.min(units, left.get(line) ?? 0)]))
}

/** Returns how many of the units that a buyer has asked to cancel still can be. */
export const countStillToCome = (lines: OrderDetails['lines'], asked: NonNullable<OrderMessage['units']>): number =>
  sumUnits(stillToCome(lines, new Map(asked.map(({ line, units }) => [line, units]))))

const linesOf = (chosen: UnitsByLine) => [...chosen].flatMap(([line, units]) => (units > 0 ? [{ line, units }] : []))

/** Shows the chosen units with what they cost and the delivery that stays, and cancels them. */
function Review(props: {
  details: OrderDetails
  isStaff: boolean
  chosen: UnitsByLine
  count: number
  isThere: boolean
  onBack: () => void
  onClose: () => void
}) {
  const { details, isStaff, chosen, count, isThere, onBack, onClose } = props
  const { order, lines, money, actions } = details
  const key = useIdempotencyKey()
  // What is left of a line may be less than can be ordered: then the shop is asked.
  const [because, setBecause] = useState<(typeof askReasons)[number]>()
  useEffect(() => {
    const asked = linesOf(chosen)
    call(cancelUnits, { params: { id: order._id }, body: { lines: asked, preview: true } })
      .then((answer) => setBecause(answer.because))
      // What is wrong with it is said once it is sent.
      .catch(() => undefined)
  }, [order._id, chosen])
  const asks = actions.includes('ask-to-cancel') || (!isStaff && because !== undefined)
  const [note, setNote] = useState('')
  const [restock, setRestock] = useState(isThere)
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const top = useRef<HTMLDivElement>(null)
  const { shown, more } = useFirstRows(
    lines.filter(({ line }) => (chosen.get(line) ?? 0) > 0),
    5,
  )
  const refundable = refundableOrder(details)
  const counted = lines.map(({ line, quantity, units }) => ({ position: line, quantity, cancelled: units.cancelled }))
  const { amountCents, withShipping } = cancellationCost(refundable, counted, chosen)
  const shippingCents = withShipping ? 0 : refundAmount(refundable, new Map(), true)
  const surplus = surplusOf(toAmount(amountCents, money.currency), money)
  const text = (cents: number) => moneyText(toAmount(cents, money.currency), money.currency)

  // The field that had the focus is gone, and the sum is read out.
  useEffect(() => top.current?.focus(), [])

  async function cancel() {
    setBusy(true)
    setProblem(undefined)
    const body = { lines: linesOf(chosen), note: note.trim(), ...(isStaff && { restock }) }
    try {
      const answer = await write(cancelUnits, {
        params: { id: order._id },
        body,
        idempotencyKey: key.of({ ...body, order: order._id }),
      })
      key.forget()
      toast.success(t(answer.asked ? 'order-help.asked' : 'cancel-units.done'))
      onClose()
    } catch (error) {
      setProblem(errorMessageOf(error))
    }
    setBusy(false)
  }

  return (
    <form
      noValidate
      className="mt-4 grid gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        void cancel()
      }}
    >
      <FormError text={problem} />
      <div ref={top} tabIndex={-1} className="grid gap-4 outline-none">
        <ul className="grid gap-1">
          {shown.map(({ line, name }) => (
            <li key={line}>
              {unitsText(chosen.get(line) ?? 0)} × {name}
            </li>
          ))}
        </ul>
        {more}
        {amountCents > 0 && !asks ? (
          <p className="font-medium">
            {t(order.paid ? (money.method ? 'cancel-units.by-hand' : 'cancel-units.to-card') : 'cancel-units.credit', {
              amount: text(amountCents),
            })}
            {surplus > 0 ? ` ${t('credit.surplus', { amount: moneyText(surplus, money.currency) })}` : ''}
          </p>
        ) : null}
        {because === undefined || because === 'shop-asks' ? null : (
          <p>{t(isStaff ? 'cancel-units.price-stays' : `cancel-units.${because}`)}</p>
        )}
        {shippingCents > 0 ? <p>{t('cancel-units.shipping-stays', { amount: text(shippingCents) })}</p> : null}
      </div>
      {isStaff ? (
        <label className="flex min-h-11 items-start gap-3">
          <input
            type="checkbox"
            className="checkbox mt-0.5"
            checked={restock}
            onChange={({ target }) => setRestock(target.checked)}
          />
          <span>
            {t('cancel-units.restock')}
            <span className="muted block text-sm">{t('cancel-units.restock-hint')}</span>
          </span>
        </label>
      ) : null}
      <TextArea
        label={t('refund.note')}
        rows={2}
        maxLength={maxLengths.refundNote}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" busy={busy} disabled={count === 0}>
          {t(asks ? 'cancel-units.ask' : 'cancel-units.send', { count })}
        </Button>
        <Button variant="outline" disabled={busy} onClick={onBack}>
          {t('cancel-units.change')}
        </Button>
      </div>
    </form>
  )
}

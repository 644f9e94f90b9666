import { useState } from 'react'
import { toAmount } from '#contract/currency.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { cancelUnits, type OrderDetails } from '#contract/payments.ts'
import { cancellationCost } from '#contract/refund-amount.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { write } from '#web/api/queries.ts'
import { LineUnits, type UnitsByLine } from '#web/orders/line-units.tsx'
import { useIdempotencyKey } from '#web/orders/use-idempotency-key.ts'
import { refundableOrder, surplusOf } from '#web/payments/refund-form.tsx'
import { Button } from '#web/ui/button.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Cancels units that have not shipped, those that the buyer asked for or else all unless fewer are chosen, and says before what goes back or need not be paid. */
export function CancelUnitsForm({ details, onClose }: { details: OrderDetails; onClose: () => void }) {
  const { order, lines, money, messages, actions } = details
  const left = new Map(lines.map(({ line, units }) => [line, units.toCome]))
  const key = useIdempotencyKey()
  const asks = actions.includes('ask-to-cancel')
  const [chosen, setChosen] = useState<UnitsByLine>(() => {
    const wanted = messages.findLast(({ open, units }) => open && units !== undefined)?.units
    if (asks || !wanted) return left
    return new Map(wanted.map(({ line, units }) => [line, Math.min(units, left.get(line) ?? 0)]))
  })
  const [note, setNote] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const count = [...chosen.values()].reduce((sum, units) => sum + units, 0)
  const counted = lines.map(({ line, quantity, units }) => ({ position: line, quantity, cancelled: units.cancelled }))
  const { amountCents } = cancellationCost(refundableOrder(details), counted, chosen)
  const surplus = surplusOf(toAmount(amountCents, money.currency), money)
  const amount = moneyText(toAmount(amountCents, money.currency), money.currency)

  async function cancel() {
    setBusy(true)
    setProblem(undefined)
    const asked = [...chosen].flatMap(([line, units]) => (units > 0 ? [{ line, units }] : []))
    const body = { lines: asked, note: note.trim() }
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
      <LineUnits lines={lines} left={left} chosen={chosen} onChange={setChosen} />
      <TextArea
        label={t('refund.note')}
        rows={2}
        maxLength={maxLengths.refundNote}
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      <p role="status" className="font-medium">
        {amountCents === 0 || count === 0 || asks
          ? ''
          : t(order.paid ? (money.method ? 'cancel-units.by-hand' : 'cancel-units.to-card') : 'cancel-units.credit', {
              amount,
            })}
        {surplus > 0 && !asks ? ` ${t('credit.surplus', { amount: moneyText(surplus, money.currency) })}` : ''}
      </p>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" variant="danger" busy={busy} disabled={count === 0}>
          {t(asks ? 'cancel-units.ask' : 'cancel-units.send', { count })}
        </Button>
        <Button variant="outline" onClick={onClose}>
          {t('ui.close')}
        </Button>
      </div>
    </form>
  )
}

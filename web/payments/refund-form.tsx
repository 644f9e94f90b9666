import { type FormEvent, useEffect, useRef, useState } from 'react'
import { type OrderDetails, type Refund, refundOrder, refundReasons } from '#contract/payments.ts'
import { problemSentence } from '#web/api/api-problem.ts'
import { call } from '#web/api/call.ts'
import { unitsText } from '#web/catalog/product-words.ts'
import { useIdempotencyKey } from '#web/orders/use-idempotency-key.ts'
import { refundReasonWords } from '#web/payments/payment-words.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/dialog.tsx'
import { Field, TextArea } from '#web/ui/field.tsx'
import { FormProblem } from '#web/ui/form-problem.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { Select } from '#web/ui/select.tsx'
import { Stepper } from '#web/ui/stepper.tsx'
import { toast } from '#web/ui/toast.tsx'

/** Sends money of an order back, all of it or a part, after naming the sum once more. What was typed stays if it is refused. */
export function RefundForm({
  details: { order, money, restockableUnits },
  onClose,
  onChange,
}: {
  details: OrderDetails
  onClose: () => void
  onChange: () => Promise<void>
}) {
  const form = useRef<HTMLFormElement>(null)
  const key = useIdempotencyKey()
  const [amount, setAmount] = useState(money.refundable)
  const [reason, setReason] = useState<Refund['reason']>('requested_by_customer')
  const [note, setNote] = useState('')
  // What was shipped is not on the shelf when its money goes back.
  const [units, setUnits] = useState(order.shipped ? 0 : restockableUnits)
  const [errors, setErrors] = useState<{ amount?: string; units?: string }>({})
  const [problem, setProblem] = useState<string>()
  const [open, setOpen] = useState(false)
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    form.current?.querySelector('input')?.focus()
  }, [])

  function ask(event: FormEvent) {
    event.preventDefault()
    const wrong = {
      ...(!isAmount(amount, money.refundable) && {
        amount: `Please enter an amount of at most ${moneyText(money.refundable)}, with no more than two decimals.`,
      }),
      ...(!isUnits(units, restockableUnits) && {
        units: `Please enter a whole number of at most ${unitsText(restockableUnits)}.`,
      }),
    }
    setErrors(wrong)
    setProblem(undefined)
    if (Object.keys(wrong).length === 0) setOpen(true)
  }

  async function refund() {
    setBusy(true)
    const body = { amount, reason, note: note.trim(), restockUnits: units }
    try {
      const answer = await call(refundOrder, {
        params: { id: order._id },
        body,
        idempotencyKey: key.of({ ...body, order: order._id }),
      })
      key.forget()
      toast.success(
        answer.refund.state === 'succeeded'
          ? `${moneyText(answer.refund.amount)} went back to the buyer`
          : `${moneyText(answer.refund.amount)} are on their way back to the buyer`,
      )
      onClose()
    } catch (error) {
      setProblem(problemSentence(error))
    }
    setOpen(false)
    setBusy(false)
    await onChange()
  }

  return (
    <form
      ref={form}
      noValidate
      aria-labelledby="refund-title"
      onSubmit={ask}
      className="card-surface mt-5 grid gap-5 p-4 sm:p-5"
    >
      <h2 id="refund-title" className="text-xl">
        Refund
      </h2>
      <FormProblem text={problem} />
      <div className="grid items-start gap-5 md:grid-cols-2">
        <Field
          label="Amount in dollars"
          type="number"
          inputMode="decimal"
          min={0.01}
          max={money.refundable}
          step={0.01}
          required
          value={Number.isNaN(amount) ? '' : amount}
          error={errors.amount}
          hint={`Up to ${moneyText(money.refundable)} can go back.`}
          onChange={({ target }) => setAmount(target.valueAsNumber)}
        />
        <Select
          label="Reason"
          choices={refundReasons.map((value) => ({ value, label: refundReasonWords[value] }))}
          value={reason}
          onChoose={setReason}
        />
      </div>
      <TextArea
        label="Note"
        rows={2}
        maxLength={500}
        hint="The buyer reads it."
        value={note}
        onChange={({ target }) => setNote(target.value)}
      />
      {restockableUnits > 0 ? (
        <Stepper
          label="Units back on the shelf"
          value={units}
          min={0}
          max={restockableUnits}
          error={errors.units}
          hint={`Of the ${unitsText(restockableUnits)} that left the shelf for this order; 0 leaves the stock as it is.`}
          onChange={setUnits}
        />
      ) : null}
      <div className="flex flex-wrap gap-3">
        <Button type="submit" look="danger">
          Refund {isAmount(amount, money.refundable) ? moneyText(amount) : ''}
        </Button>
        <Button look="outline" onClick={onClose}>
          Close
        </Button>
      </div>
      <ConfirmDialog
        open={open}
        title={`Refund ${moneyText(amount)} to ${order.buyerName || order.email}?`}
        text={`It goes back to the card that paid${units > 0 ? `, and ${unitsText(units)} ${units === 1 ? 'unit goes' : 'units go'} back on the shelf` : ''}. This cannot be taken back.`}
        confirmLabel={`Refund ${moneyText(amount)}`}
        busy={busy}
        onConfirm={() => void refund()}
        onCancel={() => setOpen(false)}
      />
    </form>
  )
}

const isAmount = (dollars: number, most: number) =>
  dollars > 0 && dollars <= most && Math.abs(dollars * 100 - Math.round(dollars * 100)) < 1e-6
const isUnits = (units: number, most: number) => Number.isInteger(units) && units >= 0 && units <= most

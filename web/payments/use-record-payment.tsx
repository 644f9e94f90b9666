import { useState } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { listOrders, type Order } from '#contract/orders.ts'
import { maxPaidOrders, offlineMethods, type OrderDetails, recordOfflinePayments } from '#contract/payments.ts'
import { storeDay } from '#contract/time-zone.ts'
import { endpointQuery, useQuery, write } from '#web/api/queries.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { useIdempotencyKey } from '#web/api/use-idempotency-key.ts'
import { MoneyDayField, ReferenceField } from '#web/payments/hand-money-fields.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'
import { amountInput, amountRefusal, readAmount } from '#web/i18n/typed-number.ts'

/** Asks what money came for an order, also if nothing is open, and for other open ones of its buyer, before it is recorded, which mails the buyer. */
export function useRecordPayment(order: Order, known: OrderDetails['payments'] = []) {
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return {
    ask: () => setOpen(true),
    dialog: (
      <Dialog
        open={open}
        title={t('record-payment.title', { number: order.number })}
        text={t(isOver(order) ? 'record-surplus.text' : 'record-payment.text', {
          buyer: order.buyerName || order.email,
        })}
        onClose={close}
      >
        <RecordPaymentForm order={order} known={known} onClose={close} />
      </Dialog>
    ),
  }
}

interface Values {
  method: (typeof offlineMethods)[number]
  reference: string
  receivedOn: string
  isForSeveral: boolean
  /** By the ids of orders. */
  amounts: Record<string, string>
}

/** Whether nothing can be open any more. */
const isOver = ({ paid, state }: Order) => paid || state === 'cancelled'
const openOf = (order: Order) => (isOver(order) ? 0 : (order.open ?? order.totalPrice))
/** The amount that is proposed: all that is open. */
const proposedOf = (order: Order) => (isOver(order) ? '' : amountInput(openOf(order), order.currency))

function RecordPaymentForm({
  order,
  known,
  onClose,
}: {
  order: Order
  known: OrderDetails['payments']
  onClose: () => void
}) {
  const [today] = useState(() => storeDay(Date.now()))
  const query = useQuery(
    endpointQuery(listOrders, { query: { email: order.email, sort: 'placed', limit: String(maxPaidOrders) } }),
  )
  const others = (query.data ?? []).filter(
    ({ _id, open = 0, onAccount, byTransfer, currency }) =>
      _id !== order._id && open > 0 && (onAccount ?? byTransfer) && currency === order.currency,
  )
  const all = [order, ...others].sort((a, b) => a.placedAt.localeCompare(b.placedAt))
  const key = useIdempotencyKey()
  const form = useEntryForm<Values>({
    values: {
      method: 'bank_transfer',
      reference: order.byTransfer ? order.number : '',
      receivedOn: today,
      isForSeveral: false,
      amounts: { [order._id]: proposedOf(order) },
    },
    async send({ method, reference, receivedOn, isForSeveral, amounts }) {
      const orders = (isForSeveral ? all : [order]).flatMap(({ _id: id }) => {
        const amount = readAmount(amounts[id] ?? '', order.currency)
        return amount > 0 ? [{ id, amount }] : []
      })
      const body = {
        method,
        reference: reference.trim(),
        receivedOn,
        orders,
        ...(isOver(order) && { isSurplus: true as const }),
      }
      await write(recordOfflinePayments, { body, idempotencyKey: key.of(body) })
      toast.success(t('record-payment.done'))
      onClose()
      return undefined
    },
  })
  const method = useController({ control: form.control, name: 'method' }).field
  const isForSeveral = useWatch({ control: form.control, name: 'isForSeveral' })
  const amounts = useWatch({ control: form.control, name: 'amounts' })
  const [reference, receivedOn] = useWatch({ control: form.control, name: ['reference', 'receivedOn'] })
  const isKnown = known.some(
    (payment) =>
      !payment.takenBackAt &&
      payment.reference === reference.trim() &&
      payment.receivedOn === receivedOn &&
      payment.amount === readAmount(amounts[order._id] ?? '', order.currency),
  )
  const shown = isForSeveral ? all : [order]
  const typed = shown.map((each) => ({
    open: openOf(each),
    amount: readAmount(amounts[each._id] ?? proposedOf(each), each.currency) || 0,
  }))
  const sum = typed.reduce((total, { amount }) => total + amount, 0)
  const surplus = typed.reduce((total, { open, amount }) => total + Math.max(0, amount - open), 0)
  return (
    <form {...form.form} className="grid gap-4">
      {shown.map((each) => (
        <Field
          key={each._id}
          label={isForSeveral ? t('record-payment.amount-of', { number: each.number }) : t('word.amount')}
          inputMode="decimal"
          autoComplete="off"
          required={!isForSeveral}
          defaultValue={proposedOf(each)}
          hint={t('orders.open-sum', { amount: moneyText(openOf(each), each.currency) })}
          {...form.field(`amounts.${each._id}`, {
            validate: (text) =>
              (isForSeveral && text.trim() === '') ||
              amountRefusal(text, each.currency) ||
              readAmount(text, each.currency) > 0 ||
              t('record-payment.amount-wrong'),
          })}
        />
      ))}
      {isForSeveral ? (
        <p aria-live="polite" className="figures font-semibold">
          {t('record-payment.sum', { amount: moneyText(sum, order.currency) })}
        </p>
      ) : null}
      <p aria-live="polite" className="font-medium empty:hidden">
        {surplus > 0 ? t('record-payment.surplus', { amount: moneyText(surplus, order.currency) }) : null}
      </p>
      {others.length > 0 ? (
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input type="checkbox" className="checkbox" {...form.plain('isForSeveral')} />
          {t('record-payment.for-several', { count: others.length })}
        </label>
      ) : null}
      <Select
        label={t('order.paid-by')}
        choices={offlineMethods.map((value) => ({ value, label: t(`payment-method.${value}`) }))}
        value={method.value}
        onChoose={method.onChange}
      />
      <ReferenceField
        required
        {...form.field('reference', {
          validate: (text) => text.trim() !== '' || t('record-payment.no-reference'),
        })}
      />
      <MoneyDayField
        label={t('record-payment.received-on')}
        placedAt={order.placedAt}
        required
        {...form.field('receivedOn', { validate: (day) => day !== '' || t('record-payment.no-day') })}
      />
      <p aria-live="polite" className="font-medium text-error empty:hidden">
        {isKnown ? t('record-payment.known') : null}
      </p>
      {order.state === 'expired' ? <p className="font-medium">{t('record-payment.expired')}</p> : null}
      <FormFooter form={form} sendLabel={t('record-payment.start')} onCancel={onClose} />
    </form>
  )
}

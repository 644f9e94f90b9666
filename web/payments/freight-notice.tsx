import { setFreight } from '#contract/orders.ts'
import type { OrderDetails } from '#contract/payments.ts'
import { write } from '#web/api/queries.ts'
import { isFreightToQuote } from '#web/orders/order-labels.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { amountRefusal, readAmount } from '#web/i18n/typed-number.ts'
import { t } from '#web/i18n/messages.ts'

/** Says that the total is without freight, and lets staff set it and correct it as long as the server allows. */
export function FreightNotice({ details, isStaff }: { details: OrderDetails; isStaff: boolean }) {
  const { order, actions } = details
  const form = isStaff && actions.includes('set-freight') ? <FreightForm details={details} /> : null
  if (!isFreightToQuote(order))
    return form ? (
      <details className="mt-5">
        <summary className="link cursor-pointer">{t('order.freight-correct')}</summary>
        {form}
      </details>
    ) : null
  return (
    <div className="mt-5 rounded-box border border-warning bg-warning/15 p-4">
      {isStaff ? (
        <p>
          <b className="font-semibold">{t('orders.badge.freight')}.</b> {t('order.freight-admin')}
        </p>
      ) : (
        <p>
          <b className="font-semibold">{t('order.thanks')}.</b> {t('order.freight-on-request')}
        </p>
      )}
      {form}
    </div>
  )
}

interface Freight {
  freight: number
  /** What was set before. */
  instead?: number
}

/** Asks before it is set, with what the order comes to, since the buyer is mailed at once. */
function FreightForm({ details: { order, amounts } }: { details: OrderDetails }) {
  const isFirst = isFreightToQuote(order)
  const text = (amount: number) => moneyText(amount, order.currency)
  const send = (freight: Freight & { preview?: true }) =>
    write(setFreight, { params: { id: order._id }, body: freight })
  const confirm = useConfirm<Freight & { total: number }>(
    ({ freight, total }) => ({
      title: t(isFirst ? 'order.freight-question' : 'order.freight-correct-question', { amount: text(freight) }),
      text: t(
        !isFirst ? 'order.freight-corrected-sum' : order.onAccount ? 'order.freight-invoiced-sum' : 'order.freight-sum',
        { sum: text(total), before: text(amounts.total) },
      ),
      confirmLabel: t(isFirst ? 'order.freight-set' : 'order.freight-correct'),
      variant: 'primary',
    }),
    async ({ total: _, ...freight }) => {
      await send(freight)
      toast.success(t('order.freight-done'))
    },
  )
  const form = useEntryForm({
    values: { freight: '' },
    async send(values) {
      const freight = readAmount(values.freight, order.currency)
      const entered = { freight, ...(!isFirst && { instead: amounts.shipping ?? 0 }) }
      const { total = amounts.total } = await send({ ...entered, preview: true })
      confirm.ask({ ...entered, total })
      return undefined
    },
  })
  return (
    <form {...form.form} className="mt-3 grid gap-3">
      <div className="flex flex-wrap items-start gap-3">
        <Field
          label={t(amounts.includesTax ? 'order.freight-with-tax' : 'order.freight-without-tax')}
          inputMode="decimal"
          autoComplete="off"
          required
          hint={t('order.freight-hint')}
          {...form.field('freight', { validate: (typed) => amountRefusal(typed, order.currency) })}
        />
        <Button type="submit" busy={form.busy} variant={isFirst ? 'primary' : 'outline'} className="mt-7">
          {t(isFirst ? 'order.freight-set' : 'order.freight-correct')}
        </Button>
      </div>
      <FormError text={form.problem} />
      {confirm.dialog}
    </form>
  )
}

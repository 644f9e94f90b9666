import { setFreight } from '#contract/orders.ts'
import type { OrderDetails } from '#contract/payments.ts'
import { write } from '#web/api/queries.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { amountRefusal, readAmount } from '#web/i18n/typed-number.ts'
import { t } from '#web/i18n/messages.ts'

/** Says that the total is without freight, and lets staff set it. */
export function FreightNotice({
  details,
  isStaff,
  maySet,
}: {
  details: OrderDetails
  isStaff: boolean
  maySet: boolean
}) {
  return (
    <div className="mt-5 rounded-box border border-warning bg-warning/15 p-4">
      {isStaff ? (
        <p>
          <b className="font-semibold">{t('orders.badge.freight')}.</b> {t('order.freight-admin')}
        </p>
      ) : (
        <p>{t('order.freight-on-request')}</p>
      )}
      {isStaff && maySet ? <FreightForm details={details} /> : null}
    </div>
  )
}

/** Asks before it is set, since it is mailed at once and makes the invoice. */
function FreightForm({ details: { order, amounts } }: { details: OrderDetails }) {
  const isWhole = amounts.includesTax || amounts.taxes.length === 0
  const confirm = useConfirm<number>(
    (freight) => ({
      title: t('order.freight-question', { amount: moneyText(freight, order.currency) }),
      text: t(isWhole ? 'order.freight-sum' : 'order.freight-sum-without-tax', {
        sum: moneyText(amounts.total + freight, order.currency),
      }),
      confirmLabel: t('order.freight-set'),
      variant: 'primary',
    }),
    async (freight) => {
      await write(setFreight, { params: { id: order._id }, body: { freight } })
      toast.success(t('order.freight-done'))
    },
  )
  const form = useEntryForm({
    values: { freight: '' },
    send({ freight }) {
      confirm.ask(readAmount(freight, order.currency))
      return Promise.resolve(undefined)
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
          {...form.field('freight', { validate: (text) => amountRefusal(text, order.currency) })}
        />
        <Button type="submit" busy={form.busy} className="mt-7">
          {t('order.freight-set')}
        </Button>
      </div>
      <FormError text={form.problem} />
      {confirm.dialog}
    </form>
  )
}

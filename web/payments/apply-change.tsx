import { useState } from 'react'
import { applyChange, type OrderDetails, previewChange } from '#contract/payments.ts'
import type { ResponseBody } from '#contract/endpoint.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { endpointQuery, useQuery, write } from '#web/api/queries.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

type Preview = ResponseBody<typeof previewChange>

/** Shows what an address that a buyer asks for would cost, and changes the order: at its price, or at the new one. */
export function ApplyChange(props: { order: OrderDetails['order']; message: string; onClose: () => void }) {
  const params = { id: props.order._id, message: props.message }
  const query = useQuery(endpointQuery(previewChange, { params }))
  return (
    <div className="mt-4">
      <QueryView
        query={query}
        placeholder={<SkeletonRows rows={4} label={t('order-help.apply')} />}
        failed={t('order-help.apply-failed')}
      >
        {(preview) => <Choice {...props} preview={preview} onChanged={() => void query.refetch()} />}
      </QueryView>
    </div>
  )
}

function Choice({
  order,
  message,
  preview: { from, to, currency, before, after, mayCharge },
  onChanged,
  onClose,
}: Parameters<typeof ApplyChange>[0] & { preview: Preview; onChanged: () => void }) {
  const [busy, setBusy] = useState<'charge' | 'keep'>()
  const [problem, setProblem] = useState<string>()
  const money = (amount: number) => moneyText(amount, currency)
  const difference = after ? after.total - before.total : 0
  const change = (old: number, now: number | undefined) =>
    now === undefined || now === old ? money(old) : t('order-help.from-to', { from: money(old), to: money(now) })

  async function apply(as: 'charge' | 'keep') {
    setBusy(as)
    setProblem(undefined)
    try {
      await write(applyChange, {
        params: { id: order._id, message },
        body: { ...(as === 'charge' && after && { charge: after.total }) },
      })
      toast.success(t('change-order.done'))
      onClose()
    } catch (error) {
      setProblem(errorMessageOf(error))
      onChanged()
    }
    setBusy(undefined)
  }

  return (
    <div className="grid gap-4">
      <div className="grid gap-4 sm:grid-cols-2">
        <AddressLines title={t('order-help.address-now')} text={from} />
        <AddressLines title={t('order-help.address-new')} text={to} />
      </div>
      <Facts
        facts={[
          { term: t('word.shipping'), value: change(before.shipping, after?.shipping) },
          { term: t('word.tax'), value: change(before.tax, after?.tax) },
          { term: t('word.total'), value: change(before.total, after?.total), strong: true },
        ]}
      />
      <p className="muted text-sm">
        {t(
          after === undefined
            ? 'order-help.price-unknown'
            : difference <= 0
              ? 'order-help.not-dearer'
              : mayCharge
                ? 'order-help.may-charge'
                : 'order-help.invoiced',
        )}
      </p>
      <FormError text={problem} />
      <div className="flex flex-wrap gap-3">
        {mayCharge ? (
          <Button busy={busy === 'charge'} disabled={busy !== undefined} onClick={() => void apply('charge')}>
            {t('order-help.apply-charge', { amount: money(difference) })}
          </Button>
        ) : null}
        <Button
          variant={mayCharge ? 'outline' : 'primary'}
          busy={busy === 'keep'}
          disabled={busy !== undefined}
          onClick={() => void apply('keep')}
        >
          {t('order-help.apply-keep')}
        </Button>
      </div>
    </div>
  )
}

function AddressLines({ title, text }: { title: string; text: string }) {
  return (
    <div>
      <p className="muted text-sm">{title}</p>
      <address className="wrap-anywhere whitespace-pre-line not-italic">{text}</address>
    </div>
  )
}

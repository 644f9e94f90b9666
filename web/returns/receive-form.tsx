import { useId, useState } from 'react'
import { brandedNumber } from '#contract/part-numbers.ts'
import { previewReturnRefund, receiveReturn, refundReturn, type Return, returnReasonRules } from '#contract/returns.ts'
import { call } from '#web/api/call-endpoint.ts'
import { useAction, useQuery, write } from '#web/api/queries.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { Button } from '#web/ui/button.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { toast } from '#web/ui/toast.tsx'
import { useTypedWhole } from '#web/ui/use-typed-whole.ts'
import { t } from '#web/i18n/messages.ts'

interface Divided {
  received: number
  restocked: number
}

/** Takes what arrived of a return and what of it goes into stock; the rest is scrapped. All is prefilled. */
export function ReceiveForm({ found }: { found: Return }) {
  const { _id, number, lines, actions } = found
  const [parts, setParts] = useState<ReadonlyMap<number, Divided>>(
    () =>
      new Map(
        lines.map(({ line, units, reason }) => [
          line,
          { received: units, restocked: returnReasonRules[reason].isScrapped ? 0 : units },
        ]),
      ),
  )
  const units = [...parts].map(([line, { received }]) => ({ line, units: received }))
  const refund = useRefundChoice(found, units)
  const mayRefund = actions.includes('refund')
  const receiving = useAction(async (isRefunded: boolean) => {
    const body = {
      lines: [...parts].map(([line, { received, restocked }]) => ({
        line,
        received,
        restocked,
        scrapped: received - restocked,
      })),
      ...(isRefunded && { refund: refund.choice }),
    }
    const { return: after } = await write(receiveReturn, { params: { id: _id }, body })
    toast.success(
      after.refunded === undefined
        ? t('returns.was-received', { number })
        : t(
            after.refundWay === undefined ? 'returns.was-received-refunded' : `returns.was-received-${after.refundWay}`,
            { number, amount: moneyText(after.refunded, after.currency) },
          ),
    )
  })
  const isPending = (isRefunded: boolean) => receiving.isPending && receiving.variables === isRefunded
  return (
    <div className="grid gap-5">
      <ul className="grid gap-4">
        {lines.map((line) => (
          <li key={line.line} className="flex flex-wrap items-end gap-x-4 gap-y-2">
            <p className="min-w-full flex-1 self-center wrap-anywhere sm:min-w-48">
              {line.name} <span className="muted figures block text-sm">{brandedNumber(line)}</span>
              <span className="muted block text-sm">
                {t(`returns.reason.${line.reason}`)} · {unitsText(line.units)}
              </span>
            </p>
            <Division
              name={line.name}
              max={line.units}
              value={parts.get(line.line) ?? { received: 0, restocked: 0 }}
              onChange={(part) => setParts(new Map(parts).set(line.line, part))}
            />
          </li>
        ))}
      </ul>
      {mayRefund ? refund.view : null}
      <div className="flex flex-wrap gap-3">
        {mayRefund && refund.isPossible ? (
          <Button busy={isPending(true)} disabled={receiving.isPending} onClick={() => receiving.mutate(true)}>
            {refund.amount > 0
              ? t(refund.isCredit ? 'returns.receive-and-credit' : 'returns.receive-and-refund', {
                  amount: moneyText(refund.amount, found.currency),
                })
              : t('returns.receive-and-settle')}
          </Button>
        ) : null}
        <Button
          variant={mayRefund ? 'outline' : 'primary'}
          busy={isPending(false)}
          disabled={receiving.isPending}
          onClick={() => receiving.mutate(false)}
        >
          {t('returns.only-receive')}
        </Button>
      </div>
    </div>
  )
}

function Division(props: { name: string; max: number; value: Divided; onChange: (value: Divided) => void }) {
  const { name, max, value, onChange } = props
  const { received, restocked } = value
  return (
    <>
      <Units
        label={t('returns.received-units')}
        name={name}
        value={received}
        max={max}
        onChange={(count) =>
          onChange({ received: count, restocked: Math.min(restocked === received ? count : restocked, count) })
        }
      />
      <Units
        label={t('returns.restocked-units')}
        name={name}
        value={restocked}
        max={received}
        onChange={(count) => onChange({ received, restocked: count })}
      />
      <p className="w-24 text-sm">
        <span className="mb-1.5 block font-semibold">{t('returns.scrapped-units')}</span>
        <span className="figures flex min-h-11 items-center text-base">{unitsText(received - restocked)}</span>
      </p>
    </>
  )
}

function Units(props: { label: string; name: string; value: number; max: number; onChange: (units: number) => void }) {
  const { label, name, value, max, onChange } = props
  const id = useId()
  const typed = useTypedWhole(value, (units) => onChange(Math.min(Math.max(units || 0, 0), max)))
  return (
    <p className="w-24">
      <label htmlFor={id} className="mb-1.5 block text-sm font-semibold">
        {label} <span className="sr-only">{name}</span>
      </label>
      <input id={id} {...typed} className="input figures min-h-11 w-24 border-base-content/35 text-base" />
    </p>
  )
}

/** Pays back a return that was received before. */
export function RefundPart({ found }: { found: Return }) {
  const refund = useRefundChoice(found, undefined)
  const refunding = useAction(async () => {
    const { return: after } = await write(refundReturn, { params: { id: found._id }, body: refund.choice })
    const { refunded = 0, refundWay, currency } = after
    toast.success(
      t(refundWay === undefined ? 'returns.refunded' : `returns.refunded-${refundWay}`, {
        amount: moneyText(refunded, currency),
      }),
    )
  })
  return (
    <div className="grid gap-5">
      {refund.view}
      <div>
        <Button busy={refunding.isPending} disabled={!refund.isPossible} onClick={() => refunding.mutate(undefined)}>
          {refund.amount > 0 || !refund.isPossible
            ? t(refund.isCredit ? 'credit.credit-amount' : 'refund.refund-amount', {
                amount: moneyText(refund.amount, found.currency),
              })
            : t('returns.settle')}
        </Button>
      </div>
    </div>
  )
}

/** Lets staff choose how a return is paid back, and shows what that comes to. */
function useRefundChoice(found: Return, lines: { line: number; units: number }[] | undefined) {
  const [fee, setFee] = useState(true)
  // Who withdraws gets the delivery back, too.
  const [shipping, setShipping] = useState(found.withdrawal === true)
  const body = { fee, shipping, ...(lines && { lines }) }
  const { data, error } = useQuery({
    queryKey: [previewReturnRefund.name, found._id, body],
    queryFn: () => call(previewReturnRefund, { params: { id: found._id }, body }),
    enabled: found.actions.includes('refund'),
    placeholderData: (before) => before,
  })
  const text = (amount: number) => moneyText(amount, found.currency)
  const hasFee = (data?.fee ?? 0) > 0 || !fee
  return {
    choice: { fee, shipping },
    amount: data?.amount ?? 0,
    isCredit: data?.credit === true,
    // The fee may take all of it.
    isPossible: data !== undefined && data.amount + data.fee > 0,
    view:
      data === undefined ? (
        <p className="muted">{error?.message ?? ''}</p>
      ) : (
        <div className="grid max-w-md gap-1">
          <p className="flex justify-between gap-4">
            <span>{t('returns.goods')}</span> <span className="figures">{text(data.goods)}</span>
          </p>
          {data.shippingLeft > 0 ? (
            <Tick
              label={t('word.delivery')}
              amount={text(data.shippingLeft)}
              checked={shipping}
              onChange={setShipping}
            />
          ) : null}
          {hasFee ? (
            <Tick label={t('returns.fee')} amount={fee ? text(-data.fee) : ''} checked={fee} onChange={setFee} />
          ) : null}
          <p className="flex justify-between gap-4 border-t border-base-300 pt-1 font-bold">
            <span>{t(data.credit ? 'credit.title' : 'refund.start')}</span>{' '}
            <span className="figures">{text(data.amount)}</span>
          </p>
        </div>
      ),
  }
}

const Tick = (props: { label: string; amount: string; checked: boolean; onChange: (checked: boolean) => void }) => (
  <label className="flex min-h-11 cursor-pointer items-center gap-3">
    <input
      type="checkbox"
      className="checkbox"
      checked={props.checked}
      onChange={({ target }) => props.onChange(target.checked)}
    />
    <span className="grow">{props.label}</span> <span className="figures">{props.amount}</span>
  </label>
)

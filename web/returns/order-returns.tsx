import { type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import type { OrderDetails } from '#contract/payments.ts'
import { cancelReturn, listOrderReturns, type OrderReturns, type Return, withdrawOrder } from '#contract/returns.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { useIdempotencyKey } from '#web/api/use-idempotency-key.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { ReturnBadges, returnStateLabel } from '#web/returns/return-badge.tsx'
import { ReturnForm } from '#web/returns/return-form.tsx'
import { ReturnLines } from '#web/returns/return-lines.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { CardSection } from '#web/ui/section.tsx'
import { toast } from '#web/ui/toast.tsx'
import { calendarDayText } from '#web/i18n/calendar-day.ts'
import { t } from '#web/i18n/messages.ts'

type OrderLine = OrderDetails['lines'][number]

/** Returns what an order page shows of returns: at its head those under way and, for who may answer, what waits for it; at each line what comes back and a button for what may, and all so far. */
export function useOrderReturns(
  { order, lines, shipments }: OrderDetails,
  isStaff: boolean,
  mayAnswer: boolean,
): { badges: ReactNode; requests: ReactNode; lineAction: (line: OrderLine) => ReactNode; section: ReactNode } {
  const [asked, setAsked] = useState<OrderLine>()
  const isAsked = shipments.length > 0 || order.totalPrice === 0
  const rules = useQuery({ ...endpointQuery(listOrderReturns, { params: { id: order._id } }), enabled: isAsked }).data
  const left = new Map(rules?.returnable.map(({ line, units }) => [line, units]))
  const underWay = rules?.returns.filter(({ state }) => state === 'requested' || state === 'approved') ?? []
  const close = () => setAsked(undefined)
  const requested = underWay.filter(({ state }) => state === 'requested')
  return {
    requests:
      mayAnswer && requested.length > 0 && requested.map((found) => <RequestedReturn key={found._id} found={found} />),
    badges: underWay.map(({ _id, number, state }) => (
      <Badge key={_id} tone={state === 'requested' ? 'warning' : 'info'}>
        {t('returns.number', { number })}: {t(returnStateLabel(state, isStaff))}
      </Badge>
    )),
    lineAction: (line) => (
      <>
        {underWay.flatMap(({ _id, number, state, lines: returned }) =>
          returned
            .filter((one) => one.line === line.line)
            .map(({ units }) => (
              <p key={_id} className="text-sm font-medium">
                {t('returns.line-under-way', { count: units, number, state: t(returnStateLabel(state, isStaff)) })}
              </p>
            )),
        )}
        {(left.get(line.line) ?? 0) > 0 ? (
          <p className="no-print mt-1">
            <Button
              variant="outline"
              size="sm"
              aria-label={t(isStaff ? 'returns.start-one' : 'returns.return-one', { name: line.name })}
              onClick={() => setAsked(line)}
            >
              {t(isStaff ? 'returns.start' : 'returns.return')}
            </Button>
          </p>
        ) : null}
      </>
    ),
    section: rules ? (
      <>
        <Returns {...{ rules, order, isStaff, mayAnswer }} />
        <Dialog
          open={asked !== undefined}
          title={t('returns.return-title', { name: asked?.name ?? lines[0]?.name ?? '' })}
          onClose={close}
        >
          {asked ? (
            <ReturnForm
              order={order._id}
              line={asked.line}
              units={left.get(asked.line) ?? 0}
              others={lines.flatMap(({ line, name }) => {
                const units = left.get(line) ?? 0
                return units > 0 && line !== asked.line ? [{ line, name, units }] : []
              })}
              rules={rules}
              isStaff={isStaff}
              onClose={close}
            />
          ) : null}
        </Dialog>
      </>
    ) : null,
  }
}

function Returns({
  rules,
  order,
  isStaff,
  mayAnswer,
}: {
  rules: OrderReturns
  order: OrderDetails['order']
  isStaff: boolean
  mayAnswer: boolean
}) {
  const { replaces, withdrawableUntil } = rules
  // Who may answer has those that wait for it at the head of the page.
  const returns = rules.returns.filter(({ state }) => !mayAnswer || state !== 'requested')
  const key = useIdempotencyKey()
  const withdrawing = useConfirm<string>(
    (until) => ({
      title: t('returns.withdraw-question', { number: order.number }),
      text: t('returns.withdraw-text', { day: calendarDayText(until) }),
      confirmLabel: t('returns.withdraw-confirm'),
      variant: 'primary',
    }),
    async () => {
      const { return: found } = await write(withdrawOrder, {
        params: { id: order._id },
        idempotencyKey: key.of({ order: order._id, returns: rules.returns.length }),
      })
      toast.success(t('returns.was-withdrawn', { number: found.number }))
    },
  )
  if (returns.length === 0 && !replaces && withdrawableUntil === undefined) return null
  return (
    <CardSection title={t('returns.title')}>
      {replaces ? (
        <p className="mb-4">
          <Link to={`/dashboard/${isStaff ? 'all-order' : 'order'}/${replaces.orderId}`} className="link">
            {t('returns.replaces', { number: replaces.number })}
          </Link>
        </p>
      ) : null}
      <ul className="grid gap-6">
        {returns.map((found) => (
          <li key={found._id}>
            <OrderReturn found={found} isStaff={isStaff} />
          </li>
        ))}
      </ul>
      {withdrawableUntil === undefined ? null : (
        <p className={`no-print ${returns.length > 0 || replaces ? 'mt-5' : ''}`}>
          <Button variant="outline" onClick={() => withdrawing.ask(withdrawableUntil)}>
            {t('returns.withdraw')}
          </Button>
        </p>
      )}
      {withdrawing.dialog}
    </CardSection>
  )
}

/** Shows a return that waits for an answer, and leads to it. */
const RequestedReturn = ({ found }: { found: Return }) => (
  <li className="grid gap-2">
    <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <b className="figures font-semibold">{t('returns.number', { number: found.number })}</b>
      <span className="muted text-sm">
        <DayTime iso={found.requestedAt} />
      </span>
    </p>
    <ReturnLines of={found} />
    {found.note === undefined ? null : <p className="wrap-anywhere whitespace-pre-line">{found.note}</p>}
    <p>
      <ButtonLink size="sm" to={`/dashboard/returns/${found._id}`}>
        {t('returns.decide')}
      </ButtonLink>
    </p>
  </li>
)

function OrderReturn({ found, isStaff }: { found: Return; isStaff: boolean }) {
  const cancelling = useCancelReturn()
  const { _id, number, answer, refunded, refundWay, currency, replacement, state, actions } = found
  return (
    <>
      <p className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1">
        {isStaff ? (
          <Link to={`/dashboard/returns/${_id}`} className="link figures font-semibold">
            {t('returns.number', { number })}
          </Link>
        ) : (
          <span className="figures font-semibold">{t('returns.number', { number })}</span>
        )}
        <span className="muted text-sm">
          <DayTime iso={found.requestedAt} />
        </span>
      </p>
      <p className="my-2">
        <ReturnBadges of={found} isStaff={isStaff} />
      </p>
      <ReturnLines of={found} />
      {answer === undefined ? null : (
        <p className="mt-2 border-l-2 border-base-300 pl-3 wrap-anywhere whitespace-pre-line">{answer}</p>
      )}
      {refunded === undefined ? null : (
        <p className="mt-2">
          {t(refundWay === undefined ? 'returns.refunded' : `returns.refunded-${refundWay}`, {
            amount: moneyText(refunded, currency),
          })}
        </p>
      )}
      {replacement ? (
        <p className="mt-2">
          <Link to={`/dashboard/${isStaff ? 'all-order' : 'order'}/${replacement._id}`} className="link">
            {t('returns.replacement', { number: replacement.number })}
          </Link>
        </p>
      ) : null}
      <p className="no-print mt-2 flex flex-wrap gap-3">
        {state === 'approved' ? (
          <ButtonLink variant="outline" size="sm" to={`/dashboard/return-slip/${_id}`}>
            {t('returns.slip')}
          </ButtonLink>
        ) : null}
        {actions.includes('cancel') ? (
          <Button variant="outline" size="sm" busy={cancelling.isPending} onClick={() => cancelling.mutate(found)}>
            {t('returns.cancel')}
          </Button>
        ) : null}
      </p>
    </>
  )
}

/** Cancels a return that has not arrived. */
export const useCancelReturn = () =>
  useAction(async ({ _id, number }: Pick<Return, '_id' | 'number'>) => {
    await write(cancelReturn, { params: { id: _id } })
    toast.success(t('returns.was-cancelled', { number }))
  })

import { useState } from 'react'
import { Link } from 'react-router'
import { maxLengths } from '#contract/max-lengths.ts'
import { orderReaders } from '#contract/permissions.ts'
import {
  approveReturn,
  getReturn,
  returnReasonRules,
  refuseReturn,
  replaceReturn,
  type Return,
} from '#contract/returns.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { staffWith } from '#web/identity/dashboard-user.ts'
import { hiddenPage } from '#web/page/page-meta.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { RouteErrorBoundary } from '#web/page/route-error.tsx'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { useCancelReturn } from '#web/returns/order-returns.tsx'
import { ReceiveForm, RefundPart } from '#web/returns/receive-form.tsx'
import { refundedLabel, ReturnBadges } from '#web/returns/return-badge.tsx'
import { ReturnLines } from '#web/returns/return-lines.tsx'
import { BackLink } from '#web/ui/back-link.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { TextArea } from '#web/ui/field.tsx'
import { FormFooter } from '#web/ui/form-footer.tsx'
import { moneyText } from '#web/ui/money.tsx'
import { PageHeading } from '#web/ui/page-heading.tsx'
import { CardSection } from '#web/ui/section.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'
import { numberText } from '#web/i18n/number-text.ts'
import type { Route } from './+types/return.route.ts'

export const handle = staffWith(orderReaders)

export const meta: Route.MetaFunction = () => hiddenPage(t('returns.title'))

/** Shows a return to staff, who answer it, receive its units and pay them back. */
export default function ReturnRoute({ params }: Route.ComponentProps) {
  const query = useQuery(endpointQuery(getReturn, { params: { id: params.id } }))
  return (
    <>
      <BackLink to="/dashboard/returns">{t('returns.title')}</BackLink>
      <QueryView
        query={query}
        placeholder={<SkeletonRows rows={6} label={t('returns.loading')} />}
        failed={t('returns.failed')}
        heading="h1"
      >
        {(found) => <ReturnPage key={`${found._id} ${found.state}`} found={found} />}
      </QueryView>
    </>
  )
}

function ReturnPage({ found }: { found: Return }) {
  const { number, state, lines, note, answer, refunded, currency, replacement, actions } = found
  return (
    <>
      <PageHeading title={t('returns.number', { number })} text={<ReturnBadges of={found} />} />
      <Answer found={found} />
      <div className="mt-6 grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="grid grid-cols-1 gap-6">
          <CardSection title={lines.length === 1 ? t('order.lines') : t('order.lines-count', { count: lines.length })}>
            <ReturnLines of={found} />
          </CardSection>
          {actions.includes('receive') ? (
            <CardSection title={t('returns.receive')}>
              <ReceiveForm found={found} />
            </CardSection>
          ) : null}
          {state === 'received' && actions.includes('refund') ? (
            <CardSection title={t('refund.start')}>
              <RefundPart found={found} />
            </CardSection>
          ) : null}
        </div>
        <CardSection title={t('returns.one')}>
          <Facts
            facts={[
              {
                term: t('returns.order'),
                value: (
                  <Link to={`/dashboard/all-order/${found.orderId}`} className="link figures">
                    {found.orderNumber}
                  </Link>
                ),
              },
              { term: t('returns.buyer'), value: found.buyerName || found.email },
              { term: t('returns.requested'), value: <DayTime iso={found.requestedAt} /> },
              found.receivedAt !== undefined && {
                term: t('returns.state.received'),
                value: <DayTime iso={found.receivedAt} />,
              },
              // None is taken off of what a consumer withdraws from, or of what the shop got wrong.
              found.feePercent !== undefined &&
                found.lines.some(({ reason }) => returnReasonRules[reason].hasFee) && {
                  term: t('returns.fee'),
                  value: `${numberText(found.feePercent)} %`,
                },
              refunded !== undefined && {
                term: t(refundedLabel(found.refundWay)),
                value: moneyText(refunded, currency),
              },
              replacement && {
                term: t('returns.replaced'),
                value: (
                  <Link to={`/dashboard/all-order/${replacement._id}`} className="link figures">
                    {replacement.number}
                  </Link>
                ),
              },
              note !== undefined && {
                term: t('orders.note'),
                value: <span className="whitespace-pre-line">{note}</span>,
              },
              answer !== undefined && {
                term: t('returns.answer'),
                value: <span className="whitespace-pre-line">{answer}</span>,
              },
            ]}
          />
        </CardSection>
      </div>
    </>
  )
}

/** Shows the buttons that answer a return. */
function Answer({ found }: { found: Return }) {
  const { _id, number, state, actions } = found
  const [isRefusing, setRefusing] = useState(false)
  const approving = useAction(async () => {
    await write(approveReturn, { params: { id: _id } })
    toast.success(t('returns.was-approved', { number }))
  })
  const sent = found.lines.reduce(
    (sum, { units, receivedUnits }) => sum + (state === 'received' ? receivedUnits : units),
    0,
  )
  const replacing = useConfirm<undefined>(
    () => ({
      title: t('returns.replace-question', { number }),
      text: t('returns.replace-text', { count: sent }),
      confirmLabel: t('returns.replace'),
    }),
    async () => {
      const { order } = await write(replaceReturn, { params: { id: _id } })
      toast.success(t('returns.was-replaced', { number: order.number }))
    },
  )
  const cancelling = useCancelReturn()
  return (
    <div className="no-print mt-5 flex flex-wrap gap-3">
      {actions.includes('approve') ? (
        <Button busy={approving.isPending} onClick={() => approving.mutate(undefined)}>
          {t('returns.approve')}
        </Button>
      ) : null}
      {actions.includes('refuse') ? (
        <Button variant="outline" onClick={() => setRefusing(true)}>
          {t('returns.refuse')}
        </Button>
      ) : null}
      {actions.includes('replace') ? (
        <Button variant="outline" onClick={() => replacing.ask(undefined)}>
          {t('returns.replace')}
        </Button>
      ) : null}
      {state === 'approved' ? (
        <ButtonLink variant="outline" to={`/dashboard/return-slip/${_id}`}>
          {t('returns.slip')}
        </ButtonLink>
      ) : null}
      {actions.includes('cancel') ? (
        <Button variant="outline" busy={cancelling.isPending} onClick={() => cancelling.mutate(found)}>
          {t('returns.cancel')}
        </Button>
      ) : null}
      <Dialog open={isRefusing} title={t('returns.refuse-title', { number })} onClose={() => setRefusing(false)}>
        <RefusalForm found={found} onClose={() => setRefusing(false)} />
      </Dialog>
      {replacing.dialog}
    </div>
  )
}

function RefusalForm({ found: { _id, number }, onClose }: { found: Return; onClose: () => void }) {
  const form = useEntryForm({
    values: { answer: '' },
    async send({ answer }) {
      await write(refuseReturn, { params: { id: _id }, body: { answer } })
      toast.success(t('returns.was-refused', { number }))
      onClose()
      return undefined
    },
  })
  return (
    <form {...form.form} className="grid gap-4">
      <TextArea
        label={t('returns.answer')}
        hint={t('returns.answer-hint')}
        rows={3}
        maxLength={maxLengths.returnNote}
        required
        {...form.field('answer', { validate: (text) => text.trim() !== '' || t('returns.answer-needed') })}
      />
      <FormFooter form={form} sendLabel={t('returns.refuse')} onCancel={onClose} />
    </form>
  )
}

export { RouteErrorBoundary as ErrorBoundary }

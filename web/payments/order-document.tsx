import { CardSection } from '#web/ui/section.tsx'
import { orderReaders } from '#contract/permissions.ts'
import { mayUse } from '#web/identity/dashboard-user.ts'
import { Package, Printer, Repeat } from 'lucide-react'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { isPaidOffline } from '#contract/offline-transaction.ts'
import { getInvoice } from '#contract/documents.ts'
import type { OrderDetails, Refund } from '#contract/payments.ts'
import { ApiProblem, errorMessageOf } from '#web/api/api-problem.ts'
import { useQuery } from '#web/api/queries.ts'
import { sellerName } from '#web/documents/paper-parts.tsx'
import { paperQuery, retryPaper } from '#web/documents/paper-query.ts'
import { PartyAddress } from '#web/documents/party-address.tsx'
import type { SignedIn } from '#web/identity/require-sign-in.tsx'
import { AmountRows } from '#web/orders/amount-rows.tsx'
import { OrderBadges, PaidBadges } from '#web/orders/order-badges.tsx'
import { isPayable } from '#web/orders/order-labels.ts'
import { OrderNotes } from '#web/orders/order-notes.tsx'
import { TransactionId } from '#web/orders/transaction-id.tsx'
import { useOrderReturns } from '#web/returns/order-returns.tsx'
import { declineMessage } from '#web/payments/card-message.ts'
import { MailsWaitNotice } from '#web/payments/mails-wait-notice.tsx'
import { UnmatchedPaymentList } from '#web/payments/unmatched-payment-list.tsx'
import { isInvoiced, PrintedOrder } from '#web/payments/printed-order.tsx'
import { OpenRequests, OrderHelp, OrderMessages } from '#web/payments/order-help.tsx'
import { PickupPlace } from '#web/payments/pickup-place.tsx'
import { RefundToSend } from '#web/payments/refund-to-send.tsx'
import { OrderActions } from '#web/payments/order-actions.tsx'
import { OrderShipments } from '#web/payments/order-shipments.tsx'
import { OrderLines } from '#web/payments/order-lines.tsx'
import { OrderTimeline } from '#web/payments/order-timeline.tsx'
import { disputeReason, refundReasonLabels, refundStateLabels } from '#web/payments/payment-labels.ts'
import { cardText } from '#web/ui/card-name.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { Day, DayTime } from '#web/ui/date-time.tsx'
import { Money, moneyText } from '#web/ui/money.tsx'
import { useIsPrinting } from '#web/ui/use-is-printing.ts'
import { RecordedPayments } from '#web/payments/recorded-payments.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { messagesIn, t } from '#web/i18n/messages.ts'

/** Shows an order as a document; paper has its own. */
export function OrderDocument(props: { details: OrderDetails; viewer: SignedIn }) {
  const { details, viewer } = props
  const { order, lines, shipments, attempts, refunds, heldPayments, dispute } = details
  const isAdmin = mayUse(viewer, orderReaders)
  const isOwn = order.email === viewer.email
  const mayWrite = isOwn || mayUse(viewer, 'orders')
  const isPrinting = useIsPrinting()
  const mayAnswer = mayWrite && !isOwn
  const returns = useOrderReturns(details, isAdmin, mayAnswer)
  // Read before it is printed: the browser does not wait.
  const invoiced = useQuery({ ...paperQuery(getInvoice, order._id), enabled: isInvoiced(details) })
  const invoice = invoiced.data
  // An invoice is deleted when its retention ends.
  const isMissing = invoiced.error instanceof ApiProblem && invoiced.error.code === 'invoice-not-found'
  const isPrintable = invoice !== undefined || isMissing || !isInvoiced(details)
  const say = invoice ? messagesIn(invoice.language) : t
  const title =
    isPrinting && invoice
      ? say(sellerName(invoice) ? 'invoice.page-title' : 'invoice.title', {
          number: invoice.number,
          store: sellerName(invoice),
        })
      : t('order.page-title-number', { number: order.number })
  useEffect(() => {
    document.title = title
  }, [title])
  if (isPrinting) {
    return isPrintable ? <PrintedOrder details={details} invoice={invoice} /> : <p>{t('order.invoice-not-loaded')}</p>
  }
  return (
    <article>
      <header className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 sm:flex-nowrap">
        <div className="min-w-0">
          <p className="eyebrow mb-1">
            <RichMessage id="orders.ordered-on" parts={{ day: <Day iso={order.placedAt} /> }} />
          </p>
          <h1 className="text-4xl sm:text-5xl">{t('order.title', { number: order.number })}</h1>
          <p className="mt-3 flex flex-wrap items-center gap-2">
            {isAdmin || !order.paid ? <OrderBadges order={order} isAdmin={isAdmin} /> : <PaidBadges order={order} />}
            {returns.badges}
          </p>
        </div>
        <div className="flex shrink-0 flex-wrap gap-3">
          {order.email === viewer.email ? (
            <ButtonLink to={`/dashboard/order/${order._id}/again`} variant="outline">
              <Repeat aria-hidden="true" size={18} /> {t('again.buy')}
            </ButtonLink>
          ) : null}
          {isAdmin ? (
            <ButtonLink to={`/dashboard/packing-slips?ids=${order._id}`} variant="outline">
              <Package aria-hidden="true" size={18} /> {t('packing.title')}
            </ButtonLink>
          ) : null}
          <Button variant="outline" busy={invoiced.isLoading} disabled={!isPrintable} onClick={() => print()}>
            <Printer aria-hidden="true" size={18} /> {t(isInvoiced(details) ? 'order.invoice' : 'word.print')}
          </Button>
        </div>
      </header>
      {invoiced.error && !isPrintable ? (
        <div role="alert" className="mt-4 flex flex-wrap items-center gap-4">
          <p className="font-medium text-error">
            {t('order.invoice-failed')} {errorMessageOf(invoiced.error)}
          </p>
          <Button variant="outline" size="sm" onClick={retryPaper}>
            {t('ui.try-again')}
          </Button>
        </div>
      ) : null}
      <MailsWaitNotice details={details} />
      {order.state === 'confirmed' && order.onAccount?.dueAt && order.email === viewer.email ? (
        <p
          role="status"
          className="mt-5 rounded-field border border-success/50 bg-success/8 px-4 py-3 text-lg font-semibold"
        >
          <RichMessage id="order.thank-you" parts={{ day: <Day iso={order.onAccount.dueAt} /> }} />
        </p>
      ) : null}
      {mayAnswer ? <OpenRequests details={details} returns={returns.requests} /> : null}
      <OrderActions details={details} viewer={viewer} />
      {mayWrite ? <OrderHelp details={details} isStaff={!isOwn} /> : null}
      {/* On narrow screens buyers have the parcels, the money and the address before the lines, which may be many; staff pick the lines first. */}
      <div className="mt-6 grid grid-cols-1 items-start gap-6 xl:grid-cols-[minmax(0,1fr)_21rem]">
        <div className="max-xl:contents xl:grid xl:grid-cols-1 xl:gap-6">
          {shipments.length > 0 ? (
            <CardSection title={t('shipments.title')}>
              <OrderShipments details={details} mayShip={isAdmin && mayUse(viewer, 'shipping')} />
            </CardSection>
          ) : null}
          <div className={isAdmin && !isOwn ? '' : 'max-xl:order-last'}>
            <CardSection
              title={lines.length === 1 ? t('order.lines') : t('order.lines-count', { count: lines.length })}
            >
              <OrderLines
                lines={lines}
                order={order}
                shipments={shipments}
                lineAction={returns.lineAction}
                first={isAdmin ? undefined : 10}
              />
            </CardSection>
          </div>
          <div className="grid grid-cols-1 gap-6 max-xl:order-last">
            {mayWrite ? <OrderMessages details={details} isStaff={!isOwn} /> : null}
            {returns.section}
            {heldPayments.length > 0 ? (
              <CardSection title={t('order.held')}>
                {isAdmin ? <UnmatchedPaymentList payments={heldPayments} /> : <p>{t('order.held-buyer')}</p>}
              </CardSection>
            ) : null}
            {dispute ? <DisputePart dispute={dispute} isAdmin={isAdmin} /> : null}
            {refunds.length > 0 ? (
              <CardSection title={t('order.refunds')}>
                <ul className="grid gap-4">
                  {refunds.map((refund) => (
                    <RefundEntry
                      key={refund._id}
                      refund={refund}
                      order={order}
                      isAdmin={isAdmin}
                      maySend={mayUse(viewer, 'refunds')}
                    />
                  ))}
                </ul>
              </CardSection>
            ) : null}
            <CardSection title={t('order.timeline')}>
              <OrderTimeline details={details} isAdmin={isAdmin} />
            </CardSection>
            {attempts.length > 0 ? (
              <CardSection title={t('order.attempts')}>
                <ul className="grid gap-3">
                  {attempts.map((attempt) => (
                    <Attempt key={`${attempt.at} ${attempt.transactionId}`} attempt={attempt} />
                  ))}
                </ul>
              </CardSection>
            ) : null}
          </div>
        </div>
        <div className="grid grid-cols-1 gap-6">
          <CardSection title={t('word.payment')}>
            <MoneyFacts details={details} isOfViewer={order.email === viewer.email} />
          </CardSection>
          {order.pickup && isOwn ? (
            <CardSection title={t('shipping.kind.pickup')}>
              <PickupPlace method={details.shippingMethod?.name ?? ''} seller={details.invoice.seller} />
            </CardSection>
          ) : null}
          <CardSection title={t(order.pickup ? 'word.address' : 'word.delivery')}>
            <address className="not-italic">
              {order.pickup ? null : (
                <h3 className="muted text-sm">
                  {t(order.billing === undefined ? 'order.both-addresses' : 'order.delivery-address')}
                </h3>
              )}
              <PartyAddress name={order.buyerName} text={order.address} />
              <p className="figures mt-2">{order.phoneNumber}</p>
              <p className="wrap-anywhere">{order.email}</p>
              {details.customerId === undefined ? null : (
                <p className="mt-1">
                  <Link to={`/dashboard/customers/${details.customerId}`} className="link">
                    {t('order.open-customer')}
                  </Link>
                </p>
              )}
              {order.billing === undefined ? null : (
                <>
                  <h3 className="muted mt-4 text-sm">{t('order.billing-address')}</h3>
                  <PartyAddress name={order.buyerName} text={order.billing} />
                </>
              )}
            </address>
            {order.poNumber || order.note ? (
              <div className="mt-3">
                <Facts
                  facts={[
                    order.poNumber !== undefined && {
                      term: t(isOwn ? 'order.po-number' : 'orders.po-number'),
                      value: <span className="figures wrap-anywhere select-all">{order.poNumber}</span>,
                    },
                    order.note !== undefined && {
                      term: t('orders.note'),
                      value: <span className="wrap-anywhere whitespace-pre-line">{order.note}</span>,
                    },
                  ]}
                />
              </div>
            ) : null}
          </CardSection>
          {isAdmin ? (
            <CardSection title={t('order.notes')}>
              <OrderNotes id={order._id} />
            </CardSection>
          ) : null}
        </div>
      </div>
    </article>
  )
}

/** Shows what the order cost when it was placed. */
const Amounts = ({ details: { amounts, shippingMethod } }: { details: OrderDetails }) => (
  <AmountRows
    amounts={amounts}
    shipping={shippingMethod && { name: shippingMethod.name, isOnRequest: shippingMethod.onRequest === true }}
    totalLabel={t('word.total')}
  />
)

/** Shows what the order costs and how it is paid: to the buyer where to, to staff what is expected. */
function MoneyFacts({ details, isOfViewer }: { details: OrderDetails; isOfViewer: boolean }) {
  const { money, order, invoice } = details
  const reference = { amount: moneyText(order.open ?? money.total, money.currency), number: order.number }
  const until = order.onAccount?.dueAt ? <Day iso={order.onAccount.dueAt} /> : <DayTime iso={order.expiresAt ?? ''} />
  return (
    <div className="grid gap-3">
      <Amounts details={details} />
      <PaymentFacts money={money} order={order} />
      <RecordedPayments details={details} />
      {(order.onAccount || order.byTransfer) && isPayable(order) && invoice.bankDetails !== undefined ? (
        isOfViewer ? (
          <div>
            <h3 className="muted">{t('invoice.pay-to')}</h3>
            <p className="wrap-anywhere whitespace-pre-line select-all">{invoice.bankDetails}</p>
            <p className="muted mt-1 text-sm">{t('invoice.name-reference', reference)}</p>
          </div>
        ) : (
          <div>
            <h3 className="muted">{t('transfer.expected')}</h3>
            <p className="wrap-anywhere">
              <RichMessage id="transfer.expected-text" values={reference} parts={{ until }} />
            </p>
          </div>
        )
      ) : null}
    </div>
  )
}

function PaymentFacts({ money, order }: Pick<OrderDetails, 'money' | 'order'>) {
  const isOwed = order.onAccount !== undefined && isPayable(order)
  const { came, returned } = money.surplus ?? { came: 0, returned: 0 }
  const paid = (order.paid ? money.captured : (order.received ?? 0)) + came
  const [refunded, refunding] = [money.refunded + returned, money.refunding + came - returned]
  return (
    <Facts
      facts={[
        (paid > 0 || !order.paid) && {
          term: t('orders.badge.paid'),
          value: isOwed && paid === 0 ? t('order.paid-later') : <Money amount={paid} currency={money.currency} />,
        },
        order.paidAt !== undefined && { term: t('order.paid-on'), value: <DayTime iso={order.paidAt} /> },
        refunded > 0 && {
          term: t('orders.badge.refunded'),
          value: <Money amount={refunded} currency={money.currency} />,
        },
        refunding > 0 && {
          term: t('order.on-its-way-back'),
          value: <Money amount={refunding} currency={money.currency} />,
        },
        money.credited !== undefined && {
          term: t('credit.sum'),
          value: <Money amount={money.credited} currency={money.currency} />,
        },
        order.open !== undefined && {
          term: t('orders.open'),
          value: <Money amount={order.open} currency={money.currency} />,
          strong: true,
        },
        order.reminders !== undefined && {
          term: t('orders.reminded', { count: order.reminders.count }),
          value: <Day iso={order.reminders.lastAt} />,
        },
        order.onAccount !== undefined && {
          term: t('order.terms'),
          value: t('customers.net-days', { days: order.onAccount.netDays }),
        },
        order.onAccount?.dueAt !== undefined &&
          isPayable(order) && { term: t('order.due-on'), value: <Day iso={order.onAccount.dueAt} />, strong: true },
        money.method !== undefined && { term: t('order.paid-by'), value: t(`payment-method.${money.method}`) },
        money.reference !== undefined && {
          term: t('word.reference'),
          value: <span className="figures wrap-anywhere">{money.reference}</span>,
        },
        order.expiresAt !== undefined &&
          isPayable(order) && { term: t('order.pay-until'), value: <DayTime iso={order.expiresAt} /> },
        order.transactionId !== undefined &&
          !isPaidOffline(order.transactionId) && {
            term: t('orders.transaction'),
            value: <TransactionId id={order.transactionId} />,
          },
      ]}
    />
  )
}

function Attempt({ attempt }: { attempt: OrderDetails['attempts'][number] }) {
  const isPaid = attempt.state === 'succeeded'
  const declined = declineMessage(attempt)
  return (
    <li className="grid gap-x-4 sm:grid-cols-[minmax(0,1fr)_auto]">
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="figures font-medium">{cardText(attempt)}</span>
        <Badge tone={isPaid ? 'success' : 'error'}>{t(`order.attempt.${attempt.state}`)}</Badge>
      </p>
      <p className="muted text-sm sm:text-right">
        <DayTime iso={attempt.at} />
      </p>
      {declined ? <p className="muted text-sm">{declined}</p> : null}
    </li>
  )
}

const reasonLabelOf = (reason: Refund['reason'], isAdmin: boolean) =>
  reason === 'requested_by_customer' && !isAdmin ? 'refund.reason.requested-by-you' : refundReasonLabels[reason]

function RefundEntry({
  refund,
  order,
  isAdmin,
  maySend,
}: {
  refund: OrderDetails['refunds'][number]
  order: OrderDetails['order']
  isAdmin: boolean
  maySend: boolean
}) {
  return (
    <li className="grid gap-1">
      <p className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="figures font-semibold">{moneyText(refund.amount, order.currency)}</span>
          <Badge tone={refund.state === 'succeeded' ? 'success' : refund.state === 'failed' ? 'error' : 'info'}>
            {t(refund.credit ? 'credit.state' : refund.toSend ? 'refund.to-send' : refundStateLabels[refund.state])}
          </Badge>
        </span>
        <span className="muted text-sm">
          <DayTime iso={refund.endedAt ?? refund.requestedAt} />
        </span>
      </p>
      <p className="muted text-sm">
        {t(refund.automatic ? 'refund.automatic' : reasonLabelOf(refund.reason, isAdmin))}
        {isAdmin && refund.restockedUnits > 0 ? ` · ${t('refund.units-back', { count: refund.restockedUnits })}` : ''}
        {refund.requestedBy ? ` · ${refund.requestedBy}` : ''}
      </p>
      {refund.fee === undefined ? null : (
        <p className="muted text-sm">{t('returns.fee-taken', { amount: moneyText(refund.fee, order.currency) })}</p>
      )}
      {refund.note ? <p className="border-l-2 border-base-300 pl-3 whitespace-pre-line">{refund.note}</p> : null}
      {refund.reference === undefined ? null : (
        <p className="muted text-sm">
          {t('word.reference')}: {refund.reference}
        </p>
      )}
      {refund.creditNote === undefined ? null : (
        <p>
          <Link to={`/dashboard/order/${order._id}/credit-note/${refund._id}`} className="link">
            {t('credit-note.title', { number: refund.creditNote })}
          </Link>
        </p>
      )}
      {refund.toSend && maySend ? <RefundToSend order={order} refund={refund} /> : null}
      {refund.failure ? <p className="font-medium text-error">{refund.failure}</p> : null}
    </li>
  )
}

function DisputePart({ dispute, isAdmin }: { dispute: NonNullable<OrderDetails['dispute']>; isAdmin: boolean }) {
  return (
    <CardSection title={t('dispute.title')}>
      <p className="font-medium">
        {t(isAdmin ? 'dispute.admin' : 'dispute.buyer', { state: t(`dispute.state.${dispute.state}`) })}
      </p>
      <p className="muted mt-1 text-sm">
        {moneyText(dispute.amount, dispute.currency)} · {disputeReason(dispute)} ·{' '}
        <RichMessage id="dispute.since" parts={{ day: <Day iso={dispute.openedAt} /> }} />
      </p>
      {dispute.state === 'open' ? (
        <p className="muted mt-1 text-sm">
          {t('dispute.open-text')}
          {isAdmin ? ` ${t('dispute.answer')}` : ''}
        </p>
      ) : null}
    </CardSection>
  )
}

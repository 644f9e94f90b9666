import { MailWarning } from 'lucide-react'
import { Link } from 'react-router'
import type { OrderDetails } from '#contract/payments.ts'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { DayTime } from '#web/ui/date-time.tsx'

/** Tells a buyer without a verified address that the order is not confirmed by email, how long its stock is reserved, and where to verify it. */
export function MailsWaitNotice({ details: { mailsWait, order } }: { details: OrderDetails }) {
  if (!mailsWait) return null
  const parts = { link: <Link to="/dashboard/my-profile" className="link" />, email: <b>{order.email}</b> }
  return (
    <p className="no-print mt-5 flex items-start gap-3 rounded-box border border-warning bg-warning/15 p-4">
      <MailWarning aria-hidden="true" size={20} className="mt-0.5 shrink-0" />
      <span className="min-w-0 wrap-anywhere">
        {order.byTransfer && order.expiresAt !== undefined ? (
          <RichMessage id="order.mails-wait-transfer" parts={{ ...parts, moment: <DayTime iso={order.expiresAt} /> }} />
        ) : (
          <RichMessage id="order.mails-wait" parts={parts} />
        )}
      </span>
    </p>
  )
}

import { MailWarning } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import type { OrderDetails } from '#contract/payments.ts'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { sendVerificationMail } from '#web/identity/sign-in-methods.ts'
import { toastProblem } from '#web/identity/toast-problem.ts'
import { Button } from '#web/ui/button.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Tells a buyer without a verified address that the order is not confirmed by email, how long its stock is reserved, and sends the link again. */
export function MailsWaitNotice({ details: { mailsWait, order } }: { details: OrderDetails }) {
  if (!mailsWait) return null
  const parts = { link: <Link to="/dashboard/security" className="link" />, email: <b>{order.email}</b> }
  return (
    <div className="no-print mt-5 flex flex-wrap items-start gap-3 rounded-box border border-warning bg-warning/15 p-4">
      <MailWarning aria-hidden="true" size={20} className="mt-0.5 shrink-0" />
      <p className="min-w-0 grow basis-60 wrap-anywhere">
        {order.byTransfer && order.expiresAt !== undefined ? (
          <RichMessage id="order.mails-wait-transfer" parts={{ ...parts, moment: <DayTime iso={order.expiresAt} /> }} />
        ) : (
          <RichMessage id="order.mails-wait" parts={parts} />
        )}
      </p>
      <ResendMail email={order.email} />
    </div>
  )
}

function ResendMail({ email }: { email: string }) {
  const [busy, setBusy] = useState(false)
  async function send() {
    setBusy(true)
    try {
      await sendVerificationMail()
      toast.success(t('security.mail-sent', { email }))
    } catch (error) {
      toastProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Button size="sm" variant="outline" busy={busy} onClick={() => void send()}>
      {t('security.send-mail-again')}
    </Button>
  )
}

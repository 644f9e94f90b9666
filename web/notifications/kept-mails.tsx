import { Send } from 'lucide-react'
import { Link } from 'react-router'
import { getKeptMails, type KeptMails as Counted, sendKeptMails } from '#contract/notifications.ts'
import type { Query } from '#contract/endpoint.ts'
import { call } from '#web/api/call-endpoint.ts'
import { endpointQuery, useAction, useQuery, write } from '#web/api/queries.ts'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { Button } from '#web/ui/button.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { toast } from '#web/ui/toast.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t } from '#web/i18n/messages.ts'

type Chosen = Query<typeof getKeptMails>

/** Sends kept mails after a question that says how many there are and from which time. */
export function useSendKept(onDone?: () => void) {
  const { ask, dialog } = useConfirm<{ chosen: Chosen; found: Counted }>(
    ({ found }) => ({
      title: t('outbox.send-kept-title', { count: found.count }),
      text: <Question found={found} />,
      confirmLabel: t('cart.save-again'),
      variant: 'primary',
    }),
    async ({ chosen }) => {
      await sendKept(chosen)
      onDone?.()
    },
  )
  const counting = useAction(async (chosen: Chosen) => {
    const found = await call(getKeptMails, { query: chosen })
    if (found.count === 0) toast.error(t('outbox.none-sendable'))
    else ask({ chosen, found })
  })
  return { ask: counting.mutate, isCounting: counting.isPending, dialog }
}

/** Sends kept mails; another admin may have been faster. */
export async function sendKept(chosen: Chosen): Promise<void> {
  const { count } = await write(sendKeptMails, { body: chosen })
  if (count === 0) toast.error(t('outbox.none-sendable'))
  else toast.success(t('outbox.kept-sent', { count }))
}

function Question({ found: { since, until, outdated } }: { found: Counted }) {
  return (
    <>
      {since !== undefined && until !== undefined ? (
        <RichMessage
          id={since === until ? 'outbox.written-at' : 'outbox.written-between'}
          parts={{ since: <DayTime iso={since} year />, until: <DayTime iso={until} year /> }}
        />
      ) : null}{' '}
      {outdated > 0 ? t('outbox.left-out', { count: outdated }) : null}
    </>
  )
}

/** Says above the list of kept mails how many match it, and sends them. */
export function KeptMails({ words }: { words: string }) {
  const chosen = words === '' ? {} : { q: words }
  const { data } = useQuery(endpointQuery(getKeptMails, { query: chosen }))
  const sending = useSendKept()
  if (!data || data.count + data.outdated === 0) return null
  return (
    <div className="mb-4 grid justify-items-start gap-3">
      <p>
        {data.count > 0 ? t('outbox.kept-count', { count: data.count }) : null}{' '}
        {data.outdated > 0 ? t('outbox.left-out', { count: data.outdated }) : null}
      </p>
      {data.isDeliverable ? null : (
        <Link to="/dashboard/connections" className="link">
          {t('outbox.set-mail-server')}
        </Link>
      )}
      {data.isDeliverable && data.count > 0 ? (
        <Button busy={sending.isCounting} onClick={() => sending.ask(chosen)}>
          <Send aria-hidden="true" size={18} /> {t('outbox.send-all-kept', { count: data.count })}
        </Button>
      ) : null}
      {sending.dialog}
    </div>
  )
}

/** Says next to the mail server that mails were kept before it was set, with a link to them; nothing if there are none. */
export function KeptMailsLink() {
  const { data } = useQuery(endpointQuery(getKeptMails, {}))
  if (!data?.isDeliverable || data.count === 0) return null
  return (
    <p>
      {t('outbox.kept-count', { count: data.count })}{' '}
      <Link to="/dashboard/outbox?show=kept" className="link">
        {t('outbox.to-kept')}
      </Link>
    </p>
  )
}

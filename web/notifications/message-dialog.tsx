import { useState } from 'react'
import type { OutboxMessage } from '#contract/notifications.ts'
import { useAction } from '#web/api/queries.ts'
import { sendKept } from '#web/notifications/kept-mails.tsx'
import { MailPreview } from '#web/notifications/mail-preview.tsx'
import { MessageState } from '#web/notifications/message-state.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { DayTime } from '#web/ui/date-time.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows a message as its recipient gets it, with its delivery state. */
export function MessageDialog({
  message,
  isRetrying,
  onRetry,
  onClose,
}: {
  message: OutboxMessage | undefined
  isRetrying: boolean
  onRetry: (message: OutboxMessage) => void
  onClose: () => void
}) {
  const sending = useAction(sendKept)
  return (
    <Dialog open={message !== undefined} wide title={message?.subject || t('outbox.text-message')} onClose={onClose}>
      {message ? (
        <div className="grid gap-5">
          <Facts
            facts={[
              { term: t('outbox.to'), value: message.recipient },
              { term: t('outbox.written'), value: <DayTime iso={message.writtenAt} /> },
              { term: t('imports.state'), value: <MessageState state={message.state} /> },
              message.sentAt !== undefined && { term: t('outbox.sent'), value: <DayTime iso={message.sentAt} /> },
              message.attempts > 0 && { term: t('word.attempts'), value: message.attempts },
              message.lastError !== undefined && { term: t('outbox.error'), value: message.lastError },
            ]}
          />
          {(message.state === 'given-up' && message.outdated === undefined) || message.state === 'waiting' ? (
            <div>
              <Button busy={isRetrying} onClick={() => onRetry(message)}>
                {t('word.send-again')}
              </Button>
            </div>
          ) : null}
          {message.state === 'kept' || message.outdated !== undefined ? (
            <p className="muted text-sm">
              {message.state === 'kept'
                ? `${message.channel === 'mail' ? t('outbox.kept-mail') : t('outbox.kept-text')} `
                : null}
              {message.outdated === undefined ? null : t(`outbox.outdated.${message.outdated}`)}
            </p>
          ) : null}
          {message.isSendable ? (
            <div>
              <Button busy={sending.isPending} onClick={() => sending.mutate({ ids: message._id })}>
                {t('cart.save-again')}
              </Button>
            </div>
          ) : null}
          <Content key={message._id} message={message} />
        </div>
      ) : null}
    </Dialog>
  )
}

function Content({ message }: { message: OutboxMessage }) {
  const [shown, setShown] = useState<'html' | 'text'>(message.html ? 'html' : 'text')
  if (message.hidden) {
    return <p className="rounded-field border border-base-300 bg-base-200 px-4 py-3">{t('outbox.hidden')}</p>
  }
  return (
    <div className="grid gap-3">
      {message.html ? (
        <div role="group" aria-label={t('outbox.show')} className="flex gap-2">
          {(['html', 'text'] as const).map((kind) => (
            <Button
              key={kind}
              size="sm"
              variant={shown === kind ? 'dark' : 'outline'}
              aria-pressed={shown === kind}
              onClick={() => setShown(kind)}
            >
              {kind === 'html' ? t('word.preview') : t('outbox.as-text')}
            </Button>
          ))}
        </div>
      ) : null}
      {shown === 'html' ? (
        <MailPreview html={message.html} />
      ) : (
        <pre className="max-h-[60dvh] overflow-auto rounded-field border border-base-300 bg-base-200 p-4 font-mono text-sm whitespace-pre-wrap wrap-anywhere">
          {message.text}
        </pre>
      )}
    </div>
  )
}

import type { OutboxMessage } from '#contract/notifications.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { t, type MessageId } from '#web/i18n/messages.ts'

const words: Record<OutboxMessage['state'], readonly [tone: BadgeTone, text: MessageId]> = {
  waiting: ['warning', 'outbox.waiting'],
  sent: ['success', 'outbox.sent'],
  'given-up': ['error', 'word.failed'],
  kept: ['neutral', 'outbox.kept'],
}

/** Whether a message has gone out. */
export function MessageState({ state }: { state: OutboxMessage['state'] }) {
  const [tone, text] = words[state]
  return <Badge tone={tone}>{t(text)}</Badge>
}

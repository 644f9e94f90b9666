import type { OutboxMessage } from '#contract/notifications.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'

const words: Record<OutboxMessage['state'], readonly [tone: BadgeTone, text: string]> = {
  waiting: ['warning', 'Waiting'],
  sent: ['success', 'Sent'],
  'given-up': ['error', 'Failed'],
  kept: ['neutral', 'Kept here'],
}

/** Whether a message has gone out. */
export function MessageState({ state }: { state: OutboxMessage['state'] }) {
  const [tone, text] = words[state]
  return <Badge tone={tone}>{text}</Badge>
}

import type { OutboxMessage, OutdatedReason } from '#contract/notifications.ts'
import type { Message } from '#server/notifications/deliver-message.ts'

/** Whether something delivers mails and text messages in this shop. */
export interface DeliveryPolicy extends Record<Message['channel'], boolean> {
  /** Texts that open an account are for their recipients only: in production, wherever they are delivered. */
  hidesCredentials: boolean
}

/** Describes a message; `outdated` says why it no longer holds, if it was kept or given up. */
export function presentMessage(
  row: Message & { outdated: OutdatedReason | null },
  deliveryPolicy: DeliveryPolicy,
): OutboxMessage {
  const isDelivered = deliveryPolicy[row.channel]
  // It may have been emptied when it was sent.
  const hidden = row.opensAccount && ((deliveryPolicy.hidesCredentials && isDelivered) || row.textBody === '')
  const isKept = row.channel === 'mail' && !row.queuedAt && !row.sentAt && !row.givenUpAt
  return {
    _id: String(row.id),
    channel: row.channel,
    kind: row.kind,
    recipient: row.recipient,
    subject: row.subject,
    text: hidden ? '' : row.textBody,
    html: hidden ? '' : row.htmlBody,
    hidden,
    state: row.sentAt ? 'sent' : row.givenUpAt ? 'given-up' : isDelivered && row.queuedAt ? 'waiting' : 'kept',
    isSendable: isDelivered && isKept && row.outdated === null,
    ...(row.outdated === null ? {} : { outdated: row.outdated }),
    writtenAt: row.writtenAt.toISOString(),
    ...(row.sentAt ? { sentAt: row.sentAt.toISOString() } : {}),
    attempts: row.attempts,
    ...(row.lastError === null ? {} : { lastError: row.lastError }),
  }
}

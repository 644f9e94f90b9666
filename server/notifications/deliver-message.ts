import { and, eq, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { outbox } from '#server/notifications/notifications.tables.ts'
import type { Database } from '#server/platform/database/database.ts'

export type Message = typeof outbox.$inferSelect

/** Reports a message that no retry could deliver. */
export class PermanentDeliveryError extends Error {
  override name = 'PermanentDeliveryError'
}

interface Delivery {
  /** Hands the message over; throws PermanentDeliveryError, or what may pass. */
  send: (message: Message) => Promise<void>
  /** Clears the text of messages that give access to an account once they are sent. */
  clearsCredentials: boolean
}

/** Limits the delivery attempts; with the delays of the jobs, about three hours. */
export const maxAttempts = 12

/**
 * Delivers a message of the outbox once and records the result; throws transient errors, so that the job is retried. If a process
 * dies while sending, another one takes over after a few minutes; only then can it arrive twice.
 */
export async function deliverMessage(db: Database, id: number, delivery: Delivery): Promise<void> {
  const message = await claimMessage(db, id)
  if (!message) return
  const isLast = message.attempts >= maxAttempts
  try {
    await delivery.send(message)
  } catch (error) {
    const givesUp = isLast || error instanceof PermanentDeliveryError
    await db
      .update(outbox)
      .set({
        lastError: errorReason(error),
        sendingSince: null,
        ...(givesUp ? { givenUpAt: sql`now()` } : {}),
      })
      .where(eq(outbox.id, id))
    if (givesUp) return
    throw error
  }
  await db
    .update(outbox)
    .set({
      sentAt: sql`now()`,
      sendingSince: null,
      lastError: null,
      ...(delivery.clearsCredentials && message.opensAccount ? { textBody: '', htmlBody: '' } : {}),
    })
    .where(eq(outbox.id, id))
}

/** Claims a message for this process; undefined if there is nothing to send. */
async function claimMessage(db: Database, id: number): Promise<Message | undefined> {
  // A mail that is kept since its mail server was removed may still have a job.
  const isQueued = or(eq(outbox.channel, 'sms'), isNotNull(outbox.queuedAt))
  const open = and(eq(outbox.id, id), isQueued, isNull(outbox.sentAt), isNull(outbox.givenUpAt))
  const free = or(isNull(outbox.sendingSince), lt(outbox.sendingSince, sql`now() - interval '5 minutes'`))
  const [message] = await db
    .update(outbox)
    .set({ attempts: sql`${outbox.attempts} + 1`, sendingSince: sql`now()` })
    .where(and(open, free))
    .returning()
  if (message) return message
  const [busy] = await db.select({ id: outbox.id }).from(outbox).where(open)
  if (busy) throw new Error('another process is sending this message')
  return undefined
}

const errorReason = (error: unknown): string => {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  return (cause instanceof Error ? `${message}: ${cause.message}` : message).slice(0, 1000)
}

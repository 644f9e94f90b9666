import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import { outbox } from '#server/notifications/notifications.tables.ts'
import type { Database } from '#server/platform/database.ts'

export type Message = typeof outbox.$inferSelect

/** A message that will be refused each time it is tried. */
export class RefusedForGood extends Error {
  override name = 'RefusedForGood'
}

interface Delivery {
  /** Hands the message over; throws RefusedForGood, or what may pass. */
  send: (message: Message) => Promise<void>
  /** What opens an account keeps no text here once it is sent. */
  emptiesWhatOpensAccounts: boolean
}

/** So often a message is tried before it is given up: with the pauses of the jobs, for about three hours. */
export const mostAttempts = 12

/**
 * Delivers one message of the outbox, once, and writes down how it went; throws what may pass, so that the job comes back
 * later. Whoever dies while sending leaves the message to others after a few minutes; only then can it arrive twice.
 */
export async function deliverMessage(db: Database, id: number, delivery: Delivery): Promise<void> {
  const message = await take(db, id)
  if (!message) return
  const isLast = message.attempts >= mostAttempts
  try {
    await delivery.send(message)
  } catch (error) {
    const givesUp = isLast || error instanceof RefusedForGood
    await db
      .update(outbox)
      .set({
        lastError: reasonOf(error),
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
      ...(delivery.emptiesWhatOpensAccounts && message.opensAccount ? { textBody: '', htmlBody: '' } : {}),
    })
    .where(eq(outbox.id, id))
}

/** Nobody else sends it from here on; undefined when there is nothing to send. */
async function take(db: Database, id: number): Promise<Message | undefined> {
  const open = and(eq(outbox.id, id), isNull(outbox.sentAt), isNull(outbox.givenUpAt))
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

const reasonOf = (error: unknown): string => {
  const { message, cause } = error instanceof Error ? error : new Error(String(error))
  return (cause instanceof Error ? `${message}: ${cause.message}` : message).slice(0, 1000)
}

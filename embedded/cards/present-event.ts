import type { EventRow } from './cards.tables.ts'
import { unixSeconds } from './unix-seconds.ts'

/** The version whose object shapes the sandbox speaks: that of the `stripe` package it is checked against. */
export const apiVersion = '2026-10-28.endive'

/** An event as Stripe sends it to a webhook. The SDK types events as a union over `type`, so this is a plain object. */
export function presentEvent(row: EventRow): object {
  return {
    id: row.id,
    object: 'event',
    api_version: apiVersion,
    created: unixSeconds(row.createdAt),
    data: {
      object: row.object,
      ...(row.previousAttributes === null ? {} : { previous_attributes: row.previousAttributes }),
    },
    livemode: false,
    pending_webhooks: row.nextAttemptAt === null ? 0 : 1,
    request: { id: row.requestId, idempotency_key: row.idempotencyKey },
    type: row.type,
  }
}

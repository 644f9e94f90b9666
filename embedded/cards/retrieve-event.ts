import { eq } from 'drizzle-orm'
import { events, type Tx } from './cards.tables.ts'
import { presentEvent } from './present-event.ts'
import { type Answer, type Call, ok } from './wire-call.ts'
import { missing } from './wire-error.ts'

/** GET /v1/events/{id}. */
export async function retrieveEvent(tx: Tx, call: Call, id: string): Promise<Answer> {
  call.params.done()
  const [row] = await tx.select().from(events).where(eq(events.id, id))
  if (row === undefined) throw missing('event', id)
  return ok(presentEvent(row))
}

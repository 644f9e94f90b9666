import type { ParamReader } from './param-reader.ts'
import type { EventSource } from './record-event.ts'

/** One authenticated request as a verb sees it. */
export interface Call extends EventSource {
  params: ParamReader
  /** A publishable key opens only what its client secret names. */
  caller: 'publishable' | 'secret'
  secretKey: string
}

/** What goes back: committed, also when the card was declined. */
export interface Answer {
  status: number
  body: object
}

export const ok = (body: object): Answer => ({ status: 200, body })

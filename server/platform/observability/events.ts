import { channel } from 'node:diagnostics_channel'

/** Describes a counted event; emitting one is free without a subscriber. */
export interface AppEvent {
  name: 'card-event' | 'database-retry' | 'webhook'
  /** One of a few values, since it becomes a label. */
  outcome: string
}

export const appEvents = channel('boltyard:events')

/** Emits an event to the metrics of this process. */
export function emitEvent(appEvent: AppEvent): void {
  appEvents.publish(appEvent)
}

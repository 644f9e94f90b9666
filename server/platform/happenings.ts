import { channel } from 'node:diagnostics_channel'

/** Something that is worth counting; where nobody counts, telling of it costs nothing. */
export interface Happening {
  name: 'card-event' | 'database-retry'
  /** One of a few words. */
  outcome: string
}

export const happenings = channel('boltyard:happenings')

/** Tells whoever counts in this process. */
export function tellHappening(happening: Happening): void {
  happenings.publish(happening)
}

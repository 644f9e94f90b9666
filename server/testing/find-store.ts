import { readStore } from '#server/store/read-store.ts'

/** Finds the store of mails that a test queues itself. */
export const findStore = readStore

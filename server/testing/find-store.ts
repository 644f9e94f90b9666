import { defaultStore } from '#contract/settings.ts'

/** Stands for the store of mails that a test queues itself. */
export const findStore = () => Promise.resolve(defaultStore)

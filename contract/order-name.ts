import { currentStore } from '#contract/current-store.ts'

/** Names an order by its number, as people say it. */
export const orderName = (number: number): string => `${currentStore().orderPrefix}${number}`

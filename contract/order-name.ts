import { currentStore } from '#contract/current-store.ts'

/** Names an order by its number, as people say it. */
export const orderName = (number: number): string => `${currentStore().orderPrefix}${number}`

/** Names a return by its order and its position among those of the order, as `BY-1001-R1`. */
export const returnName = (orderNumber: number, position: number): string => `${orderName(orderNumber)}-R${position}`

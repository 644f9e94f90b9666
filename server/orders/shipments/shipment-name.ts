import { orderName } from '#contract/order-name.ts'

/** Names a parcel by its order and its position among those of the order, as `BY-1001-2`. */
export const shipmentName = (orderNumber: number, position: number): string => `${orderName(orderNumber)}-${position}`

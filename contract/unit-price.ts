import { type Static, Type } from 'typebox'

/** Describes the price in the currency of the store from a quantity on. */
export const PriceBreak = Type.Object({ from: Type.Integer(), price: Type.Number() })
export type PriceBreak = Static<typeof PriceBreak>

/** Holds the prices of a product: `breaks`, ascending from 1, or else `price` at every quantity. */
export interface UnitPrices {
  price: number
  breaks?: readonly PriceBreak[] | undefined
}

/** Returns the price in the currency of the store at a quantity, for as many units as the product's price is. */
export const unitPriceAt = ({ price, breaks = [] }: UnitPrices, quantity: number): number =>
  breaks.findLast(({ from }) => from <= quantity)?.price ?? breaks[0]?.price ?? price

import { type Static, Type } from 'typebox'

/** Describes the price that a list has for a product from a quantity on; it stays as it is when the price of the product changes. */
export const ListPrice = Type.Object({ list: Type.String(), from: Type.Integer(), price: Type.Number() })
export type ListPrice = Static<typeof ListPrice>

/** Returns how many percent a price is below the own one of a product, to a tenth; negative above it. */
export const percentBelow = (price: number, ownPrice: number): number => Math.round((1 - price / ownPrice) * 1000) / 10

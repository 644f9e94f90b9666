import { currentStore } from '#web/i18n/current-store.ts'
import { currentLocale } from '#web/i18n/language.ts'

const kgPerLb = 0.45359237
const isImperial = () => currentStore().units === 'imperial'
const rounded = (number: number, digits: number) => Math.round(number * 10 ** digits) / 10 ** digits

/** Returns the unit in which staff type and see weights. */
export const weightUnit = (): 'kg' | 'lb' => (isImperial() ? 'lb' : 'kg')

/** Converts kilograms to the unit of the store: pounds have two decimals, which is finer than the grams that are stored. */
export const fromKilograms = (kg: number): number => (isImperial() ? rounded(kg / kgPerLb, 2) : kg)

/** Converts a weight in the unit of the store to kilograms with three decimals. */
export const toKilograms = (weight: number): number => (isImperial() ? rounded(weight * kgPerLb, 3) : weight)

/** Writes kilograms in the unit of the store: `2.5 kg`, `5.51 lb`. */
export const weightText = (kg: number): string =>
  `${fromKilograms(kg).toLocaleString(currentLocale(), { maximumFractionDigits: 3 })} ${weightUnit()}`

import { maxNumberLength } from '#contract/max-lengths.ts'
import { narrowText } from '#contract/narrow-text.ts'
import { type NumberStyle, readDecimal } from '#contract/units.ts'

/** Of two signs, the second is that of decimals in every language. */
const twoSigns = /^(\d{1,3}([.,])\d{3}(?:\2\d{3})*)(?!\2)[.,](\d+)$/

/**
 * Reads a number as forms and files have it, `9,999.50` or `9.999,50`; where one sign could be either, the style decides. Returns a
 * decimal with a point, undefined if it is none.
 */
export function readNumberText(text: string, style: NumberStyle): string | undefined {
  // Patterns take far longer for long texts.
  if (text.length > maxNumberLength) return undefined
  // Apostrophes and blanks stand between thousands only.
  const bare = narrowText(text)
    .trim()
    .replaceAll(/(?<=\d)[\s'’](?=\d{3}(?!\d))/gu, '')
  const [, sign = '', digits = ''] = /^([-+\u2212]?)\s*([\d.,]+)$/u.exec(bare) ?? []
  const [, whole, , decimals] = twoSigns.exec(digits) ?? []
  const decimal = whole === undefined ? readDecimal(digits, style) : `${whole.replaceAll(/\D/g, '')}.${decimals}`
  if (decimal === undefined || !/^(?:\d+(?:\.\d+)?|\.\d+)$/.test(decimal)) return undefined
  return sign === '' || sign === '+' ? decimal : `-${decimal}`
}

/** Leaves out the sign of a percentage at its end. */
export const withoutPercentSign = (text: string): string => text.replace(/[%％]\s*$/, '')

/** Whether three decimals may be meant as thousands by who writes them so elsewhere: `1.250` where the style has `1,250`. */
const isUnclear = (text: string, number: string) =>
  /^[-+\u2212]?\s*[1-9]\d{0,2}[.,]\d{3}$/u.test(narrowText(text).trim()) && number.includes('.')

/** Reads a whole number, with the signs between thousands; decimals must be zeros. */
export function readWholeText(text: string, style: NumberStyle): string | undefined {
  const number = readNumberText(text, style)
  if (number === undefined || isUnclear(text, number)) return undefined
  return /^(-?\d+)(?:\.0+)?$/.exec(number)?.[1]
}

/** Reads a number with at most so many decimals; zeros at the end count only where three of them could be thousands. */
export function readPlacesText(
  text: string,
  style: NumberStyle,
  places: number,
): { number: string } | { fault: 'not-a-number' | 'too-many-decimals' } {
  const number = readNumberText(text, style)
  if (number === undefined) return { fault: 'not-a-number' }
  const [, decimals = ''] = number.split('.')
  const isTooLong = decimals.replace(/(?<!0)0+$/, '').length > places || (places < 3 && isUnclear(text, number))
  return isTooLong ? { fault: 'too-many-decimals' } : { number }
}

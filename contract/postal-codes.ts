import { narrowText } from '#contract/narrow-text.ts'

interface PostalCodeFormat {
  /** Matches a whole code without its signs, in capitals. */
  code: RegExp
  /** The code with the signs that the country has, as a replacement of `code`; none without it. */
  written?: string
  /** Lists the signs that people put in front of it, besides the code of the country. */
  signs?: readonly string[]
  example: string
  /** Holds a text that looks like one and is none. */
  wrong: string
}

/** Lists how postal codes are written in the countries that get the most parcels (Universal Postal Union, addressing systems). */
export const postalCodeFormats: Readonly<Record<string, PostalCodeFormat>> = {
  AT: { code: /^[1-9]\d{3}$/, signs: ['A'], example: '1010', wrong: '0101' },
  AU: { code: /^\d{4}$/, example: '2000', wrong: '20001' },
  BE: { code: /^[1-9]\d{3}$/, signs: ['B'], example: '4000', wrong: '400' },
  BG: { code: /^[1-9]\d{3}$/, example: '1000', wrong: '10000' },
  BR: { code: /^(\d{5})(\d{3})$/, written: '$1-$2', example: '01310-100', wrong: '01310-10' },
  CA: {
    code: /^([ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z])(\d[ABCEGHJ-NPRSTV-Z]\d)$/,
    written: '$1 $2',
    signs: ['CDN'],
    example: 'M5V 3L9',
    wrong: 'D5V 3L9',
  },
  CH: { code: /^[1-9]\d{3}$/, example: '8001', wrong: '80011' },
  CN: { code: /^\d{6}$/, example: '100000', wrong: '1000000' },
  CZ: { code: /^([1-7]\d{2})(\d{2})$/, written: '$1 $2', example: '110 00', wrong: '910 00' },
  DE: { code: /^\d{5}$/, signs: ['D'], example: '80331', wrong: '803311' },
  DK: { code: /^\d{4}$/, example: '0900', wrong: '90000' },
  EE: { code: /^[1-9]\d{4}$/, signs: ['EST', 'EW'], example: '10111', wrong: '1011' },
  ES: { code: /^(?:0[1-9]|[1-4]\d|5[0-2])\d{3}$/, signs: ['E'], example: '28013', wrong: '53001' },
  FI: { code: /^\d{5}$/, signs: ['FIN', 'SF'], example: '00100', wrong: '001000' },
  FR: { code: /^\d{5}$/, signs: ['F'], example: '75001', wrong: '750011' },
  GB: {
    code: /^([A-PR-UWYZ][A-HK-Y]?\d[A-Z\d]?|GIR)(\d[ABD-HJLNP-UW-Z]{2})$/,
    written: '$1 $2',
    signs: ['UK'],
    example: 'SW1A 1AA',
    wrong: 'SW1A 1AC',
  },
  GR: { code: /^([1-8]\d{2})(\d{2})$/, written: '$1 $2', signs: ['EL'], example: '104 31', wrong: '904 31' },
  HR: { code: /^[1-5]\d{4}$/, example: '10000', wrong: '60000' },
  HU: { code: /^[1-9]\d{3}$/, signs: ['H'], example: '1051', wrong: '10511' },
  IE: {
    code: /^([AC-FHKNPRTV-Y]\d[\dW])([\dAC-FHKNPRTV-Y]{4})$/,
    written: '$1 $2',
    signs: ['IRL'],
    example: 'D02 X285',
    wrong: 'B02 X285',
  },
  IN: { code: /^[1-9]\d{5}$/, signs: ['IND'], example: '110001', wrong: '010001' },
  IT: { code: /^\d{5}$/, signs: ['I'], example: '00184', wrong: '001840' },
  JP: { code: /^(\d{3})(\d{4})$/, written: '$1-$2', example: '100-0001', wrong: '100-00011' },
  KR: { code: /^\d{5}$/, example: '03187', wrong: '031870' },
  LT: { code: /^\d{5}$/, example: '01100', wrong: '011000' },
  LU: { code: /^[1-9]\d{3}$/, signs: ['L'], example: '1234', wrong: '12345' },
  LV: { code: /^[1-5]\d{3}$/, written: 'LV-$&', example: 'LV-1010', wrong: 'LV-9010' },
  MX: { code: /^\d{5}$/, signs: ['MEX'], example: '06000', wrong: '060000' },
  NL: { code: /^([1-9]\d{3})(?!SA|SD|SS)([A-Z]{2})$/, written: '$1 $2', example: '3511 AB', wrong: '0511 AB' },
  NO: { code: /^\d{4}$/, signs: ['N'], example: '0150', wrong: '01500' },
  PL: { code: /^(\d{2})(\d{3})$/, written: '$1-$2', example: '00-950', wrong: '00-9500' },
  PT: { code: /^([1-9]\d{3})(\d{3})$/, written: '$1-$2', signs: ['P'], example: '1000-001', wrong: '0000-001' },
  RO: { code: /^\d{6}$/, example: '010011', wrong: '0100110' },
  SE: { code: /^([1-9]\d{2})(\d{2})$/, written: '$1 $2', signs: ['S'], example: '111 22', wrong: '011 22' },
  SG: { code: /^\d{6}$/, signs: ['SINGAPORE'], example: '018956', wrong: '0189560' },
  SI: { code: /^[1-9]\d{3}$/, signs: ['SLO'], example: '1000', wrong: '10000' },
  SK: { code: /^([089]\d{2})(\d{2})$/, written: '$1 $2', example: '811 01', wrong: '111 01' },
  TR: { code: /^(?:0[1-9]|[1-7]\d|8[01])\d{3}$/, example: '34000', wrong: '99000' },
  US: { code: /^(\d{5})(\d{4})?$/, written: '$1-$2', signs: ['USA'], example: '95014', wrong: '950145' },
  ZA: { code: /^\d{4}$/, example: '0001', wrong: '00011' },
}

/**
 * Returns a postal code as its country writes it, whichever signs, blanks, letter case and sign of the country it was typed with;
 * undefined for one that the country cannot have: nobody knows which digit is missing. Of other countries it is any text of 2 to 12 signs.
 */
export function readPostalCode(country: string, text: string): string | undefined {
  const format = postalCodeFormats[country]
  if (!format) {
    const tidied = narrowText(text).trim().replaceAll(/\s+/g, ' ').toUpperCase()
    return tidied.length >= 2 && tidied.length <= 12 ? tidied : undefined
  }
  const compact = compactCode(text)
  const found = [compact, withoutSign(country, compact)].find((code) => format.code.test(code))
  if (found === undefined) return undefined
  return found.replace(format.code, format.written ?? '$&').replace(/-$/, '')
}

/** Returns a postal code of a file with the zero that a spreadsheet takes off the beginning of what is nothing but digits; any other as it is. */
export function restoreZero(country: string, text: string): string {
  const digits = narrowText(text).trim()
  const isShort = /^\d+$/.test(digits) && postalCodeFormats[country] && readPostalCode(country, digits) === undefined
  return isShort && readPostalCode(country, `0${digits}`) !== undefined ? `0${digits}` : text
}

/** Returns a postal code as its beginnings are compared with it: without signs, the sign of the country and blanks; as typed if it is none. */
export const postalKey = (country: string, postalCode = ''): string =>
  postalBeginning(country, readPostalCode(country, postalCode) ?? postalCode)

/** Returns the beginning of a postal code, such as `D-10`, as `postalKey` has it. */
export const postalBeginning = (country: string, beginning: string): string =>
  withoutSign(country, compactCode(beginning))

/** Takes off everything that is written between the letters and digits of a postal code, and the postal mark of Japan. */
const compactCode = (text: string) =>
  text
    .normalize('NFKC')
    .toUpperCase()
    .replaceAll(/[\s\p{Pd}.\u2212\u30fc〒]/gu, '')

/** Takes off the sign of the country where a number follows it, or where what is left is a code. */
function withoutSign(country: string, compact: string): string {
  const format = postalCodeFormats[country]
  if (!format || format.code.test(compact)) return compact
  const beginsWithDigit = !/^[A-Z]{1,2}\d/.test(format.example)
  const isCode = (text: string) => format.code.test(text) || (beginsWithDigit && /^\d/.test(text))
  const rests = [country, ...(format.signs ?? [])].flatMap((sign) =>
    compact.startsWith(sign) ? [compact.slice(sign.length)] : [],
  )
  return rests.find(isCode) ?? compact
}

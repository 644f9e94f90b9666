import type { TaxRateInput } from '#contract/tax.ts'
import { readPercent, today } from '#web/tax/rate-text.ts'

/** Describes the reading of a pasted list: its rates, and the lines that are none. */
export interface RateList {
  rates: TaxRateInput[]
  /** The numbers of the lines that cannot be read, from 1. */
  wrong: number[]
}

/**
 * Reads rates as they come out of a spreadsheet: country, region, beginning of the postal code, class, name, percentage, and optionally
 * the first day and whether shipping is taxed. A line of headings at the top is left out.
 */
export function readRateList(text: string): RateList {
  const list: RateList = { rates: [], wrong: [] }
  for (const [index, line] of text.split(/\r?\n/).entries()) {
    if (line.trim() === '') continue
    const rate = readLine(line)
    if (rate) list.rates.push(rate)
    else if (index > 0) list.wrong.push(index + 1)
    else if (/\d/.test(line)) list.wrong.push(1)
  }
  return list
}

function readLine(line: string): TaxRateInput | undefined {
  const separator = ['\t', ';', ','].find((each) => line.split(each).length >= 6)
  if (separator === undefined) return undefined
  const cells = line.split(separator).map((cell) =>
    cell
      .trim()
      .replace(/^"(.*)"$/, '$1')
      .trim(),
  )
  const [
    country = '',
    region = '',
    postalPrefix = '',
    taxClass = '',
    name = '',
    percent = '',
    day = '',
    shipping = '',
  ] = cells
  const rate = readPercent(percent)
  const startsOn = day === '' ? today() : day
  const isRate = /^[A-Za-z]{2}$/.test(country) && name !== '' && /^\d{4}-\d\d-\d\d$/.test(startsOn)
  if (rate === undefined || !isRate) return undefined
  return {
    country: country.toUpperCase(),
    region,
    postalPrefix,
    taxClass: taxClass === '' ? 'standard' : taxClass.toLowerCase(),
    name,
    rate,
    startsOn,
    onShipping: !/^(no|n|nein|false|0)$/i.test(shipping),
  }
}

import type { TaxRateInput } from '#contract/tax.ts'
import { readPercent, today } from '#web/tax/rate-text.ts'

/** Lists why a line is no rate: the first reason of a line counts. */
export const rateFaults = ['columns', 'country', 'name', 'rate', 'day'] as const
type RateFault = (typeof rateFaults)[number]

/** Describes the reading of a pasted list: its rates, and the lines that are none. */
export interface RateList {
  rates: TaxRateInput[]
  /** The lines that cannot be read, from 1. */
  wrong: { line: number; fault: RateFault }[]
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
    if (typeof rate !== 'string') list.rates.push(rate)
    else if (index > 0 || /\d/.test(line)) list.wrong.push({ line: index + 1, fault: rate })
  }
  return list
}

function readLine(line: string): TaxRateInput | RateFault {
  const separator = ['\t', ';', ','].find((each) => line.split(each).length >= 6)
  if (separator === undefined) return 'columns'
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
  if (!/^[A-Za-z]{2}$/.test(country)) return 'country'
  if (name === '') return 'name'
  if (rate === undefined) return 'rate'
  if (!/^\d{4}-\d\d-\d\d$/.test(startsOn)) return 'day'
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

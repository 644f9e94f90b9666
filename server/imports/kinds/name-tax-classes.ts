import { sql } from 'drizzle-orm'
import { currentStore } from '#contract/current-store.ts'
import type { Named } from '#server/catalog/name-references.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { listEuRates } from '#server/tax/propose-eu-rates.ts'
import { listTaxClasses } from '#server/tax/tax-entries.ts'

/** Lists what ERPs call the classes that most shops have, in the languages of their files. */
const wordsOf: Readonly<Record<string, readonly string[]>> = {
  standard: [
    'standard rate',
    'standard-rate',
    'full rate',
    'taxable',
    'normal',
    'normal rate',
    'normaler steuersatz',
    'normalsatz',
    'regelsteuersatz',
    'regelsatz',
    'regelbesteuerung',
    'allgemeiner steuersatz',
    'voller steuersatz',
    'voll',
    'steuerpflichtig',
    'standardsatz',
    'standardsteuersatz',
    'taux normal',
    'aliquota ordinaria',
    'tipo general',
    'hoog tarief',
  ],
  reduced: [
    'reduced rate',
    'reduced-rate',
    'ermäßigt',
    'ermässigt',
    'ermaessigt',
    'ermäßigter steuersatz',
    'ermäßigter satz',
    'reduziert',
    'reduzierter steuersatz',
    'taux réduit',
    'aliquota ridotta',
    'tipo reducido',
    'laag tarief',
  ],
}

/** Returns a text as a fraction: `19 %`, `19,00` and `0.19`; undefined for other texts. */
function readRate(text: string): number | undefined {
  const [, whole, decimals = '', sign] = /^(\d{1,2})(?:[.,](\d{1,4}))?\s*(%?)$/.exec(text) ?? []
  if (whole === undefined) return undefined
  const number = Number(`${whole}.${decimals || 0}`)
  return sign === '' && number > 0 && number < 1 ? number : number / 100
}

/** Returns the classes that texts name: by code or name, by a usual word, or by the rate that the class has in the country of the shop. */
export async function nameTaxClasses(tx: Transaction, texts: readonly string[]): Promise<Named> {
  const classes = await listTaxClasses(tx)
  const byWord = new Map([
    ...Object.entries(wordsOf).flatMap(([code, words]) => {
      const named = classes.find((one) => one.code === code || words.includes(one.name.toLowerCase()))
      return named ? words.map((word) => [word, named.code] as const) : []
    }),
    ...classes.flatMap(({ code, name }) => [[name.toLowerCase(), code] as const, [code.toLowerCase(), code] as const]),
  ])
  const found: Named = new Map(
    classes.flatMap(({ code, name }) => [
      [name, code],
      [code, code],
    ]),
  )
  const codeOf = (text: string) => found.get(text) ?? byWord.get(text.toLowerCase())
  const others = texts.filter((text) => codeOf(text) === undefined && readRate(text) !== undefined)
  const rates = others.length > 0 ? await readRates(tx) : []
  for (const text of texts) {
    const rate = readRate(text)
    const ofRate = [...new Set(rates.flatMap((one) => (one.rate === rate ? [one.code] : [])))]
    const code = codeOf(text) ?? (ofRate.length === 1 ? ofRate[0] : undefined)
    if (code !== undefined) found.set(text, code)
  }
  return found
}

/** Lists the classes of these that have no rate yet, and are taxed as `standard` until then; none in a shop without rates. */
export async function listClassesWithoutRate(tx: Transaction, codes: readonly string[]): Promise<Set<string>> {
  const { rows } = await tx.execute<{ code: string }>(sql`
    SELECT code FROM tax_classes WHERE code = ANY (${sql.param(codes)}::text[]) AND code <> 'standard' AND NOT is_exempt
      AND NOT EXISTS (SELECT FROM tax_rates WHERE tax_class = code) AND EXISTS (SELECT FROM tax_rates)`)
  return new Set(rows.map(({ code }) => code))
}

/** Reads the present rates of the shop's country by class; before it has any, the usual one. */
async function readRates(tx: Transaction): Promise<{ code: string; rate: number }[]> {
  const { country } = currentStore()
  if (country === undefined) return []
  const { rows } = await tx.execute<{ code: string; rate: number }>(sql`
    SELECT DISTINCT ON (tax_class, name) tax_class AS code, rate::float AS rate FROM tax_rates
    WHERE country = ${country} AND region = '' AND postal_prefix = '' AND starts_on <= current_date
    ORDER BY tax_class, name, starts_on DESC`)
  if (rows.length > 0) return rows
  const usual = (await listEuRates()).filter((one) => one.country === country)
  return usual.map(({ rate }) => ({ code: 'standard', rate: Number(rate) }))
}

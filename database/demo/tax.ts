import type { TaxRateInput } from '#contract/tax.ts'
import { listEuRates } from '#server/tax/propose-eu-rates.ts'
import { addRates, putClass } from '#server/tax/tax-entries.ts'
import { taxRegistrations, taxSettings } from '#server/tax/tax.tables.ts'
import type { Transaction } from '#server/platform/database/database.ts'

const startsOn = '2020-01-01'

const rate = (parts: Pick<TaxRateInput, 'country' | 'name' | 'rate'> & Partial<TaxRateInput>): TaxRateInput => ({
  region: '',
  postalPrefix: '',
  taxClass: 'standard',
  startsOn,
  onShipping: true,
  ...parts,
})

const demoTaxOrigin = { country: 'US', region: 'TX' }

const demoTaxRegistrations = [
  { country: 'US', region: 'TX', scheme: 'normal', startsOn },
  { country: 'DE', region: '', scheme: 'normal', startsOn },
  { country: 'DE', region: '', scheme: 'oss', startsOn },
] as const

/** Lists the tax classes of the demo shop; `standard` is every shop's. */
const demoTaxClasses = [
  { code: 'reduced', name: 'Reduced', isExempt: false, taxCode: '' },
  { code: 'exempt', name: 'Exempt', isExempt: true, taxCode: 'txcd_00000000' },
]

/** Lists the tax rates of the demo shop. */
const listDemoTaxRates = async (): Promise<TaxRateInput[]> => [
  rate({ country: 'US', region: 'TX', name: 'Texas sales tax', rate: '0.0625' }),
  rate({ country: 'US', region: 'TX', postalPrefix: '787', name: 'Austin sales tax', rate: '0.02' }),
  ...(await listEuRates()).map((one) => rate({ ...one, name: 'VAT' })),
  rate({ country: 'DE', name: 'VAT', rate: '0.07', taxClass: 'reduced' }),
  rate({ country: 'FR', name: 'VAT', rate: '0.055', taxClass: 'reduced' }),
]

/** Prepares tax for the demo shop: it sends from Texas and is registered there and in the European Union. Tax itself stays off. */
export async function addDemoTax(tx: Transaction): Promise<void> {
  await tx.update(taxSettings).set(demoTaxOrigin)
  await tx.insert(taxRegistrations).values([...demoTaxRegistrations])
  for (const { code, ...taxClass } of demoTaxClasses) await putClass(tx, code, taxClass, undefined)
  await addRates(tx, await listDemoTaxRates(), undefined)
}

import type { TaxRateInput } from '#contract/tax.ts'
import { proposeRates } from '#server/tax/propose-eu-rates.ts'
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

/** Prepares tax for the demo shop: it sends from Texas and is registered there and in the European Union. Tax itself stays off. */
export async function addDemoTax(tx: Transaction): Promise<void> {
  await tx.update(taxSettings).set({ country: 'US', region: 'TX' })
  await tx.insert(taxRegistrations).values([
    { country: 'US', region: 'TX', startsOn },
    { country: 'DE', startsOn },
    { country: 'DE', scheme: 'oss', startsOn },
  ])
  await putClass(tx, 'reduced', { name: 'Reduced', isExempt: false, taxCode: '' }, undefined)
  await putClass(tx, 'exempt', { name: 'Exempt', isExempt: true, taxCode: 'txcd_00000000' }, undefined)
  const european = (await proposeRates(tx, new Date(startsOn))).map(({ country, name, rate: fraction }) =>
    rate({ country, name, rate: fraction }),
  )
  await addRates(
    tx,
    [
      rate({ country: 'US', region: 'TX', name: 'Texas sales tax', rate: '0.0625' }),
      rate({ country: 'US', region: 'TX', postalPrefix: '787', name: 'Austin sales tax', rate: '0.02' }),
      ...european,
      rate({ country: 'DE', name: 'VAT', rate: '0.07', taxClass: 'reduced' }),
      rate({ country: 'FR', name: 'VAT', rate: '0.055', taxClass: 'reduced' }),
    ],
    undefined,
  )
}

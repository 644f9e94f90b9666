import { expect, type Page } from '@playwright/test'
import { countSteps } from './count-steps.ts'

interface ErpFile {
  file: { name: string; mimeType: string; buffer: Buffer }
  /** The rows that no fix mends: those without a price, and the second ones of numbers that are there twice. */
  errors: number
  rows: number
}

const header =
  'Artikelnummer;Bezeichnung;Hersteller;Warengruppe;VK netto;Bestand;VPE;Mindestmenge;Gewicht kg;EAN;Gesperrt;Lagerort'

/**
 * Returns a file as German ERPs write it, in Windows-1252 below a title, with planted errors: minimums that do not fit the pack size, texts
 * for weights and prices, brands and categories that the shop does not have, a word for blocked parts that it does not know, stock below
 * zero, and numbers that are there twice.
 */
function writeErpFile(rows: number, prefix: string): ErpFile {
  const every = (index: number, step: number) => index % step === step - 1
  const indexes = Array.from({ length: rows }, (_, index) => index)
  const lines = indexes.map((index) => {
    const repeats = every(index, 199)
    const named = repeats ? index - 1 : index
    const packed = !repeats && every(index, 37)
    const priceless = !repeats && every(index, 151)
    return [
      `${prefix}-${String(named).padStart(5, '0')}`,
      `Bremsbelag für Achse ${index}`,
      `Marke ${prefix} ${named % 3}`,
      `Bremsen ${prefix} > Gruppe ${index % 2}`,
      priceless ? 'auf Anfrage' : `${1 + (index % 3)}.${String(index % 1000).padStart(3, '0')},50`,
      every(index, 83) ? '-3' : String(index % 120),
      packed ? '10' : '1',
      packed ? '4' : '1',
      every(index, 101) ? 'n.n.' : `${index % 20},250`,
      '',
      every(index, 61) ? 'gesp.' : 'N',
      `R${index % 30}`,
    ].join(';')
  })
  const text = ['Artikelexport 2026', header, ...lines, ''].join('\r\n')
  return {
    file: { name: 'artikel.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') },
    errors: indexes.filter((index) => every(index, 199) || every(index, 151)).length,
    rows,
  }
}

/** Drops such a file, mends it by its fixes and answers, and applies it; returns the steps that it took. */
export async function importErpFile(page: Page, { rows, prefix }: { rows: number; prefix: string }) {
  const { file, errors } = writeErpFile(rows, prefix)
  const { steps, click } = countSteps()
  const figure = (count: number) => count.toLocaleString('en-US')
  const heading = (found: number, wrong: number) =>
    page.getByRole('heading', { name: `${figure(found)} new, 0 changed, 0 the same, ${figure(wrong)} errors` })
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  steps.clicks += 1
  await page.getByLabel('Drop files here, or choose them').setInputFiles([file])
  await click(button('Compare with the shop'))
  await expect(heading(0, rows)).toBeVisible()
  await click(button('Add the missing brands'))
  await click(button('Add the missing categories'))
  await click(button('Leave these cells out: Weight'))
  await click(button('Raise the minimum to the pack size'))
  await expect(button('Take back: Raise the minimum to the pack size')).toBeVisible()
  const meaning = page.getByRole('combobox', { name: '“gesp.” is' })
  steps.clicks += 1
  await meaning.selectOption('draft')
  await click(button('Compare again with these answers'))
  await expect(heading(rows - errors, errors)).toBeVisible()
  await click(button(`Apply ${figure(rows - errors)} changes`))
  await expect(button('Undo the import')).toBeVisible()
  return steps
}

import { maxDocuments } from '#contract/catalog.ts'
import { maxPricesPerProduct } from '#contract/price-rows.ts'
import { listRequiredAttributes } from '#server/catalog/attributes/read-attributes.ts'
import { attributePrefix } from '#server/catalog/fields/attribute-fields.ts'
import { documentCodes, readDocuments } from '#server/catalog/fields/document-fields.ts'
import { picturesOf } from '#server/catalog/fields/product-texts.ts'
import { findNameHolders } from '#server/catalog/name-references.ts'
import { warnOfDistantPrices } from '#server/imports/kinds/distant-prices.ts'
import type { Change, RowError, RowWarning } from '#server/imports/kinds/kind.ts'
import { toPriceSteps } from '#server/imports/kinds/list-prices.ts'
import { findDocumentUrls } from '#server/media/find-document-urls.ts'
import { findImageUrls } from '#server/media/find-image-urls.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { readList, type Texts } from '#server/catalog/fields/field.ts'
import { checkPriceSteps } from '#server/pricing/price-steps.ts'
import { findListed } from '#server/vehicles/write-fit-kinds.ts'

const newDefaults: Texts = {
  minimum: '1',
  multiple: '1',
  stock: '0',
  pricePer: '1',
  state: 'active',
  taxClass: 'standard',
  fit: 'none',
  fitComplete: 'no',
}

/** Pushes what refuses changes of products, and what a person looks at before they are applied. */
export async function checkProducts(
  tx: Transaction,
  changes: readonly Change[],
  present: Map<string, Texts>,
  errors: RowError[],
  warnings: RowWarning[],
): Promise<void> {
  const whole = changes.map((change) => ({
    ...change,
    texts: { ...(change.before ? present.get(change.subject) : newDefaults), ...change.after },
  }))
  const refuse = (row: number, field: string | undefined, code: RowError['code'], facts: RowError['facts'] = {}) =>
    errors.push({ row, field, code, facts })
  for (const { row, texts } of whole) {
    const [minimum, multiple] = [Number(texts['minimum'] ?? 1), Number(texts['multiple'] ?? 1)]
    const maximum = texts['maximum'] ? Number(texts['maximum']) : undefined
    const fits = minimum % multiple === 0 && (maximum === undefined || (maximum % multiple === 0 && maximum >= minimum))
    if (!fits) refuse(row, 'minimum', 'quantities-do-not-fit', { multiple })
  }
  const fitted = whole.filter(({ after }) => after['fit'] !== undefined || after['fitComplete'] !== undefined)
  const listed = await findListed(
    tx,
    fitted.map(({ subject }) => subject),
  )
  for (const { row, subject, texts } of fitted) {
    if (texts['fit'] === 'vehicles') continue
    if (listed.has(subject)) refuse(row, 'fit', 'fits-listed')
    else if (texts['fitComplete'] === 'yes') refuse(row, 'fitComplete', 'fits-complete-without-kind')
  }
  const selling = whole.filter(
    ({ before, after, texts }) =>
      texts['state'] === 'active' &&
      (!before || ['name', 'partNumber', 'brand', 'state'].some((field) => field in after)),
  )
  const holders = await findNameHolders(
    tx,
    selling.map(({ row, subject, texts }) => ({
      row,
      id: subject,
      name: texts['name'] ?? '',
      sku: texts['partNumber'] ?? '',
      brand: texts['brand'] ?? '',
    })),
  )
  for (const { row, before, after, texts } of selling) {
    const holder = holders.get(row)
    if (holder?.name) refuse(row, 'name', 'name-taken', { text: texts['name'] ?? '' })
    const changesNumber = ['partNumber', 'brand'].some((field) => field in after)
    const text = texts['partNumber'] ?? ''
    if (holder?.number && (!before || changesNumber || 'state' in after)) {
      refuse(row, 'partNumber', 'number-taken', { text, name: holder.number })
    } else if (holder?.brands && before && changesNumber) {
      const { brands } = holder
      if ('brand' in after) refuse(row, 'brand', 'brand-not-removed', { text, brands })
      else refuse(row, 'partNumber', 'number-of-brands', { text, brands })
    }
  }
  const known = await findImageUrls(
    tx,
    changes.flatMap(({ after }) => picturesOf(after)),
  )
  const documentsIn = (after: Texts, field: string) => readDocuments(after[field] ?? '').map(({ url }) => url)
  const ours = await findDocumentUrls(
    tx,
    changes.flatMap(({ after }) => documentCodes.flatMap((field) => documentsIn(after, field))),
  )
  const refused = new Set(errors.map(({ row }) => row))
  for (const { row, after } of changes) {
    for (const field of ['picture', 'pictures']) {
      const text = readList(after[field] ?? '').find((url) => !known.has(url))
      if (text !== undefined && !refused.has(row)) refuse(row, field, 'not-our-picture', { text })
    }
    for (const field of documentCodes) {
      const text = documentsIn(after, field).find((url) => !ours.has(url))
      if (text !== undefined && !refused.has(row)) refuse(row, field, 'not-a-document', { text })
    }
  }
  for (const { row, after, texts } of whole) {
    const field = documentCodes.find((code) => after[code] !== undefined)
    if (field === undefined) continue
    const count = documentCodes.flatMap((code) => readDocuments(texts[code] ?? '')).length
    if (count > maxDocuments) refuse(row, field, 'too-many-documents', { count, most: maxDocuments })
  }
  const steps = await toPriceSteps(tx, changes)
  const refusedSteps = await checkPriceSteps(
    tx,
    steps.map(({ step }) => step),
  )
  for (const { index, code } of refusedSteps) {
    const { row = 0, field } = steps[index] ?? {}
    const isExplained = code === 'price-from-one' || code === 'first-price-missing' || code === 'price-rises'
    if (isExplained) refuse(row, field, code)
    else refuse(row, field, 'too-many-prices', { most: maxPricesPerProduct })
  }
  await warnOfDistantPrices(tx, changes, { present, steps, errors }, warnings)
  const attributed = whole.filter(({ after }) => Object.keys(after).some((field) => field.startsWith(attributePrefix)))
  const required = await listRequiredAttributes(tx, [
    ...new Set(attributed.flatMap(({ texts }) => texts['category'] || [])),
  ])
  for (const { row, texts } of attributed) {
    for (const code of required.get(texts['category'] ?? '') ?? []) {
      const field = `${attributePrefix}${code}`
      if (!texts[field]) refuse(row, field, 'attribute-required', { text: code })
    }
  }
}

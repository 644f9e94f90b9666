import { toAmount, toCents } from '#contract/currency.ts'
import { greatFactor } from '#server/imports/judge-changes.ts'
import type { Change, RowError, RowWarning } from '#server/imports/kinds/kind.ts'
import type { toPriceSteps } from '#server/imports/kinds/list-prices.ts'
import type { Texts } from '#server/catalog/fields/field.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { readListPrices } from '#server/pricing/read-list-prices.ts'

export const distantPrices = 'prices-apart'

/** Returns the lowest and the highest of the prices of a product if they are further apart than breaks, lists and sales explain. */
export function findDistantPrices(cents: readonly number[]): { lowest: number; highest: number } | undefined {
  const priced = cents.filter((price) => price > 0)
  const [lowest, highest] = [Math.min(...priced), Math.max(...priced)]
  // Also if both were rounded to the unit of the currency.
  return highest - 0.5 > greatFactor * (lowest + 0.5) ? { lowest, highest } : undefined
}

/** Says which changes move the prices of a product apart that were not before; those of all lists count. */
export async function warnOfDistantPrices(
  tx: Transaction,
  changes: readonly Change[],
  {
    present,
    steps,
    errors,
  }: {
    present: ReadonlyMap<string, Texts>
    steps: Awaited<ReturnType<typeof toPriceSteps>>
    errors: readonly RowError[]
  },
  warnings: RowWarning[],
): Promise<void> {
  const refused = new Set(errors.map(({ row }) => row))
  const own = changes.flatMap(({ row, subject, after: { price } }) =>
    price ? [{ row, field: 'price', productId: subject, step: '', cents: toCents(Number(price)) }] : [],
  )
  const ofLists = steps.map(({ row, field, step }) => ({ row, field, ...step, step: `${step.listId} ${step.from}` }))
  const given = Map.groupBy(
    [...own, ...ofLists].filter(({ row }) => !refused.has(row)),
    ({ productId }) => productId,
  )
  const lists = await readListPrices(tx, [...given.keys()])
  for (const [productId, prices] of given) {
    const price = present.get(productId)?.['price']
    const before = new Map([
      ...(price ? [['', toCents(Number(price))] as const] : []),
      ...(lists.get(productId) ?? []).map(({ listId, from, cents }) => [`${listId} ${from}`, cents] as const),
    ])
    const after = new Map([...before, ...prices.map(({ step, cents }) => [step, cents ?? 0] as const)])
    const found = findDistantPrices([...after.values()])
    if (!found || findDistantPrices([...before.values()])) continue
    const { lowest, highest } = found
    const changed = prices.find(({ cents }) => cents === highest) ?? prices.find(({ cents }) => cents === lowest)
    if (!changed) continue
    const { row, field } = changed
    warnings.push({
      row,
      field,
      warning: distantPrices,
      code: distantPrices,
      facts: { lowest: toAmount(lowest), highest: toAmount(highest) },
    })
  }
}

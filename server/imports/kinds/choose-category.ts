import { maxLengths } from '#contract/max-lengths.ts'
import { namesOnWay } from '#server/catalog/categories/add-missing-categories.ts'
import { betweenCategories } from '#server/catalog/fields/own-fields.ts'
import { nameCategories, wayStep } from '#server/catalog/name-references.ts'
import type { AskedRow, RowError, RowWarning } from '#server/imports/kinds/kind.ts'
import type { Transaction } from '#server/platform/database/database.ts'

/** Names of what programs have above all categories, in lower case. */
const roots = new Set([
  'home',
  'startseite',
  'root',
  'root category',
  'root catalog',
  'default category',
  'all categories',
  'alle kategorien',
  'all products',
  'alle produkte',
])

const isRoot = (name = '') => roots.has(name.toLowerCase())

/** Lists the ways to categories that a cell names, with all their names. */
const waysIn = (text: string) =>
  text
    .split(betweenCategories)
    .map((way) => namesOnWay(way.trim()))
    .filter((names) => names.join('') !== '')

const withoutRoot = (names: readonly string[]) => (isRoot(names[0]) ? names.slice(1) : names)

/**
 * Leaves one category in each row: of several, the first of those furthest down, the others are told; without the root of another
 * program's tree. What the shop has as it is written stays so.
 */
export async function chooseCategories(
  tx: Transaction,
  rows: readonly AskedRow[],
  errors: RowError[],
  warnings: RowWarning[],
): Promise<readonly AskedRow[]> {
  const asked = [...new Set(rows.flatMap(({ texts }) => texts['category'] || []))]
  const unclear = asked.filter((text) => betweenCategories.test(text) || isRoot(namesOnWay(text)[0]))
  if (unclear.length === 0) return rows
  const known = await nameCategories(tx, [
    ...unclear,
    ...unclear.flatMap((text) => waysIn(text).map((way) => way.join(wayStep))),
  ])
  return rows.map(({ row, texts }) => {
    const text = texts['category'] ?? ''
    if (!unclear.includes(text) || known.has(text)) return { row, texts }
    const ways = waysIn(text)
      .map((names) => (known.has(names.join(wayStep)) ? names : withoutRoot(names)))
      .filter((names) => names.length > 0)
    const depth = Math.max(...ways.map((names) => names.length))
    const chosen = ways.find((names) => names.length === depth)
    if (!chosen) {
      const { category: _, ...others } = texts
      return { row, texts: others }
    }
    const category = chosen.join(wayStep)
    const others = [...new Set(ways.map((names) => names.join(wayStep)))].filter(
      (way) => way !== category && !category.startsWith(way + wayStep),
    )
    if (others.length > 0)
      warnings.push({
        row,
        field: 'category',
        warning: 'categories-left-out',
        code: 'other-categories',
        facts: { text: others.join(', ') },
      })
    if (chosen.includes(''))
      errors.push({ row, field: 'category', code: 'category-name-missing', facts: { text: category } })
    else if (chosen.some((name) => name.length > maxLengths.categoryName))
      errors.push({ row, field: 'category', code: 'too-long', facts: { most: maxLengths.categoryName } })
    return { row, texts: { ...texts, category } }
  })
}

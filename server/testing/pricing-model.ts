import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import type { Database } from '#server/platform/database/database.ts'

/** Describes a price list of the model; products, groups and members are named by their index. */
export interface ModelList {
  isBase: boolean
  /** Undefined for everyone. */
  group: number | undefined
  active: boolean
  dates: 'always' | 'now' | 'later' | 'over'
  isExclusive: boolean
  /** In hundredths of a percent. */
  percent: number | undefined
  prices: readonly { product: number; from: number; cents: number }[]
}
export interface ModelRule {
  product: number
  group: number
  minimum: number
  multiple: number
  maximum: number | null
}
/** Describes the lists of a shop; those behind have the higher ids, and the first is that of the public breaks. */
export interface PricingModel {
  lists: readonly ModelList[]
  /** The groups of each buyer. */
  members: readonly (readonly number[])[]
  rules: readonly ModelRule[]
}

export const modelQuantities = [1, 2, 3, 5, 6, 9, 10, 12, 24, 100]
const groupCount = 3

/** Makes random lists, groups and rules for products, whose own prices are `ownCents`, and for buyers. */
export function arbitraryPricing(ownCents: readonly number[], buyers: number): fc.Arbitrary<PricingModel> {
  const product = fc.nat(ownCents.length - 1)
  const group = fc.nat(groupCount - 1)
  const steps = (first: number) =>
    fc
      .tuple(
        product,
        fc.uniqueArray(fc.constantFrom(...modelQuantities.filter((from) => from >= first)), { maxLength: 4 }),
        fc.array(fc.integer({ min: 1, max: 1600 }), { minLength: 4, maxLength: 4 }),
      )
      .map(([at, quantities, cents]) => ({ at, quantities: quantities.toSorted((one, other) => one - other), cents }))
  const pricesOf = (first: number, needsFirst: boolean) =>
    fc.uniqueArray(steps(first), { maxLength: ownCents.length, selector: ({ at }) => at }).map((products) =>
      products.flatMap(({ at, quantities, cents }) => {
        const falling = cents.toSorted((one, other) => other - one)
        const froms = needsFirst && quantities.length > 0 ? [1, ...quantities.filter((from) => from > 1)] : quantities
        return froms.slice(0, 4).map((from, index) => ({ product: at, from, cents: falling[index] ?? 1 }))
      }),
    )
  const base = fc.record({
    isBase: fc.constant(true),
    group: fc.constant(undefined),
    active: fc.boolean(),
    dates: fc.constant('always' as const),
    isExclusive: fc.constant(false),
    percent: fc.constant(undefined),
    prices: pricesOf(2, false),
  })
  const other = fc
    .record({
      group: fc.option(group, { nil: undefined, freq: 3 }),
      active: fc.constantFrom(true, true, true, false),
      dates: fc.constantFrom('always' as const, 'now' as const, 'later' as const, 'over' as const),
      isExclusive: fc.constantFrom(false, false, false, true),
      percent: fc.option(fc.integer({ min: -9000, max: 3000 }), { nil: undefined }),
    })
    .chain((list) =>
      pricesOf(1, list.isExclusive && list.percent === undefined).map((prices) => ({ ...list, isBase: false, prices })),
    )
  const rule = fc
    .record({
      product,
      group,
      multiple: fc.integer({ min: 1, max: 4 }),
      low: fc.integer({ min: 1, max: 3 }),
      more: fc.option(fc.nat(3)),
    })
    .map(({ multiple, low, more, ...at }) => ({
      ...at,
      multiple,
      minimum: multiple * low,
      maximum: more === null ? null : multiple * (low + more),
    }))
  return fc.record({
    lists: fc.tuple(base, fc.array(other, { maxLength: 6 })).map(([first, others]) => [first, ...others]),
    members: fc.array(fc.subarray([0, 1, 2]), { minLength: buyers, maxLength: buyers }),
    rules: fc.uniqueArray(rule, { maxLength: 6, selector: ({ product: at, group: of }) => `${at} ${of}` }),
  })
}

/** Whether a list prices a buyer, or a visitor. */
export const isEntitled = ({ active, dates, group }: ModelList, groups: readonly number[] | undefined): boolean =>
  active && (dates === 'always' || dates === 'now') && (group === undefined || (groups?.includes(group) ?? false))

/** Returns the price of a product for a buyer, or a visitor, with the index of the list that it is of; -1 is its own price. */
export function modelPrice(
  { lists, members }: PricingModel,
  {
    ownCents,
    product,
    buyer,
    quantity,
  }: { ownCents: number; product: number; buyer?: number | undefined; quantity: number },
): { cents: number; list: number } {
  const reached = ({ prices }: ModelList) =>
    prices.filter((price) => price.product === product && price.from <= quantity)
  const lowestOf = (rows: readonly { cents: number }[]) => Math.min(...rows.map(({ cents }) => cents))
  const publicCents = Math.min(
    ownCents,
    ...lists.filter(({ isBase, active }) => isBase && active).map((list) => lowestOf(reached(list))),
  )
  const offers = lists.flatMap((list, index) => {
    if (!isEntitled(list, buyer === undefined ? undefined : members[buyer])) return []
    const rows = reached(list)
    const candidates = rows.map(({ cents }) => cents)
    if (list.percent !== undefined && !rows.some(({ from }) => from === 1)) {
      const exact = BigInt(publicCents) * BigInt(10_000 + list.percent)
      candidates.push(Math.max(1, Number((2n * exact + 10_000n) / 20_000n)))
    }
    return candidates.length === 0
      ? []
      : [{ cents: Math.min(...candidates), list: index, isExclusive: list.isExclusive }]
  })
  const alone = offers.filter(({ isExclusive }) => isExclusive)
  const counted = alone.length > 0 ? alone : [{ cents: ownCents, list: -1 }, ...offers]
  const lowest = Math.min(...counted.map(({ cents }) => cents))
  return { cents: lowest, list: counted.find(({ cents }) => cents === lowest)?.list ?? -1 }
}

/** Returns the quantity rule of a product for a buyer; undefined is its own. */
export function modelRule({ rules, members }: PricingModel, { product, buyer }: { product: number; buyer: number }) {
  const most = (maximum: number | null) => maximum ?? Infinity
  return rules
    .filter((rule) => rule.product === product && members[buyer]?.includes(rule.group))
    .toSorted(
      (one, other) =>
        one.minimum - other.minimum || one.multiple - other.multiple || most(other.maximum) - most(one.maximum) || 0,
    )[0]
}

/** Replaces all lists, groups and rules of a shop by those of a model; returns the ids of its lists. */
export async function writePricing(
  db: Database,
  { lists, members, rules }: PricingModel,
  { productIds, buyerIds }: { productIds: readonly string[]; buyerIds: readonly string[] },
): Promise<string[]> {
  return db.transaction(async (tx) => {
    await tx.execute(sql`DELETE FROM prices`)
    await tx.execute(sql`DELETE FROM price_lists WHERE NOT is_base`)
    await tx.execute(sql`DELETE FROM customer_groups`)
    const { rows: groups } = await tx.execute<{ id: string }>(
      sql`INSERT INTO customer_groups (name) SELECT 'Group ' || n FROM generate_series(1, ${groupCount}) n RETURNING id`,
    )
    for (const [buyer, mine] of members.entries())
      for (const group of mine)
        await tx.execute(
          sql`INSERT INTO group_members (group_id, user_id) VALUES (${groups[group]?.id}, ${buyerIds[buyer]})`,
        )
    const ids: string[] = []
    for (const [index, { isBase, active, group, dates, isExclusive, percent, prices }] of lists.entries()) {
      const { rows } = isBase
        ? await tx.execute<{ id: string }>(sql`UPDATE price_lists SET active = ${active} WHERE is_base RETURNING id`)
        : await tx.execute<{ id: string }>(sql`
            INSERT INTO price_lists (name, group_id, active, is_exclusive, adjust_percent, starts_at, ends_at)
            VALUES (${`List ${index}`}, ${group === undefined ? null : groups[group]?.id}, ${active}, ${isExclusive},
              ${percent === undefined ? null : percent / 100}::numeric,
              CASE ${dates} WHEN 'now' THEN now() - interval '1 day' WHEN 'later' THEN now() + interval '1 day'
                WHEN 'over' THEN now() - interval '2 days' END,
              CASE ${dates} WHEN 'now' THEN now() + interval '1 day' WHEN 'over' THEN now() - interval '1 day' END)
            RETURNING id`)
      const id = rows[0]?.id ?? ''
      ids.push(id)
      for (const { product, from, cents } of prices)
        await tx.execute(sql`
          INSERT INTO prices (price_list_id, product_id, from_quantity, cents) VALUES (${id}, ${productIds[product]}, ${from}, ${cents})`)
    }
    for (const { product, group, minimum, multiple, maximum } of rules)
      await tx.execute(sql`
        INSERT INTO quantity_rules (product_id, group_id, minimum, multiple, maximum)
        VALUES (${productIds[product]}, ${groups[group]?.id}, ${minimum}, ${multiple}, ${maximum})`)
    return ids
  })
}

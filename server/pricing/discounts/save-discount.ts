import { eq, sql } from 'drizzle-orm'
import type { DiscountInput } from '#contract/discounts.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import { discountCategories, discountProducts, discounts } from '#server/pricing/discounts/discounts.tables.ts'
import { getDiscount, type ManagedDiscountRow } from '#server/pricing/discounts/list-discounts.ts'
import { presentDiscount } from '#server/pricing/discounts/present-discount.ts'
import { readDiscount, type StoredDiscount } from '#server/pricing/discounts/read-discount.ts'
import { type Database, type Transaction, violatedConstraint } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { newId, parseId } from '#server/platform/ids.ts'

/** Adds a discount. Throws the problems of the endpoint. */
export async function addDiscount(
  db: Database,
  input: DiscountInput,
  by: AuditActor | undefined,
): Promise<ManagedDiscountRow> {
  const discount = readDiscount(input)
  assertNotOver(discount)
  const id = newId()
  return db
    .transaction(async (tx) => {
      await tx.insert(discounts).values({ id, ...discount.row })
      await writeTargets(tx, id, discount)
      const saved = await getDiscount(tx, id)
      const subject = { type: 'discount', id } as const
      await recordAuditEvent(tx, by, { kind: 'discount-added', subject, after: auditedFacts(saved) })
      return saved
    })
    .catch(orRefused(input))
}

/** Updates what is given of a discount; orders that use it keep what they got. Throws the problems of the endpoint. */
export async function updateDiscount(
  db: Database,
  discountId: string,
  changes: Partial<DiscountInput>,
  by: AuditActor | undefined,
): Promise<ManagedDiscountRow> {
  const id = parseId(discountId, 'discount-not-found')
  return db
    .transaction(async (tx) => {
      // No order uses it during an edit.
      await tx.execute(sql`SELECT FROM discounts WHERE id = ${id} FOR NO KEY UPDATE`)
      const before = await getDiscount(tx, id)
      const discount = readDiscount({ ...inputOf(before), ...changes })
      if (changes.endsAt !== undefined) assertNotOver(discount, before.endsAt)
      const { usageLimit } = discount.row
      if (usageLimit !== null && usageLimit < before.usedCount) {
        throw problem('discount-limit-below-uses', { used: before.usedCount })
      }
      await tx
        .update(discounts)
        .set({ ...discount.row, updatedAt: sql`clock_timestamp()` })
        .where(eq(discounts.id, id))
      await writeTargets(tx, id, discount)
      const saved = await getDiscount(tx, id)
      await recordAuditEvent(tx, by, {
        kind: 'discount-changed',
        subject: { type: 'discount', id },
        before: auditedFacts(before),
        after: auditedFacts(saved),
      })
      return saved
    })
    .catch(orRefused(changes))
}

const minuteOf = (moment: Date | string) => Math.floor(new Date(moment).getTime() / 60_000)

/** Throws `discount-already-over` for an end in the past; the minute that a discount has ended at may be sent again. */
function assertNotOver({ row: { endsAt } }: StoredDiscount, before: Date | string | null = null): void {
  if (endsAt === null || endsAt > new Date()) return
  if (before === null || minuteOf(before) !== minuteOf(endsAt)) throw problem('discount-already-over')
}

/** Returns a discount as it would be written. */
function inputOf(row: ManagedDiscountRow): DiscountInput {
  const { _id: _, state: __, used: ___, updatedAt: ____, products, categories, ...fields } = presentDiscount(row)
  return { ...fields, productIds: products.map(({ _id }) => _id), categoryIds: categories.map(({ _id }) => _id) }
}

async function writeTargets(tx: Transaction, discountId: string, { productIds, categoryIds }: StoredDiscount) {
  await tx.delete(discountProducts).where(eq(discountProducts.discountId, discountId))
  await tx.delete(discountCategories).where(eq(discountCategories.discountId, discountId))
  if (productIds.length > 0) {
    await tx.insert(discountProducts).values(productIds.map((productId) => ({ discountId, productId })))
  }
  if (categoryIds.length > 0) {
    await tx.insert(discountCategories).values(categoryIds.map((categoryId) => ({ discountId, categoryId })))
  }
}

/** Describes a discount for the audit log. */
const auditedFacts = (row: ManagedDiscountRow) => ({
  name: row.name,
  code: row.code,
  kind: row.kind,
  ...(row.kind === 'fixed' ? { amountCents: row.value } : { percent: row.value / 100 }),
  target: row.target,
  products: row.products.map(({ name }) => name),
  categories: row.categories.map(({ name }) => name),
  minimumCents: row.minimumCents,
  startsAt: row.startsAt && new Date(row.startsAt).toISOString(),
  endsAt: row.endsAt && new Date(row.endsAt).toISOString(),
  active: row.active,
  usageLimit: row.usageLimit,
  oncePerBuyer: row.oncePerBuyer,
})

const orRefused =
  ({ code = '', categoryIds = [] }: Partial<DiscountInput>) =>
  (error: unknown): never => {
    switch (violatedConstraint(error)) {
      case 'discounts_code':
        throw problem('discount-code-taken', { discount: code })
      case 'discount_products_product_id_fkey':
        throw problem('product-not-found')
      case 'discount_categories_category_id_fkey':
        throw problem('category-not-found', { category: categoryIds.join(', ') })
      default:
        throw error
    }
  }

import { type AnyPgColumn, integer, pgTable, primaryKey, text } from 'drizzle-orm/pg-core'
import { languages } from '#contract/language.ts'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

/** Stores the tree of categories; siblings are ordered by position and id. */
export const categories = pgTable('categories', {
  id: integer('id').generatedAlwaysAsIdentity().primaryKey(),
  parentId: integer('parent_id').references((): AnyPgColumn => categories.id),
  slug: text('slug').notNull(),
  position: integer('position').notNull(),
  imageUrl: text('image_url'),
  updatedAt: timestamptz('updated_at').notNull().defaultNow(),
})

export const categoryTexts = pgTable(
  'category_texts',
  {
    categoryId: integer('category_id')
      .notNull()
      .references(() => categories.id, { onDelete: 'cascade' }),
    language: text('language', { enum: languages }).notNull(),
    name: text('name').notNull(),
    description: text('description').notNull().default(''),
    /** Sets what search engines show of its page. */
    pageTitle: text('page_title').notNull().default(''),
    pageDescription: text('page_description').notNull().default(''),
  },
  (table) => [primaryKey({ columns: [table.categoryId, table.language] })],
)

/** Stores the addresses that renamed pages had before; `kind` names the table of the target. */
export const oldSlugs = pgTable(
  'old_slugs',
  {
    kind: text('kind', { enum: ['category'] }).notNull(),
    slug: text('slug').notNull(),
    targetId: integer('target_id').notNull(),
  },
  (table) => [primaryKey({ columns: [table.kind, table.slug] })],
)

import { integer, pgTable, primaryKey, text, uuid } from 'drizzle-orm/pg-core'
import type { Language } from '#contract/language.ts'
import type { LegalKind } from '#contract/legal.ts'
import { timestamptz } from '#server/platform/database/timestamptz.ts'

/** Stores the published versions of the legal texts, which never change. */
export const legalVersions = pgTable(
  'legal_versions',
  {
    kind: text('kind').$type<LegalKind>().notNull(),
    language: text('language').$type<Language>().notNull(),
    version: integer('version').notNull(),
    text: text('text').notNull(),
    publishedAt: timestamptz('published_at').notNull().defaultNow(),
    publishedBy: uuid('published_by'),
  },
  ({ kind, language, version }) => [primaryKey({ columns: [kind, language, version] })],
)

/** Stores what is being written, one draft per text and language. */
export const legalDrafts = pgTable(
  'legal_drafts',
  {
    kind: text('kind').$type<LegalKind>().notNull(),
    language: text('language').$type<Language>().notNull(),
    text: text('text').notNull(),
    revision: integer('revision').notNull(),
    savedAt: timestamptz('saved_at').notNull().defaultNow(),
    savedBy: uuid('saved_by'),
  },
  ({ kind, language }) => [primaryKey({ columns: [kind, language] })],
)

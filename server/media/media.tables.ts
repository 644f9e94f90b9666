import { integer, pgTable, primaryKey, text, timestamp, uuid } from 'drizzle-orm/pg-core'

/** Records uploaded PDF files. */
export const documents = pgTable('documents', {
  id: text('id').primaryKey(),
  bytes: integer('bytes').notNull(),
  uploadedBy: uuid('uploaded_by'),
})

export const images = pgTable('images', {
  id: text('id').primaryKey(),
  url: text('url').notNull(),
  placeholder: text('placeholder').notNull(),
  width: integer('width').notNull(),
  height: integer('height').notNull(),
  uploadedAt: timestamp('uploaded_at', { withTimezone: true, mode: 'date' }).notNull().defaultNow(),
})

/** Records who uploaded a picture; several users may upload the same file. */
export const imageUploads = pgTable(
  'image_uploads',
  { imageId: text('image_id').notNull(), uploadedBy: uuid('uploaded_by').notNull() },
  (table) => [primaryKey({ columns: [table.imageId, table.uploadedBy] })],
)

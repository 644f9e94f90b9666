import { defaultStore } from '#contract/settings.ts'
import type { Store } from '#contract/store.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { preparedOnce } from '#server/platform/database/prepare-statement.ts'
import { stores } from '#server/store/store.tables.ts'

export type StoreRow = typeof stores.$inferSelect

const selectStore = preparedOnce((db) => db.select().from(stores).prepare('read_store'))

/** Returns the row of the store. */
export async function readStoreRow(db: Database | Transaction): Promise<StoreRow> {
  const [row] = await selectStore(db).execute()
  if (!row) throw new Error('The row of the store is missing.')
  return row
}

/** Returns the store as it is now. */
export const readStore = async (db: Database | Transaction): Promise<Store> => presentStore(await readStoreRow(db))

export const presentStore = (row: StoreRow): Store => {
  const { id, edition, name, logo, icon, socialPicture, primaryColor, accentColor, announcement, ...others } = row
  const { contactRecipient, orderRecipient, lowStockRecipient, ...fields } = others
  return {
    ...fields,
    name: name ?? defaultStore.name,
    primaryColor: primaryColor ?? '',
    accentColor: accentColor ?? '',
    ...(logo && { logo }),
    ...(icon && { icon }),
    ...(socialPicture && { socialPicture }),
    ...(announcement && { announcement }),
  }
}

import { type MenuPage, menuPages } from '#contract/site-content.ts'
import type { AuditActor } from '#server/audit-log/record-audit-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { readSavedContent, readSiteContent } from '#server/site-content/read-site-content.ts'
import { lockSiteContent, updateSiteContent } from '#server/site-content/update-site-content.ts'

/** Lists the pages of menu and footer that have nothing but the texts as delivered; the home page is none of them. */
export async function listDeliveredPages(db: Database | Transaction): Promise<MenuPage[]> {
  const { settings } = await readSiteContent(db)
  // Only what differs from the texts as delivered is saved.
  const { content, translations } = await readSavedContent(db)
  const saved = [content, ...Object.values(translations)].map((each) => new Map<string, object>(Object.entries(each)))
  return menuPages.filter(
    (page) =>
      settings[page] !== 'hidden' &&
      settings.homePage !== page &&
      !saved.some((each) => hasOwnTexts(page, each.get(page))),
  )
}

/** Lists the parts of pages that are also filled in from the store and its catalog, with the other placeholders of the shop. */
const filledParts: Partial<Record<MenuPage, readonly string[]>> = { plumbing: ['contact', 'statistics'] }

const hasOwnTexts = (page: MenuPage, saved: object = {}) =>
  Object.keys(saved).some((part) => !filledParts[page]?.includes(part))

/** Takes the pages out of menu and footer that have nothing but the texts as delivered, and returns them. */
export async function hideDeliveredPages(tx: Transaction, by: AuditActor): Promise<MenuPage[]> {
  await lockSiteContent(tx)
  const pages = await listDeliveredPages(tx)
  if (pages.length === 0) return pages
  const { settings } = await readSiteContent(tx)
  const hidden = Object.fromEntries(pages.map((page) => [page, 'hidden' as const]))
  // Settings hold for all languages.
  await updateSiteContent(tx, by, { settings: { ...settings, ...hidden } }, { main: 'en', language: 'en' })
  return pages
}

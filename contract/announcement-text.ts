import { defaultLanguage, type Language } from '#contract/language.ts'
import type { Announcement } from '#contract/store.ts'

/** Returns the text of an announcement in a language, as entered; undefined without one. */
export const announcementTextIn = ({ text, texts }: Pick<Announcement, 'text' | 'texts'>, language: Language) =>
  (language === defaultLanguage ? text : texts?.[language]) || undefined

/** Returns what readers of a language see: their text, else that of the main language, else `text`; undefined for nothing. */
export const shownAnnouncementText = (
  announcement: Pick<Announcement, 'text' | 'texts'>,
  language: Language,
  main: Language | undefined,
): string | undefined =>
  announcementTextIn(announcement, language) ??
  announcementTextIn(announcement, main ?? defaultLanguage) ??
  announcementTextIn(announcement, defaultLanguage)

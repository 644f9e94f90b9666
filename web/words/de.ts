import type { WordId } from '#web/words/words.ts'

/** Jeder Satz der Seiten auf Deutsch. */
export const de: Record<WordId, string> = {
  'shop.skip': 'Zum Inhalt springen',
  'shop.language': 'Sprache',
}

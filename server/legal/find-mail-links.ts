import type { Language } from '#contract/language.ts'
import type { LegalKind } from '#contract/legal.ts'
import { listLegalTexts } from '#server/legal/find-legal-texts.ts'
import type { Transaction } from '#server/platform/database/database.ts'

type FindMailLinks = (tx: Transaction, language: Language) => Promise<{ label: string; url: string }[]>

/** Is how long a new text may be missing in mails: asking for each one would lengthen the transactions of orders. */
const keptMs = 10_000

/** Creates the function that lists the published legal texts for the end of a mail. */
export function createFindMailLinks(findOutsideTerms: (tx: Transaction) => Promise<string>): FindMailLinks {
  const kept = new Map<Language, { links: { label: string; url: string }[]; until: number }>()
  return async (tx, language) => {
    const known = kept.get(language)
    if (known && known.until > performance.now()) return known.links
    const texts = await listLegalTexts(tx, language, await findOutsideTerms(tx))
    const links = texts.map(({ kind, url }) => ({ label: legalTitles[language][kind], url }))
    kept.set(language, { links, until: performance.now() + keptMs })
    return links
  }
}

/** Names the texts in mails. */
const legalTitles: Record<Language, Record<LegalKind, string>> = {
  en: { terms: 'Terms of sale', privacy: 'Privacy', imprint: 'Imprint', returns: 'Returns' },
  de: { terms: 'Verkaufsbedingungen', privacy: 'Datenschutz', imprint: 'Impressum', returns: 'Rückgabe' },
}

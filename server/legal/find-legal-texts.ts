import { and, desc, eq } from 'drizzle-orm'
import type { Language } from '#contract/language.ts'
import { type LegalKind, legalKinds, type LegalLink, type LegalText, legalVersionPath } from '#contract/legal.ts'
import { mainLanguage } from '#contract/main-language.ts'
import { legalVersions } from '#server/legal/legal.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Describes where the current version of a text is. */
type CurrentVersion = Pick<typeof legalVersions.$inferSelect, 'kind' | 'language' | 'version' | 'publishedAt'>

/** Returns the current version of each text in each language that it was published in. */
const findCurrentVersions = (db: Database | Transaction): Promise<CurrentVersion[]> =>
  db
    .selectDistinctOn([legalVersions.kind, legalVersions.language], {
      kind: legalVersions.kind,
      language: legalVersions.language,
      version: legalVersions.version,
      publishedAt: legalVersions.publishedAt,
    })
    .from(legalVersions)
    .orderBy(legalVersions.kind, legalVersions.language, desc(legalVersions.version))

/** Returns where the published texts are; `outsideTerms` is the address of terms outside the shop, or empty. */
export async function listLegalTexts(
  db: Database | Transaction,
  language: Language,
  outsideTerms: string,
): Promise<LegalLink[]> {
  const current = await findCurrentVersions(db)
  return legalKinds.flatMap((kind): LegalLink[] => {
    if (kind === 'terms' && outsideTerms !== '') return [{ kind, url: outsideTerms, versionUrl: outsideTerms }]
    const found = pickLanguage(
      current.filter((each) => each.kind === kind),
      language,
    )
    if (!found) return []
    return [
      {
        kind,
        url: `/legal/${kind}`,
        versionUrl: legalVersionPath(kind, found.language, found.version),
        language: found.language,
        version: found.version,
        publishedAt: found.publishedAt.toISOString(),
      },
    ]
  })
}

/** Returns the one in the language, or else in the shop's main one, or else any. */
export const pickLanguage = <Each extends { language: Language }>(all: readonly Each[], language: Language) =>
  all.find((each) => each.language === language) ?? all.find((each) => each.language === mainLanguage()) ?? all[0]

/** Returns a version of a text, or the current one in the language or else in another; throws `legal-text-not-found`. */
export async function getLegalText(
  db: Database,
  kind: LegalKind,
  language: Language,
  version?: number,
): Promise<LegalText> {
  const versions = await db
    .select({
      language: legalVersions.language,
      version: legalVersions.version,
      publishedAt: legalVersions.publishedAt,
    })
    .from(legalVersions)
    .where(eq(legalVersions.kind, kind))
    .orderBy(desc(legalVersions.publishedAt), desc(legalVersions.version))
  const found =
    version === undefined
      ? pickLanguage(versions, language)
      : versions.find((each) => each.language === language && each.version === version)
  if (!found) throw problem('legal-text-not-found')
  const [row] = await db
    .select({ text: legalVersions.text })
    .from(legalVersions)
    .where(
      and(
        eq(legalVersions.kind, kind),
        eq(legalVersions.language, found.language),
        eq(legalVersions.version, found.version),
      ),
    )
  const next = versions.find((each) => each.language === found.language && each.version === found.version + 1)
  return {
    kind,
    language: found.language,
    version: found.version,
    text: row?.text ?? '',
    publishedAt: found.publishedAt.toISOString(),
    ...(next && { replacedAt: next.publishedAt.toISOString() }),
    versions: versions.map((each) => ({ ...each, publishedAt: each.publishedAt.toISOString() })),
  }
}

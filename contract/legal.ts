import { type Static, Type } from 'typebox'
import { endpoint, Text } from '#contract/endpoint.ts'
import { type Language, languages } from '#contract/language.ts'
import { maxLengths } from '#contract/max-lengths.ts'

/** Lists the legal texts of a shop, in the order in which pages link them. */
export const legalKinds = ['terms', 'privacy', 'imprint', 'returns'] as const
export type LegalKind = (typeof legalKinds)[number]

const Kind = Type.Enum(legalKinds)
const LanguageName = Type.Enum(languages)
const Version = Type.Integer({ minimum: 1 })

/** Returns the page of a version, which an order names as the terms that were accepted. */
export const legalVersionPath = (kind: LegalKind, language: Language, version: number) =>
  `/legal/${kind}/${language}/${version}`

/** Describes where a legal text is; `version` and `language` are absent for terms at an address outside the shop. */
const LegalLink = Type.Object({
  kind: Kind,
  /** The page that always has the current version, or the address outside. */
  url: Type.String(),
  /** The address of the current version, which stays; buyers accept the terms by it. */
  versionUrl: Type.String(),
  language: Type.Optional(LanguageName),
  version: Type.Optional(Version),
  publishedAt: Type.Optional(Type.String()),
})
export type LegalLink = Static<typeof LegalLink>

const LanguageQuery = Type.Object({ language: Type.Optional(LanguageName) })

export const listLegalTexts = endpoint('listLegalTexts', 'GET', '/legal-texts', {
  access: 'anyone',
  summary:
    'Lists the published legal texts with the addresses of their current versions, in the language if there is one in it, or else in another.',
  query: LanguageQuery,
  answer: Type.Array(LegalLink),
})

const LegalText = Type.Object({
  kind: Kind,
  language: LanguageName,
  version: Version,
  /** Markdown. */
  text: Type.String(),
  publishedAt: Type.String(),
  /** When the next version in this language was published; absent for the current one. */
  replacedAt: Type.Optional(Type.String()),
  /** All versions, newest first. */
  versions: Type.Array(Type.Object({ language: LanguageName, version: Version, publishedAt: Type.String() })),
})
export type LegalText = Static<typeof LegalText>

export const getLegalText = endpoint('getLegalText', 'GET', '/legal-texts/:kind', {
  access: 'anyone',
  summary: 'Returns the current version of a legal text, in the language if there is one in it, or else in another.',
  params: Type.Object({ kind: Kind }),
  query: LanguageQuery,
  answer: LegalText,
  problems: ['legal-text-not-found'],
})

export const getLegalVersion = endpoint('getLegalVersion', 'GET', '/legal-texts/:kind/:language/:version', {
  access: 'anyone',
  summary: 'Returns a published version of a legal text. It never changes.',
  params: Type.Object({
    kind: Kind,
    language: LanguageName,
    version: Type.String({ pattern: '^[1-9][0-9]{0,8}$' }),
  }),
  answer: LegalText,
  problems: ['legal-text-not-found'],
})

const LegalDraft = Type.Object({
  kind: Kind,
  language: LanguageName,
  /** Holds the text that was saved last, or else the published one, or else the starter text. */
  text: Type.String(),
  /** 0 while nothing was saved. */
  revision: Type.Integer({ minimum: 0 }),
  savedAt: Type.Optional(Type.String()),
  /** The e-mail of the author; absent if the user was removed. */
  savedBy: Type.Optional(Type.String()),
  /** A text to begin with, made of what the shop knows; places to complete stand in double brackets. */
  starter: Type.String(),
  /** Lists the places still in double brackets in `text`: with them it is not published. */
  gaps: Type.Array(Type.String()),
  /** Newest first. */
  versions: Type.Array(
    Type.Object({ version: Version, publishedAt: Type.String(), publishedBy: Type.Optional(Type.String()) }),
  ),
  /** Whether `text` is that of the newest version. */
  isPublished: Type.Boolean(),
})
export type LegalDraft = Static<typeof LegalDraft>

export const listLegalDrafts = endpoint('listLegalDrafts', 'GET', '/legal-drafts', {
  access: 'admin',
  permission: 'content',
  summary: 'Lists the drafts of the legal texts in all languages, with their published versions and authors.',
  answer: Type.Array(LegalDraft),
})

const DraftParams = Type.Object({ kind: Kind, language: LanguageName })
/** The revision that was read; another one by now is `legal-draft-changed`. */
const Revision = Type.Integer({ minimum: 0, maximum: 2_147_483_646 })

export const saveLegalDraft = endpoint('saveLegalDraft', 'PUT', '/legal-drafts/:kind/:language', {
  access: 'admin',
  permission: 'content',
  summary: 'Saves the draft of a legal text. Nothing of it is public until it is published.',
  params: DraftParams,
  body: Type.Object({ text: Text(maxLengths.legalText), revision: Revision }),
  answer: LegalDraft,
  problems: ['legal-draft-changed', 'markdown-too-large'],
})

export const publishLegalText = endpoint('publishLegalText', 'POST', '/legal-drafts/:kind/:language/publish', {
  access: 'admin',
  permission: 'content',
  summary: 'Publishes the saved draft as a new version. Earlier versions stay readable at their own addresses.',
  params: DraftParams,
  body: Type.Object({ revision: Revision }),
  answer: LegalDraft,
  problems: ['legal-draft-changed', 'legal-text-incomplete', 'legal-text-unchanged', 'markdown-too-large'],
})

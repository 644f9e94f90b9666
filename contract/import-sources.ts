import { type Static, Type } from 'typebox'
import { endpoint, IdParams, Name, Success, Text } from '#contract/endpoint.ts'
import { Import, importKinds } from '#contract/imports.ts'
import { type Language, languages } from '#contract/language.ts'
import { localeOf } from '#contract/locale.ts'
import { maxLengths } from '#contract/max-lengths.ts'

/** Lists where a file comes from: an https address, or the folder of the server that `IMPORT_FOLDER` names. */
export const sourceOrigins = ['address', 'folder'] as const

/** Lists how the shop proves to an address who it is: user and password, or a header with a secret. */
export const sourceCredentials = ['basic', 'header'] as const

/** Lists what of a file is limited, with the percentages that the form begins with. */
export const defaultSourceLimits = { new: 10, changed: 100, missing: 10, errors: 2, price: 25, stock: 20 } as const
export type SourceLimit = keyof typeof defaultSourceLimits
// The keys are known.
export const sourceLimits = Object.keys(defaultSourceLimits) as SourceLimit[]
/** Sets the highest limits: a price can more than double. */
export const maxRowsPercent = 100
export const maxPricePercent = 1000

const RowsPercent = Type.Integer({ minimum: 0, maximum: maxRowsPercent })
const SourceLimits = Type.Object({
  /** Rows that add something, change something, are gone since the file before, or have an error: as percentages of the rows. */
  new: RowsPercent,
  changed: RowsPercent,
  missing: RowsPercent,
  errors: RowsPercent,
  /** The greatest change of an amount, up or down. */
  price: Type.Integer({ minimum: 0, maximum: maxPricePercent }),
  /** Rows that leave nothing of something that is in stock, or take it off sale. */
  stock: RowsPercent,
})
export type SourceLimits = Static<typeof SourceLimits>

/** Gives the sentences of why a file of a source is not applied by itself: the share that was found, and the limit. */
const reasons: Record<
  SourceLimit | 'great' | 'apart' | 'repeated' | 'not-permitted' | 'not-applied' | 'paused' | 'replaced',
  Record<Language, string>
> = {
  new: {
    en: '{found} % of the rows are new, more than {limit} %.',
    de: '{found} % der Zeilen sind neu, mehr als {limit} %.',
  },
  changed: {
    en: '{found} % of the rows change something, more than {limit} %.',
    de: '{found} % der Zeilen ändern etwas, mehr als {limit} %.',
  },
  missing: {
    en: '{found} % of the rows of the file before are missing, more than {limit} %.',
    de: '{found} % der Zeilen der vorigen Datei fehlen, mehr als {limit} %.',
  },
  errors: {
    en: '{found} % of the rows have an error, more than {limit} %.',
    de: '{found} % der Zeilen haben einen Fehler, mehr als {limit} %.',
  },
  price: {
    en: 'A price changes by {found} %, more than {limit} %.',
    de: 'Ein Preis ändert sich um {found} %, mehr als {limit} %.',
  },
  stock: {
    en: '{found} % of the rows take parts off sale or set their stock to 0, more than {limit} %.',
    de: '{found} % der Zeilen nehmen Produkte aus dem Verkauf oder setzen ihren Bestand auf 0, mehr als {limit} %.',
  },
  great: {
    en: 'In {rows} rows a price becomes less than 1/{factor} or more than {factor} times as much.',
    de: 'In {rows} Zeilen wird ein Preis kleiner als 1/{factor} oder größer als das {factor}-Fache.',
  },
  apart: {
    en: 'Rows in which a price is more than {factor} times another one of the same product: {rows}.',
    de: 'Zeilen, in denen ein Preis mehr als das {factor}-Fache eines anderen desselben Produkts ist: {rows}.',
  },
  repeated: {
    en: 'Rows with the stock of the file before, although the shop has another one since: {rows}.',
    de: 'Zeilen mit dem Bestand der vorigen Datei, obwohl der Shop seitdem einen anderen hat: {rows}.',
  },
  'not-permitted': {
    en: 'Whoever saved the schedule may not import this any more. Save the schedule again.',
    de: 'Wer den Zeitplan gespeichert hat, darf das nicht mehr importieren. Speichern Sie den Zeitplan neu.',
  },
  'not-applied': {
    en: 'The shop has changed since the file was compared, so it could not be applied. Apply it by hand: the page says what is in the way.',
    de: 'Der Shop hat sich seit dem Vergleich geändert, die Datei ließ sich nicht übernehmen. Übernehmen Sie sie von Hand: Die Seite sagt, was im Weg steht.',
  },
  paused: {
    en: 'The schedule was paused while the file was compared.',
    de: 'Der Zeitplan wurde angehalten, während die Datei verglichen wurde.',
  },
  replaced: { en: 'A newer file has taken its place.', de: 'Eine neuere Datei ist an ihre Stelle getreten.' },
}

export interface ExceededLimit {
  code: keyof typeof reasons
  facts: Record<string, number>
}

/** Gives the sentences of why a file could not be had or compared. */
const failures = {
  status: {
    en: 'The address answers with the status {status} instead of a file.',
    de: 'Die Adresse antwortet mit dem Status {status} statt mit einer Datei.',
  },
  unreachable: {
    en: 'Nothing answers at the address. Is its host name right?',
    de: 'Unter der Adresse antwortet nichts. Stimmt der Servername?',
  },
  certificate: {
    en: 'The certificate of the host is not accepted ({reason}): it has expired, is for another name, or comes from an authority that this server does not know. The file of such an authority is named by NODE_EXTRA_CA_CERTS.',
    de: 'Das Zertifikat des Servers wird nicht anerkannt ({reason}): Es ist abgelaufen, gilt für einen anderen Namen oder kommt von einer Stelle, die dieser Server nicht kennt. Die Datei einer solchen Stelle nennt NODE_EXTRA_CA_CERTS.',
  },
  'address-refused': {
    en: 'The address leads to where the shop does not go: only https and the public internet are allowed.',
    de: 'Die Adresse führt dorthin, wohin der Shop nicht geht: erlaubt sind nur https und das öffentliche Internet.',
  },
  late: {
    en: 'The file did not arrive within {seconds} seconds.',
    de: 'Die Datei ist nicht innerhalb von {seconds} Sekunden angekommen.',
  },
  'too-large': { en: 'The file is larger than {limit} MB.', de: 'Die Datei ist größer als {limit} MB.' },
  'no-file': {
    en: 'No file of the folder fits “{pattern}”.',
    de: 'Keine Datei des Ordners passt zu „{pattern}“.',
  },
  'folder-off': {
    en: 'The server has no folder for imports any more (IMPORT_FOLDER).',
    de: 'Der Server hat keinen Ordner für Importe mehr (IMPORT_FOLDER).',
  },
  'folder-unreadable': {
    en: 'The folder for imports cannot be read: {reason}.',
    de: 'Der Ordner für Importe lässt sich nicht lesen: {reason}.',
  },
  empty: { en: 'The file has no rows.', de: 'Die Datei hat keine Zeilen.' },
  unreadable: {
    en: 'The file cannot be read as a table. Upload it by hand once: then the shop says what is wrong.',
    de: 'Die Datei lässt sich nicht als Tabelle lesen. Laden Sie sie einmal von Hand hoch: Dann sagt der Shop, was nicht stimmt.',
  },
  'columns-missing': {
    en: 'The file has other columns than before. These are missing: {columns}.',
    de: 'Die Datei hat andere Spalten als zuvor. Diese fehlen: {columns}.',
  },
  'choices-differ': {
    en: 'The file does not fit what was chosen for its columns, such as commas or points before decimals. Upload it by hand once, and choose again.',
    de: 'Die Datei passt nicht zu dem, was für ihre Spalten gewählt war, etwa Komma oder Punkt vor Nachkommastellen. Laden Sie sie einmal von Hand hoch und wählen Sie neu.',
  },
  'not-permitted': reasons['not-permitted'],
  'credential-lost': {
    en: 'The password or secret cannot be read any more. Enter it again.',
    de: 'Passwort oder Geheimnis ist nicht mehr lesbar. Geben Sie es neu ein.',
  },
  'storage-full': { en: 'The disk of the server is full.', de: 'Die Festplatte des Servers ist voll.' },
  'not-compared': {
    en: 'The shop could not compare the file because of an error of its own: its log says why.',
    de: 'Der Shop konnte die Datei wegen eines eigenen Fehlers nicht vergleichen: Sein Protokoll sagt, warum.',
  },
} as const satisfies Record<string, Record<Language, string>>
export type SourceFailureCode = keyof typeof failures
export interface SourceFailure {
  code: SourceFailureCode
  facts: Record<string, string | number>
}

export const sourceFailureText = ({ code, facts }: SourceFailure, language: Language): string =>
  fill(failures[code][language], facts, language)

export const exceededText = ({ code, facts }: ExceededLimit, language: Language): string =>
  fill(reasons[code][language], facts, language)

const fill = (sentence: string, facts: Record<string, string | number>, language: Language) =>
  sentence.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const fact = facts[name] ?? ''
    return typeof fact === 'string' ? fact : fact.toLocaleString(localeOf(language))
  })

const TimeOfDay = Type.Union([Type.String({ pattern: '^([01][0-9]|2[0-3]):[0-5][0-9]$' }), Type.Null()])
const Location = Text(maxLengths.link, 1)
const Credential = Type.Union([
  Type.Object({
    kind: Type.Literal('basic'),
    name: Type.String({ minLength: 1, maxLength: 200, format: 'line-or-empty' }),
    secret: Type.String({ minLength: 1, maxLength: 1000, format: 'line-or-empty' }),
  }),
  Type.Object({
    kind: Type.Literal('header'),
    name: Type.String({ minLength: 1, maxLength: 100, pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]+$" }),
    secret: Type.String({ minLength: 1, maxLength: 1000, pattern: '^[!-~][ -~]*$' }),
  }),
])
export type SourceCredential = Static<typeof Credential>

/** Describes a file that the shop imports again by itself. */
export const ImportSource = Type.Object({
  _id: Type.String(),
  name: Type.String(),
  kind: Type.Enum(importKinds),
  origin: Type.Enum(sourceOrigins),
  /** The address; or a file name of the folder, in which `*` stands for any characters: the newest file is taken. */
  location: Type.String(),
  credential: Type.Optional(Type.Object({ kind: Type.Enum(sourceCredentials), name: Type.String() })),
  /** The time of day in the time zone of the store, such as `02:30`; null each hour. */
  time: TimeOfDay,
  limits: SourceLimits,
  language: Type.Enum(languages),
  paused: Type.Boolean(),
  /** Why the last file could not be compared, in the language of the call. */
  failure: Type.Optional(Type.Object({ code: Type.String(), message: Type.String(), since: Type.String() })),
  nextAt: Type.String(),
  /** Set while its file is fetched, `now`, or waits for `nextAt` because it was just written or could not be had. */
  pending: Type.Optional(Type.Enum(['now', 'retry'])),
  /** When the shop looked last. */
  checkedAt: Type.Optional(Type.String()),
  /** Whose columns and choices each file has. */
  template: Type.String(),
  /** The last file that was compared. */
  lastImport: Type.Optional(Import),
  savedBy: Type.Optional(Type.String()),
})
export type ImportSource = Static<typeof ImportSource>

const common = { access: 'admin', permission: ['catalog', 'prices', 'customers'] } as const
const SourceAnswer = Type.Object({ success: Type.Literal(true), source: ImportSource })
const refusals = ['permission-missing', 'import-source-address', 'import-source-pattern', 'import-folder-off'] as const

export const listImportSources = endpoint('listImportSources', 'GET', '/import-sources', {
  ...common,
  summary: 'Lists the files that the shop imports again by itself, of the kinds that the caller may import, by name.',
  query: Type.Object({ language: Type.Optional(Type.Enum(languages)) }),
  answer: Type.Object({
    /** Whether the server has a folder for imports. */
    hasFolder: Type.Boolean(),
    sources: Type.Array(ImportSource),
  }),
  problems: [],
})

export const addImportSource = endpoint('addImportSource', 'POST', '/import-sources', {
  ...common,
  summary:
    'Makes the shop import a file again by itself, each hour or each day, with the columns and choices of an import that was compared or applied. What is within the limits is applied; else it waits for a person. Works in the name of the caller.',
  body: Type.Object({
    importId: Text(200, 1),
    name: Name(200),
    origin: Type.Enum(sourceOrigins),
    location: Location,
    credential: Type.Optional(Credential),
    time: TimeOfDay,
    limits: SourceLimits,
    language: Type.Optional(Type.Enum(languages)),
  }),
  answer: SourceAnswer,
  problems: [...refusals, 'import-not-found', 'import-state', 'import-source-file', 'too-many-import-sources'],
})

export const updateImportSource = endpoint('updateImportSource', 'PUT', '/import-sources/:id', {
  ...common,
  summary:
    'Changes what is sent, or pauses it; afterwards it works in the name of the caller. Without its secret, the host of the address cannot change; `credential` as `null` removes it. `importId` gives it the columns and choices of another import.',
  params: IdParams,
  body: Type.Object({
    importId: Type.Optional(Text(200, 1)),
    name: Type.Optional(Name(200)),
    location: Type.Optional(Location),
    credential: Type.Optional(Type.Union([Credential, Type.Null()])),
    time: Type.Optional(TimeOfDay),
    limits: Type.Optional(SourceLimits),
    language: Type.Optional(Type.Enum(languages)),
    paused: Type.Optional(Type.Boolean()),
  }),
  answer: SourceAnswer,
  problems: [
    ...refusals,
    'import-source-not-found',
    'import-source-secret',
    'import-not-found',
    'import-state',
    'import-source-file',
  ],
})

export const runImportSource = endpoint('runImportSource', 'POST', '/import-sources/:id/run', {
  ...common,
  summary: 'Fetches the file now and compares it, even if it has not changed.',
  params: IdParams,
  answer: SourceAnswer,
  problems: ['import-source-not-found', 'import-source-paused'],
})

export const deleteImportSource = endpoint('deleteImportSource', 'DELETE', '/import-sources/:id', {
  ...common,
  summary: 'Ends the schedule of a file. Its imports stay.',
  params: IdParams,
  answer: Success,
  problems: ['import-source-not-found'],
})

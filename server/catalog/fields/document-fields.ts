import { documentKinds, type ProductDocument } from '#contract/catalog.ts'
import { mainLanguage } from '#contract/main-language.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import {
  CellError,
  type Field,
  readLine,
  readList,
  readText,
  type Texts,
  writeList,
} from '#server/catalog/fields/field.ts'
import type { ProductRecord } from '#server/catalog/product-records.ts'
import { readDocumentId } from '#server/media/document-url.ts'

type Kind = ProductDocument['kind']

const documentCode = (kind: Kind) => `document:${kind}`

/** Lists the fields of documents, one for each kind. */
export const documentCodes: readonly string[] = documentKinds.map(documentCode)

const titles: Record<Kind, Field['labels']> = {
  'data-sheet': { en: 'Data sheet', de: 'Datenblatt' },
  manual: { en: 'Manual', de: 'Anleitung' },
  'safety-sheet': { en: 'Safety sheet', de: 'Sicherheitsdatenblatt' },
  certificate: { en: 'Certificate', de: 'Zertifikat' },
}

/** Lists what headers call a document, and words that mean one only with `PDF` or an address behind them, or where all values are PDF files. */
const names: Record<Kind, { known: readonly string[]; unclear: readonly string[] }> = {
  'data-sheet': {
    known: [
      'data sheet',
      'datasheet',
      'technical data sheet',
      'datenblatt',
      'technisches datenblatt',
      'produktdatenblatt',
    ],
    unclear: [
      'document',
      'documents',
      'dokument',
      'dokumente',
      'attachment',
      'attachments',
      'anhang',
      'anlage',
      'anlagen',
      'download',
      'downloads',
      'pdf',
    ],
  },
  manual: {
    known: [
      'instructions',
      'installation instructions',
      'mounting instructions',
      'fitting instructions',
      'einbauanleitung',
      'montageanleitung',
      'bedienungsanleitung',
    ],
    unclear: ['manual', 'manuals', 'anleitung', 'anleitungen', 'handbuch'],
  },
  'safety-sheet': {
    known: ['safety sheet', 'safety data sheet', 'sds', 'msds', 'sicherheitsdatenblatt', 'sdb'],
    unclear: [],
  },
  certificate: {
    known: ['konformitätserklärung'],
    unclear: ['certificate', 'certificates', 'zertifikat', 'zertifikate', 'prüfbericht', 'gutachten'],
  },
}

const headersOf = (kind: Kind): string[] => {
  const { known, unclear } = names[kind]
  return [...known, ...[...known, ...unclear].flatMap((name) => [`${name} url`, `${name} link`, `${name} pdf`])]
}

/** Match what stands between several documents in a cell, beside a bar: behind a file name, which it keeps, and before an address. */
export const behindDocument = String.raw`(\.pdf)\s*[,;](?=[^,;|\r\n]*\.pdf)`
export const beforeDocument = String.raw`[,;]\s*(?=https?://|/media/)|[\r\n]+`

const equals = ' = '

/** Returns the documents of a text: `Measures = /media/…/document.pdf | …`; a title may be left out. */
export const readDocuments = (text: string): { title: string; url: string }[] =>
  readList(text).map((part) => {
    const end = part.lastIndexOf(equals)
    return end < 0
      ? { title: '', url: part.trim() }
      : { title: part.slice(0, end).trim(), url: part.slice(end + equals.length).trim() }
  })

/** Returns the text of one document. */
export const titledText = ({ title, url }: { title: string; url: string }): string =>
  title === '' ? url : title + equals + url

const writeDocuments = (documents: readonly { title: string; url: string }[]) => writeList(documents.map(titledText))

/** Whether a text is an address from which a document is fetched. */
export const isDocumentAddress = (url: string): boolean => /^https?:\/\//i.test(url) && url.length <= 2000

/** Whether a text names a PDF file that comes with the table, rather than an address. */
export const isDocumentName = (text: string): boolean =>
  /\.pdf$/i.test(text) && text.length <= 1000 && !/^(?:[a-z]+:|\/media\/)/i.test(text)

function readCell(cell: string): string {
  const documents = readDocuments(
    readText(20_000)(cell)
      .replaceAll(new RegExp(behindDocument, 'giu'), '$1|')
      .replaceAll(new RegExp(beforeDocument, 'giu'), '|'),
  )
  const wrong = documents.find(
    ({ url }) => !isDocumentAddress(url) && !isDocumentName(url) && readDocumentId(url) === undefined,
  )
  if (wrong) throw new CellError('not-a-document', { text: wrong.url.slice(0, 200) })
  return writeDocuments(documents.map(({ title, url }) => ({ title: readLine(maxLengths.documentTitle)(title), url })))
}

/** Lists the columns of documents, by their addresses. */
export const documentFields: readonly Field<ProductRecord>[] = documentKinds.map((kind) => ({
  code: documentCode(kind),
  labels: { en: `${titles[kind].en} (PDF)`, de: `${titles[kind].de} (PDF)` },
  names: headersOf(kind),
  unclear: { names: names[kind].unclear, values: String.raw`\.pdf([?#]\S*)?$` },
  read: readCell,
  joins: ' | ',
  write: ({ documents }) => writeDocuments(documents.filter((one) => one.kind === kind)),
}))

/** Returns the documents that texts have, by kind. */
const documentsOf = (texts: Texts) =>
  documentKinds.flatMap((kind) => readDocuments(texts[documentCode(kind)] ?? '').map((one) => ({ ...one, kind })))

/** Returns all documents of a product whose texts change some of them; undefined if they change none. */
export const changedDocuments = (after: Texts, present: Texts) =>
  documentCodes.some((code) => after[code] !== undefined) ? documentsOf({ ...present, ...after }) : undefined

/**
 * Returns texts with the titles of documents: those that the product has for them, or what they are. A list of which some could not be had
 * replaces none.
 */
export function withTitles(texts: Texts, present: Texts, incomplete: ReadonlySet<string>): Texts {
  // A document may have one title as a data sheet, and another as a manual.
  const known = new Map(
    documentsOf(present).flatMap(({ kind, url, title }) => [
      [url, title],
      [`${kind} ${url}`, title],
    ]),
  )
  const completed = documentKinds.flatMap((kind): [string, string][] => {
    const code = documentCode(kind)
    const text = texts[code]
    if (text === undefined) return []
    if (incomplete.has(code) && present[code]) return [[code, present[code]]]
    const own = titles[kind][mainLanguage()]
    const titled = readDocuments(text).map(({ title, url }, index) => ({
      title: title || known.get(`${kind} ${url}`) || known.get(url) || (index === 0 ? own : `${own} ${index + 1}`),
      url,
    }))
    return [[code, writeDocuments(titled)]]
  })
  return completed.length === 0 ? texts : { ...texts, ...Object.fromEntries(completed) }
}

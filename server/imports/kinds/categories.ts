import { mainLanguage } from '#contract/main-language.ts'
import { languages } from '#contract/language.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import {
  type CategoryRecord,
  type CategoryWrite,
  readCategoryRecords,
  removeCategories,
  writeCategories,
} from '#server/catalog/categories/write-categories.ts'
import { CellError, type Field, readLine, readText } from '#server/imports/kinds/field.ts'
import type { Change, Found, ImportKind, RowError, Texts } from '#server/imports/kinds/kind.ts'
import { findImageUrls } from '#server/media/find-image-urls.ts'

function readSlug(cell: string): string {
  const text = cell.trim().toLowerCase()
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(text) || text.length > maxLengths.categoryName) {
    throw new CellError('not-a-slug', { text: cell.trim() })
  }
  return text
}

const fields: readonly Field<CategoryRecord>[] = [
  {
    code: 'category',
    labels: { en: 'Category', de: 'Kategorie' },
    names: ['slug', 'address', 'code', 'adresse', 'kategorie-code'],
    read: readSlug,
    write: ({ slug }) => slug,
  },
  {
    code: 'parent',
    labels: { en: 'Category above', de: 'Kategorie darüber' },
    names: [
      'parent',
      'parent category',
      'address of the category above',
      'oberkategorie',
      'übergeordnet',
      'übergeordnete kategorie',
      'adresse der übergeordneten kategorie',
    ],
    read: readSlug,
    write: ({ parent }) => parent ?? '',
  },
  ...languages.flatMap((language): Field<CategoryRecord>[] => [
    {
      code: `name:${language}`,
      language,
      labels: { en: 'Name', de: 'Name' },
      names: ['title', 'bezeichnung'],
      read: readLine(maxLengths.categoryName),
      write: ({ names }) => names[language] ?? '',
    },
    {
      code: `description:${language}`,
      language,
      labels: { en: 'Description', de: 'Beschreibung' },
      names: ['text'],
      read: readText(maxLengths.categoryDescription),
      isProse: true,
      write: ({ descriptions }) => descriptions[language] ?? '',
    },
    {
      code: `pageTitle:${language}`,
      language,
      labels: { en: 'Page title', de: 'Seitentitel' },
      names: ['seo title', 'meta title'],
      read: readLine(maxLengths.pageTitle),
      write: ({ pageTitles }) => pageTitles[language] ?? '',
    },
    {
      code: `pageDescription:${language}`,
      language,
      labels: { en: 'Page description', de: 'Seitenbeschreibung' },
      names: ['seo description', 'meta description'],
      read: readText(maxLengths.pageDescription),
      write: ({ pageDescriptions }) => pageDescriptions[language] ?? '',
    },
  ]),
  {
    code: 'picture',
    labels: { en: 'Picture', de: 'Bild' },
    names: ['image', 'img', 'foto'],
    read: readText(2000),
    write: ({ imageUrl }) => imageUrl ?? '',
  },
]

const textsOf = (record: CategoryRecord): Texts =>
  Object.fromEntries(fields.map(({ code, write }) => [code, write(record)]))

/** The tree of categories: a row each, those above before those below. */
export const categoriesKind: ImportKind = {
  name: 'categories',
  permission: 'catalog',
  keys: ['category'],
  nameFields: ['category', ...languages.map((language) => `name:${language}`)],
  batchSize: 50,
  checksTogether: true,
  fields: async () => [...fields],
  async find(tx, rows, errors) {
    const records = await readCategoryRecords(
      tx,
      rows.flatMap(({ texts }) => texts['category'] || []),
    )
    return new Map(
      rows.flatMap(({ row, texts }): [number, Found][] => {
        const slug = texts['category']
        if (!slug) {
          if (!errors.some((error) => error.row === row))
            errors.push({ row, field: 'category', code: 'no-key', facts: {} })
          return []
        }
        const known = records.get(slug)
        const subject = known?.slug ?? slug
        return [
          [row, { subject, isNew: known === undefined, key: subject, keyFields: ['category'], idFields: ['category'] }],
        ]
      }),
    )
  },
  async read(tx, subjects) {
    const records = await readCategoryRecords(tx, subjects)
    return new Map([...records].map(([slug, record]) => [slug, textsOf(record)]))
  },
  async check(tx, changes, present, errors) {
    const tree = new Map([...(await readCategoryRecords(tx))].map(([slug, { parent }]) => [slug, parent ?? '']))
    const known = await findImageUrls(
      tx,
      changes.flatMap(({ after }) => after['picture'] || []),
    )
    // In the order of the file: a parent may be a row before.
    for (const { row, subject, before, after } of changes) {
      const parent = after['parent'] ?? tree.get(subject) ?? ''
      const whole: Texts = { ...present.get(subject), ...after }
      if (!languages.some((language) => whole[`name:${language}`])) {
        errors.push({ row, field: `name:${mainLanguage()}`, code: before ? 'not-empty' : 'required', facts: {} })
      } else if (parent !== '' && !tree.has(parent)) {
        errors.push({ row, field: 'parent', code: 'unknown', facts: { text: parent } })
      } else if (isBelow(tree, parent, subject)) {
        errors.push({ row, field: 'parent', code: 'category-cycle', facts: { text: parent } })
      } else if (after['picture'] && !known.has(after['picture'])) {
        errors.push({ row, field: 'picture', code: 'not-our-picture', facts: { text: after['picture'] } })
      } else tree.set(subject, parent)
    }
  },
  write: (tx, changes) =>
    writeCategories(
      tx,
      changes.map((change) => toWrite(change, change.after)),
    ),
  async undo(tx, changes) {
    const changed = changes.filter(({ before }) => before !== null)
    await writeCategories(
      tx,
      changed.map((change) => toWrite(change, change.before ?? {})),
    )
    const added = changes.filter(({ before }) => before === null)
    const left = await removeCategories(
      tx,
      added.map(({ subject }) => subject),
    )
    return added.flatMap(({ row, subject }): RowError[] =>
      left.includes(subject) ? [{ row, code: 'in-use', facts: { text: subject } }] : [],
    )
  },
  async list(db, { after }) {
    if (after !== undefined) return { rows: [], next: undefined }
    const records = await readCategoryRecords(db)
    return {
      rows: [...records.values()].map((record) => ({ subject: record.slug, texts: textsOf(record) })),
      next: undefined,
    }
  },
}

/** Whether a category is another one or below it. */
function isBelow(tree: Map<string, string>, slug: string, other: string): boolean {
  for (let above = slug, steps = 0; above !== '' && steps < 1000; above = tree.get(above) ?? '', steps++) {
    if (above === other) return true
  }
  return false
}

function toWrite({ subject, before }: Change, texts: Texts): CategoryWrite {
  const inLanguages = (part: 'name' | 'description' | 'pageTitle' | 'pageDescription') =>
    Object.fromEntries(
      languages.flatMap((language) => {
        const text = texts[`${part}:${language}`]
        return text === undefined ? [] : [[language, text]]
      }),
    )
  const { parent, picture } = texts
  return {
    slug: subject,
    isNew: before === null,
    ...(parent !== undefined && { parent: parent === '' ? null : parent }),
    ...(picture !== undefined && { imageUrl: picture === '' ? null : picture }),
    names: inLanguages('name'),
    descriptions: inLanguages('description'),
    pageTitles: inLanguages('pageTitle'),
    pageDescriptions: inLanguages('pageDescription'),
  }
}

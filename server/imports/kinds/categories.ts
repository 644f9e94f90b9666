import { maxCategoryLevels } from '#contract/categories.ts'
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
import { CellError, type Field, readLine, readText, type Texts } from '#server/catalog/fields/field.ts'
import type { Change, Found, ImportKind, RowError } from '#server/imports/kinds/kind.ts'
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
      isName: true,
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
  permissionsOf: () => ['catalog'],
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
    const records = await readCategoryRecords(tx)
    const tree = new Tree(records.values())
    const names = new Map([...records].map(([slug, record]) => [slug, record.names]))
    /** The level of new rows that are refused for it: what the file puts below them is too deep, too, and not unknown. */
    const tooDeep = new Map<string, number>()
    const known = await findImageUrls(
      tx,
      changes.flatMap(({ after }) => after['picture'] || []),
    )
    // In the order of the file: a parent may be a row before.
    for (const { row, subject, before, after } of changes) {
      const parent = after['parent'] ?? tree.parentOf(subject) ?? ''
      const whole: Texts = { ...present.get(subject), ...after }
      const line = tree.lineOf(parent)
      const level = (tooDeep.get(parent) ?? line.length) + tree.levelsOf(subject)
      if (!languages.some((language) => whole[`name:${language}`])) {
        errors.push({ row, field: `name:${mainLanguage()}`, code: before ? 'not-empty' : 'required', facts: {} })
      } else if (parent !== '' && tree.parentOf(parent) === undefined && !tooDeep.has(parent)) {
        errors.push({ row, field: 'parent', code: 'unknown', facts: { text: parent } })
      } else if (line.includes(subject)) {
        errors.push({ row, field: 'parent', code: 'category-cycle', facts: { text: parent } })
      } else if (level > maxCategoryLevels) {
        errors.push({ row, field: 'parent', code: 'category-too-deep', facts: { level, most: maxCategoryLevels } })
        if (!before) tooDeep.set(subject, level)
      } else if (after['picture'] && !known.has(after['picture'])) {
        errors.push({ row, field: 'picture', code: 'not-our-picture', facts: { text: after['picture'] } })
      } else {
        tree.put(subject, parent)
        names.set(subject, Object.fromEntries(languages.map((language) => [language, whole[`name:${language}`] ?? ''])))
      }
    }
    // Only when all rows have their places: two may change their names with each other.
    for (const { row, subject, after } of changes) {
      const siblings = tree.siblingsOf(subject)
      for (const [language, name] of Object.entries(names.get(subject) ?? {})) {
        const isTaken = siblings.some(
          (slug) => name && names.get(slug)?.[language]?.toLowerCase() === name.toLowerCase(),
        )
        const isChanged = after[`name:${language}`] !== undefined || after['parent'] !== undefined
        if (isTaken && isChanged)
          errors.push({ row, field: `name:${language}`, code: 'category-name-taken', facts: { text: name } })
      }
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

/** Holds the categories by slug as the rows of a file put them; '' is the top. */
class Tree {
  readonly #parents = new Map<string, string>()
  readonly #children = new Map<string, Set<string>>()

  constructor(records: Iterable<CategoryRecord>) {
    for (const { slug, parent } of records) this.put(slug, parent ?? '')
  }

  put(slug: string, parent: string): void {
    this.#children.get(this.#parents.get(slug) ?? '')?.delete(slug)
    this.#parents.set(slug, parent)
    this.#children.set(parent, (this.#children.get(parent) ?? new Set()).add(slug))
  }

  parentOf(slug: string): string | undefined {
    return this.#parents.get(slug)
  }

  /** Returns the other categories in the place of one. */
  siblingsOf(slug: string): string[] {
    return [...(this.#children.get(this.#parents.get(slug) ?? '') ?? [])].filter((other) => other !== slug)
  }

  /** Returns a category with those above it; none for the top. */
  lineOf(slug: string): string[] {
    const line: string[] = []
    for (let above = slug; above !== ''; above = this.#parents.get(above) ?? '') line.push(above)
    return line
  }

  /** Returns the number of levels that a category has with those below it. */
  levelsOf(slug: string): number {
    let levels = 0
    for (let row = [slug]; row.length > 0; row = row.flatMap((one) => [...(this.#children.get(one) ?? [])])) levels++
    return levels
  }
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

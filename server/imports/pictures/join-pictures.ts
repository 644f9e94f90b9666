import { sql } from 'drizzle-orm'
import type { Language } from '#contract/language.ts'
import { writeList } from '#server/catalog/fields/field.ts'
import { findUploaded, isFileName } from '#server/imports/pictures/uploaded-pictures.ts'
import { joinedHeaders } from '#server/imports/guess-mapping.ts'
import { numbersInName, readNumbers } from '#server/imports/pictures/stage-archive.ts'
import type { Transaction } from '#server/platform/database/database.ts'

const pictureFields = ['picture', 'pictures'] as const

interface Joined {
  headers: string[]
  columns: (string | null)[]
  /** The number of rows that were added. */
  rows: number
}

const none: Joined = { headers: [], columns: [], rows: 0 }

/**
 * Gives pictures that no cell names to the rows whose part number is their name, in the column of pictures or one that is added, and to
 * products of the shop that the table does not have, in rows behind it.
 */
export async function joinPictures(
  tx: Transaction,
  {
    id,
    headers,
    mapping,
    attached,
    language,
  }: {
    id: string
    headers: readonly string[]
    mapping: readonly (string | null)[]
    attached: readonly string[]
    language: Language
  },
): Promise<Joined> {
  const number = mapping.indexOf('partNumber')
  const pictures = attached.filter(isFileName)
  if (pictures.length === 0 || number < 0) return none
  const named = new Set<string>()
  const find = findUploaded(pictures)
  const given = pictureFields.map((code) => mapping.indexOf(code)).filter((index) => index >= 0)
  const { rows: cells } = await tx.execute<{ row: number; number: string; pictures: string[] }>(sql`
    SELECT row_no AS row, trim(cells ->> ${number}::integer) AS number,
      ARRAY(SELECT cells ->> one FROM unnest(${sql.param(given)}::integer[]) one) AS pictures
    FROM import_rows WHERE import_id = ${id} ORDER BY row_no`)
  for (const text of cells.flatMap((row) => row.pictures.flatMap((cell) => cell.split(/[|\r\n,;]+/)))) {
    const path = find(text)
    if (path !== undefined) named.add(path)
  }
  const free = pictures.filter((path) => !named.has(path))
  if (free.length === 0) return none
  const withoutPictures = new Map(
    cells.flatMap((row) =>
      row.pictures.some((cell) => cell.trim() !== '') ? [] : [[row.number.toLowerCase(), row.row]],
    ),
  )
  const inFile = new Set(cells.map((row) => row.number.toLowerCase()))
  const ofRows: { number: string; position: number; path: string }[] = []
  const others: string[] = []
  for (const path of free) {
    const { stem, number: base = stem, position = 1 } = numbersInName(path)
    const own = [
      { number: stem, position: 1 },
      { number: base, position },
    ].find((one) => inFile.has(one.number.toLowerCase()))
    if (own) ofRows.push({ ...own, path })
    else others.push(path)
  }
  const inOrder = ofRows.toSorted((a, b) => a.position - b.position || a.path.localeCompare(b.path))
  const added = [...Map.groupBy(inOrder, (one) => one.number.toLowerCase())].flatMap(([key, some]) => {
    const row = withoutPictures.get(key)
    return row === undefined ? [] : [{ row, text: writeList(some.map(({ path }) => path)) }]
  })
  const known = (await readNumbers(tx, others)).filter(({ isKnown }) => isKnown)
  const brand = mapping.indexOf('brand')
  const isMissing = !mapping.includes('picture')
  const target = isMissing ? headers.length : mapping.indexOf('picture')
  const more = [...Map.groupBy(known, (one) => `${one.brand ?? ''} ${one.number}`.toLowerCase()).values()].map(
    (some) => {
      const row = [...headers, ...(isMissing ? [''] : [])].map(() => '')
      const [first] = some
      if (first) row[number] = first.number
      if (first?.brand && brand >= 0) row[brand] = first.brand
      const paths = some.toSorted((a, b) => a.position - b.position).map(({ source }) => source.slice('zip:'.length))
      row[target] = writeList(paths)
      return row
    },
  )
  if (added.length + more.length === 0) return none
  if (isMissing) await tx.execute(sql`UPDATE import_rows SET cells = cells || '[""]'::jsonb WHERE import_id = ${id}`)
  await tx.execute(sql`
    UPDATE import_rows SET cells = jsonb_set(cells, ARRAY[${String(target)}::text], to_jsonb(given.text))
    FROM jsonb_to_recordset(${JSON.stringify(added)}::jsonb) AS given (row integer, text text)
    WHERE import_id = ${id} AND row_no = given.row`)
  await tx.execute(sql`
    INSERT INTO import_rows (import_id, row_no, line, cells)
    SELECT ${id}, ${cells.length} + ordinality, last.line + ordinality, cells
    FROM jsonb_array_elements(${JSON.stringify(more)}::jsonb) WITH ORDINALITY given (cells),
      (SELECT max(line) AS line FROM import_rows WHERE import_id = ${id}) last`)
  return isMissing
    ? { headers: [joinedHeaders[language]], columns: ['picture'], rows: more.length }
    : { ...none, rows: more.length }
}

import { sql } from 'drizzle-orm'
import type { FitmentSource } from '#contract/fitment-imports.ts'
import type { Language } from '#contract/language.ts'
import { importJob } from '#server/imports/change-import.ts'
import { copies } from '#server/imports/fits/find-copies.ts'
import { type ImportRecord, imports } from '#server/imports/imports.tables.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'
import { newId } from '#server/platform/ids.ts'
import type { Jobs } from '#server/platform/jobs/jobs.ts'
import { readFitmentRows } from '#server/vehicles/fitment-rows.ts'

/** Describes how what is staged from a source looks: its title in the list of imports, and the columns behind id and product. */
const sources = {
  texts: {
    format: 'text',
    title: { en: 'Vehicles read in texts', de: 'In Texten gelesene Fahrzeuge' },
    columns: ['fits'],
    stage: stageTexts,
  },
  'oe-numbers': {
    format: 'copy',
    title: { en: 'Vehicles of parts with the same OE number', de: 'Fahrzeuge von Teilen mit derselben OE-Nummer' },
    columns: [
      'make',
      'family',
      'generation',
      'from',
      'to',
      'builtFrom',
      'builtTo',
      'engine',
      'position',
      'condition',
      'note',
    ],
    stage: stageCopies,
  },
} as const

/**
 * Stages the vehicles of many parts as an import whose rows come from the shop instead of a file; its dry run shows each part. Throws
 * `fitments-nothing-to-apply`.
 */
export const stageFitments = (
  { db, jobs }: { db: Database; jobs: Pick<Jobs, 'enqueue'> },
  { source, language }: { source: FitmentSource; language: Language },
  by: { id: string },
): Promise<ImportRecord> =>
  db.transaction(async (tx) => {
    const id = newId()
    const { format, title, columns, stage } = sources[source]
    await tx.insert(imports).values({
      id,
      kind: 'fitments',
      fileName: title[language],
      sha256: '',
      format,
      headers: ['Id', 'Product', ...columns],
      mapping: ['id', null, ...columns],
      rowCount: 0,
      total: 0,
      language,
      state: 'mapped',
      createdBy: by.id,
    })
    const rowCount = await stage(tx, id)
    if (rowCount === 0) throw problem('fitments-nothing-to-apply')
    const [staged] = await tx
      .update(imports)
      .set({ rowCount, total: rowCount })
      .where(sql`id = ${id}`)
      .returning()
    if (!staged) throw new Error('The import is gone.')
    await jobs.enqueue(tx, importJob, {})
    return staged
  })

/** Stages a row for each text that is read to the end, of parts that have no vehicles but those of an earlier reading; returns the number of rows. */
async function stageTexts(tx: Transaction, importId: string): Promise<number> {
  const { rowCount } = await tx.execute(sql`
    INSERT INTO import_rows (import_id, row_no, line, cells)
    SELECT ${importId}, place, place, jsonb_build_array(id, label, text) FROM (
      SELECT row_number() OVER (ORDER BY products.id) AS place, products.id, concat_ws(' · ', sku, name) AS label, text
      FROM fits_texts JOIN products ON products.id = product_id AND archived_at IS NULL AND fit_kind <> 'universal'
      WHERE is_complete AND NOT EXISTS (SELECT FROM fitments WHERE fitments.product_id = products.id AND fitments.origin <> 'text')) texts`)
  return rowCount ?? 0
}

const partsOfStep = 500

/** Stages the rows of parts with the same OE number; returns their number. */
async function stageCopies(tx: Transaction, importId: string): Promise<number> {
  const { rows: parts } = await tx.execute<{ id: string; source: string; label: string }>(sql`
    SELECT copies.id, source, concat_ws(' · ', sku, name) AS label
    FROM (${copies}) copies JOIN products ON products.id = copies.id WHERE "isAgreed" ORDER BY copies.id`)
  let count = 0
  for (let start = 0; start < parts.length; start += partsOfStep) {
    const step = parts.slice(start, start + partsOfStep)
    const given = [...new Set(step.map(({ source }) => source))]
    const stored = Map.groupBy(
      await readFitmentRows(tx, sql`product_id = ANY (${sql.param(given)}::uuid[])`),
      ({ productId }) => productId,
    )
    const rows = step.flatMap(({ id, source, label }) =>
      (stored.get(source) ?? []).map(({ shown }) => [
        id,
        label,
        ...sources['oe-numbers'].columns.map((column) => String(shown[column] ?? '')),
      ]),
    )
    await tx.execute(sql`
      INSERT INTO import_rows (import_id, row_no, line, cells)
      SELECT ${importId}, ${count} + ordinality, ${count} + ordinality, cells
      FROM jsonb_array_elements(${JSON.stringify(rows)}::jsonb) WITH ORDINALITY given (cells)`)
    count += rows.length
  }
  return count
}

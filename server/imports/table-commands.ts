import { askedFieldsOf } from '#server/imports/imports.tables.ts'
import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdtemp, open, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { Transform, type Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { and, asc, eq, isNull, type SQL } from 'drizzle-orm'
import { Value } from 'typebox/value'
import { dayOrders } from '#contract/day-order.ts'
import { exportKinds } from '#contract/exports.ts'
import { importWarningText, leftOutReasons } from '#contract/import-errors.ts'
import { type ImportCounts, importKinds, isPartKind, runningStates, type ValueMap } from '#contract/imports.ts'
import { defaultLanguage, type Language, languages } from '#contract/language.ts'
import { allPermissions } from '#contract/permissions.ts'
import { AskedReading, encodings } from '#contract/table-reading.ts'
import { decimalSigns } from '#contract/units.ts'
import { users } from '#server/accounts/accounts.tables.ts'
import { applyImport, cancelImport, checkImport, getImport, undoImport } from '#server/imports/change-import.ts'
import { exportTable } from '#server/imports/exports/export-table.ts'
import { type ImportRecord } from '#server/imports/imports.tables.ts'
import { labelOf } from '#server/catalog/fields/field.ts'
import { columnFieldOf } from '#server/catalog/fields/price-fields.ts'
import { groupErrors } from '#server/imports/fix-errors.ts'
import { kindOf } from '#server/imports/kinds/kinds.ts'
import { type Archives, createArchives } from '#server/imports/pictures/archives.ts'
import { createPictureLoader } from '#server/imports/pictures/load-pictures.ts'
import { needed, sortFiles } from '#server/imports/receive-files.ts'
import { stageArchive } from '#server/imports/pictures/stage-archive.ts'
import { leftOutReason, programOf } from '#server/imports/programs/programs.ts'
import { createImportRunner } from '#server/imports/run-imports.ts'
import { stageFile } from '#server/imports/stage-file.ts'
import { hasValueMap } from '#server/imports/value-maps.ts'
import { createImageStore } from '#server/media/open-image-store.ts'
import { type Config, ConfigError } from '#server/platform/config.ts'
import type { Database } from '#server/platform/database/database.ts'
import { Problem } from '#server/platform/http/problem.ts'
import { newId } from '#server/platform/ids.ts'
import type { Report } from '#server/platform/show-progress.ts'
import { createLog } from '#server/platform/observability/log.ts'

export const importUsage = `import FILE [PICTURES ...] [--kind KIND] [--dry-run] [--skip-errors] [--language ${languages.join('|')}]
                     [--encoding NAME] [--delimiter ;] [--sheet NAME] [--header-line N] [--decimals COLUMN=comma|point]
                     [--days COLUMN=day-first|month-first] [--value COLUMN:VALUE=TEXT] [--accept-great-changes]
                     compares a CSV or Excel file, with its pictures or a ZIP of them, with the shop, and applies it if no row is wrong; a dry run ends with 1 if one is
  import --undo ID   takes an import back`
export const exportUsage = 'export KIND FILE   writes products, orders and others into a .csv or .xlsx file'

type Print = (line: string) => void

interface Output {
  print: Print
  report: Report
}

export async function runImportCommand(
  { db, config, productUses }: { db: Database; config: Config; productUses: readonly SQL[] },
  args: string[],
  { print, report }: Output,
): Promise<void> {
  const { files, kind, language, dryRun, skipErrors, acceptsGreatChanges, undo, asked, decimals, days, values } =
    readImportArgs(args)
  const actor = { ...(await findActor(db)), ip: '', permissions: allPermissions }
  const archives = createArchives(join(config.dataDirectory, 'import-archives'))
  // This process does the work itself; a running shop may help.
  const deps = { db, jobs: { enqueue: async () => undefined } }
  const finish = (id: string) => finishImport({ db, config, archives, productUses, report }, id)
  if (undo !== undefined) {
    await undoImport(deps, undo, actor)
    const { counts } = await finish(undo)
    return print(
      `Taken back: ${written(counts.undone)}; left, because they were changed since: ${written(counts.left)}.`,
    )
  }
  const staged = await stage(deps, archives, { files, kind, language, asked, report }, actor)
  let isApplied = false
  try {
    isApplied = await compareAndApply(staged)
  } finally {
    // What was only compared is not left to be applied by someone else.
    if (!isApplied) {
      // One that has failed has ended by itself.
      await cancelImport(deps, staged.id, actor).catch((error: unknown) => {
        if (!(error instanceof Problem && error.code === 'import-state')) throw error
      })
      await archives.remove(staged.id)
    }
  }

  /** Compares a file, and applies it unless it is a dry run; returns whether it did. */
  async function compareAndApply(staged: ImportRecord): Promise<boolean> {
    if (staged.state === 'uploaded') {
      const { mapping: columns, addsBrands, addsCategories } = staged
      // What is asked for is as it is to be; of what is found out, nothing may be open.
      const chosen = asked.encoding === undefined ? {} : { columns, addsBrands, addsCategories }
      const answers = {
        decimals: answersOf(staged, decimals),
        dayOrders: answersOf(staged, days),
        ...(values.length > 0 && { valueMaps: valueMapsOf(staged, values) }),
      }
      await checkImport(deps, staged.id, { ...chosen, ...answers }, actor).catch(nameOptions)
    }
    const program = programOf(staged)
    print(`Read as: ${staged.kind}${program ? `, an export of ${program.name}` : ''}.`)
    for (const [index, header] of staged.headers.entries()) {
      if (staged.mapping[index] !== null) continue
      const reason = program && leftOutReason(program, header)
      print(`The column “${header}” is left out: ${reason ? leftOutReasons[reason][language] : 'it is not known.'}`)
    }
    const checked = await finish(staged.id)
    const wrong = checked.counts.error ?? 0
    print(
      `New: ${written(checked.counts.new)}, changed: ${written(checked.counts.changed)}, the same: ${written(checked.counts.same)}, wrong: ${written(wrong)}.`,
    )
    await printChangedFields(db, checked, language, print)
    for (const warning of checked.warnings) print(importWarningText(warning, language))
    await printErrors(db, checked, language, print)
    if (wrong > 0 && !skipErrors) {
      throw new ConfigError('Nothing was changed. Correct these rows, or leave them out with --skip-errors.')
    }
    if (dryRun) return false
    if ((checked.counts.new ?? 0) + (checked.counts.changed ?? 0) === 0) {
      print('There is nothing to change.')
      return false
    }
    await applyImport(deps, staged.id, actor, { acceptsGreatChanges }).catch(nameOptions)
    const { counts } = await finish(staged.id)
    print(
      `Applied: ${written(counts.applied)}${leftText(counts)}. Take it back with: npm run shop -- import --undo ${staged.id}`,
    )
    return true
  }
}

export async function runExportCommand(db: Database, args: string[], { print, report }: Output): Promise<void> {
  const wrong = new ConfigError(`Usage: npm run shop -- ${exportUsage}\nKinds: ${exportKinds.join(', ')}`)
  const [name, path, ...more] = args
  const kind = exportKinds.find((one) => one === name)
  const format = /\.(csv|xlsx)$/i.exec(path ?? '')?.[1]?.toLowerCase() as 'csv' | 'xlsx' | undefined
  if (!kind || path === undefined || format === undefined || more.length > 0) throw wrong
  // First, since the content is read from the database as soon as it is there.
  const file = await openForWriting(resolve(path))
  const { content } = await exportTable(db, kind, { format })
  let bytes = 0
  const counting = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length
      report(`Writing ${basename(path)}: ${(bytes / 1_000_000).toFixed(1)} MB`)
      done(null, chunk)
    },
  })
  await pipeline(content, counting, file)
  print(`${resolve(path)} has ${written((await stat(path)).size)} bytes.`)
}

/** Opens a file, whose content is replaced. Throws a sentence if it cannot be written. */
async function openForWriting(path: string): Promise<Writable> {
  try {
    return (await open(path, 'w')).createWriteStream()
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? String(error.code) : ''
    const reasons: Record<string, string> = {
      ENOENT: `there is no folder ${dirname(path)}. Create it first.`,
      ENOTDIR: `${dirname(path)} is not a folder.`,
      EISDIR: 'it is a folder. Name a file.',
      EACCES: 'the system does not allow it.',
      EPERM: 'the system does not allow it.',
      EROFS: 'the disk is read-only.',
    }
    if (!(code in reasons)) throw error
    throw new ConfigError(`${path} cannot be written: ${reasons[code]}`)
  }
}

function readImportArgs(args: string[]) {
  const wrong = new ConfigError(`Usage: npm run shop -- ${importUsage}\nKinds: ${importKinds.join(', ')}`)
  let parsed
  try {
    parsed = parseArgs({
      args,
      allowPositionals: true,
      options: {
        kind: { type: 'string' },
        language: { type: 'string' },
        encoding: { type: 'string' },
        delimiter: { type: 'string' },
        sheet: { type: 'string' },
        'header-line': { type: 'string' },
        decimals: { type: 'string', multiple: true, default: [] },
        days: { type: 'string', multiple: true, default: [] },
        value: { type: 'string', multiple: true, default: [] },
        'dry-run': { type: 'boolean', default: false },
        'skip-errors': { type: 'boolean', default: false },
        'accept-great-changes': { type: 'boolean', default: false },
        undo: { type: 'string' },
      },
    })
  } catch {
    throw wrong
  }
  const { positionals, values } = parsed
  if (isPartKind(values.kind))
    throw new ConfigError(`A file of ${values.kind} is imported as products: leave --kind out, or say --kind products.`)
  const kind = importKinds.find((one) => one === values.kind)
  const language = languages.find((one) => one === (values.language ?? defaultLanguage))
  const decimals = values.decimals.map((text) => readAnswer(text, decimalSigns))
  const days = values.days.map((text) => readAnswer(text, dayOrders))
  const isUnknown =
    (values.kind !== undefined && !kind) || !language || decimals.includes(undefined) || days.includes(undefined)
  if (isUnknown || (positionals.length === 0) !== (values.undo !== undefined)) throw wrong
  return {
    files: positionals.map((file) => resolve(file)),
    kind,
    language,
    dryRun: values['dry-run'],
    skipErrors: values['skip-errors'],
    acceptsGreatChanges: values['accept-great-changes'],
    undo: values.undo,
    asked: readReading(values),
    decimals: decimals.filter((one) => one !== undefined),
    days: days.filter((one) => one !== undefined),
    values: values.value,
  }
}

/** Returns how the file is to be read. Throws a sentence for what no file is. */
function readReading(values: Record<string, unknown>): AskedReading {
  const { encoding, delimiter, sheet, 'header-line': line } = values
  const asked = {
    ...(encoding !== undefined && { encoding }),
    ...(delimiter !== undefined && { delimiter: delimiter === 'tab' ? '\t' : delimiter }),
    ...(sheet !== undefined && { sheet }),
    ...(line !== undefined && { headerLine: Number(line) }),
  }
  if (Value.Check(AskedReading, asked)) return asked
  throw new ConfigError(
    `--encoding is one of ${encodings.join(', ')}; --delimiter is ; , | or tab; --header-line is the number of a line.`,
  )
}

/** Names the options that answer open questions, which nobody is asked here: one for each column. */
function nameOptions(error: unknown): never {
  if (!(error instanceof Problem)) throw error
  const options = (error.errors ?? []).map(({ field, facts }) =>
    field === 'encoding'
      ? '--encoding NAME'
      : field === 'acceptsGreatChanges'
        ? '--accept-great-changes'
        : field.startsWith('dayOrders')
          ? `--days "${facts?.['column']}=day-first" or "${facts?.['column']}=month-first"`
          : `--decimals "${facts?.['column']}=comma" or "${facts?.['column']}=point"`,
  )
  if (options.length === 0) throw error
  throw new ConfigError(`${error.message} Say it with ${options.join(', and ')}.`)
}

/** Describes what is said of a column. */
interface ColumnAnswer<Answer> {
  column: string
  answer: Answer
}

/** Reads `Weight=comma`; undefined for another answer than those of the list. */
function readAnswer<Answer extends string>(text: string, answers: readonly Answer[]): ColumnAnswer<Answer> | undefined {
  const end = text.lastIndexOf('=')
  const answer = answers.find((one) => one === text.slice(end + 1))
  return end > 0 && answer ? { column: text.slice(0, end), answer } : undefined
}

/** Returns what is said of each column. Throws a sentence for a column that the file does not have. */
function answersOf<Answer>({ headers }: ImportRecord, asked: readonly ColumnAnswer<Answer>[]): (Answer | null)[] {
  const unknown = asked.find(({ column }) => !headers.includes(column))
  if (unknown) throw noColumn(unknown.column, headers)
  return headers.map((header) => asked.find(({ column }) => column === header)?.answer ?? null)
}

const noColumn = (column: string, headers: readonly string[]) =>
  new ConfigError(`The file has no column “${column}”. It has: ${headers.join(', ')}.`)

/** Adds values such as `Blocked:J=archived` to what is known of the columns. Throws a sentence for what is none. */
function valueMapsOf({ headers, valueMaps }: ImportRecord, asked: readonly string[]): (ValueMap | null)[] {
  const said = asked.map((text) => {
    const index = headers.findIndex((header) => text.startsWith(`${header}:`))
    const [, value = '', meaning = ''] = /^(.+?)=(.*)$/su.exec(text.slice((headers[index]?.length ?? 0) + 1)) ?? []
    if (index < 0) throw noColumn(text.split(':')[0] ?? '', headers)
    if (value === '') throw new ConfigError(`Write “${text}” as COLUMN:VALUE=TEXT; an empty TEXT leaves the value out.`)
    return { index, value, meaning }
  })
  return headers.map((_, index) => {
    const own = said.flatMap((one) => (one.index === index ? [[one.value, one.meaning] as const] : []))
    const all = { ...valueMaps[index], ...Object.fromEntries(own) }
    return Object.keys(all).length > 0 ? all : null
  })
}

/** Returns the first admin, in whose name commands import. */
async function findActor(db: Database): Promise<{ id: string }> {
  const [admin] = await db
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.role, 'admin'), isNull(users.removedAt)))
    .orderBy(asc(users.createdAt))
    .limit(1)
  if (!admin) throw new ConfigError('This shop has no admin yet. Start it once first.')
  return admin
}

type Deps = Parameters<typeof stageArchive>[0]
type Source = Pick<ReturnType<typeof readImportArgs>, 'files' | 'kind' | 'language' | 'asked'> & { report: Report }

async function stage(
  deps: Deps,
  archives: Archives,
  { files, kind, language, asked, report }: Source,
  by: { id: string },
) {
  const id = newId()
  const path = archives.pathOf(id)
  // Beside the archives, so that one of them is only renamed.
  await archives.list()
  const folder = await mkdtemp(join(dirname(path), 'files-'))
  try {
    const received = []
    for (const [index, file] of files.entries()) received.push(await copyInto(folder, index, file))
    const { table, archive } = await sortFiles(received, folder, undefined)
    if (archive) await archives.keep(id, archive.path)
    if (!table) return await stageArchive(deps, { id, ...needed(archive) }, by)
    const onRow = (rows: number) => report(`Reading ${table.fileName}: ${written(rows)} rows`)
    const { attached } = archive ?? {}
    return await stageFile(
      deps.db,
      { id, kind, language, spool: join(folder, 'rows'), asked, onRow, attached, ...table },
      by,
    )
  } catch (error) {
    await archives.remove(id)
    if (!(error instanceof Problem && error.code === 'import-kind-unclear')) throw error
    const kinds = String(error.facts?.['kinds'] ?? '')
    throw new ConfigError(`The columns do not say what is in ${files[0]}. Say it with --kind, one of: ${kinds}.`)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function copyInto(folder: string, index: number, file: string) {
  const path = join(folder, String(index))
  const hash = createHash('sha256')
  try {
    await copyFile(file, path)
    await pipeline(createReadStream(path), hash)
  } catch (error) {
    throw new ConfigError(`${file} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
  return { path, fileName: basename(file), sha256: hash.digest('hex') }
}

/** Works until the import is at its next stop, which a running shop may reach first. */
async function finishImport(
  {
    db,
    config,
    archives,
    productUses,
    report,
  }: { db: Database; config: Config; archives: Archives; productUses: readonly SQL[]; report: Report },
  id: string,
): Promise<ImportRecord> {
  const log = createLog('warn')
  const loader = createPictureLoader({
    db,
    pictures: createImageStore(config),
    jobs: { enqueue: async () => undefined },
    archives,
    directory: join(config.dataDirectory, 'import-pictures'),
    reach: config.reach,
    log,
  })
  const runner = createImportRunner({ db, log, productUses })
  for (;;) {
    const working = loader.run().then(runner.run)
    const ended = working.then(
      () => true,
      () => true,
    )
    while (!(await Promise.race([ended, wait(pollMs)]))) await reportImport(db, id, report)
    await working
    const record = await getImport(db, id, { permissions: allPermissions })
    if (record.state === 'failed') throw new ConfigError(`The import failed: ${record.failure}`)
    if (!runningStates.includes(record.state)) return record
    await wait(pollMs)
  }
}

const pollMs = 500

const steps = { mapped: 'Comparing', applying: 'Applying', undoing: 'Taking back' } as const

/** Reports how far the shop is with an import. */
async function reportImport(db: Database, id: string, report: Report): Promise<void> {
  const { state, done, total } = await getImport(db, id, { permissions: allPermissions })
  if (state === 'mapped' || state === 'applying' || state === 'undoing')
    report(`${steps[state]}: ${written(done)} of ${written(total)} rows`)
}

async function printChangedFields(db: Database, record: ImportRecord, language: Language, print: Print) {
  const { kind, changedFields } = record
  const fields = await kindOf(kind).fields(db, askedFieldsOf(record))
  const named = fields.flatMap((field) =>
    changedFields[field.code] ? [`${labelOf(field, language)} ${written(changedFields[field.code])}`] : [],
  )
  if (named.length > 0) print(`Changed fields: ${named.join(' · ')}.`)
}

/** Prints the errors by reason and column, with the first lines of each and the option that answers it. */
async function printErrors(db: Database, record: ImportRecord, language: Language, print: Print) {
  const kind = kindOf(record.kind)
  const fields = await kind.fields(db, askedFieldsOf(record))
  for (const { field: code, rows, examples } of (await groupErrors(db, record, { kind, fields, language })) ?? []) {
    const field = fields.find((one) => one.code === columnFieldOf(code, record.mapping))
    const header = record.headers[record.mapping.indexOf(field?.code ?? '')]
    print(`Wrong in ${written(rows)} rows${field ? `, ${labelOf(field, language)}` : ''}:`)
    for (const { line, message } of examples) print(`  Line ${written(line)}: ${message}`)
    if (rows > examples.length) print('  …')
    const [cell] = examples.flatMap((one) => one.cell || [])
    if (field && hasValueMap(field) && header !== undefined && cell !== undefined)
      print(`  Say what the value stands for: --value "${header}:${cell}=TEXT".`)
  }
}

const written = (count = 0) => count.toLocaleString('en')

const leftText = (counts: ImportCounts) => {
  const left = (counts['changed-since'] ?? 0) + (counts.refused ?? 0)
  return left === 0 ? '' : `; left, because they were changed since or refused: ${written(left)}`
}

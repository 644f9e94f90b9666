import { type AlterTableCmd, type ColumnDef, type Constraint, type Node, parse } from 'libpg-query'
import { MigrationError, readMode } from '#server/platform/database/read-migrations.ts'

/**
 * Lists what a migration may not do, and how to mend it. While servers are upgraded one by one, the version before works on the result
 * of the migration, and it runs beside trading. A file takes a rule back by a line `-- allow RULE: reason`.
 */
const rules = {
  removes:
    'The version before still uses it. Stop using it in one release and remove it in the next, in a file that begins with "-- migrate: contract after NNNN-name.sql": the migration that came with the code that stopped.',
  'changes-type':
    'It rewrites the table, which nobody can use meanwhile, and the version before expects the old type. Add a column, fill it in batches, and remove the old one in a later release.',
  'required-column':
    'The version before inserts rows without it. Give it a DEFAULT, or make it nullable and let a trigger fill it in.',
  'rewrites-table':
    'It writes every row anew while nobody can use the table. Add the column without it, SET DEFAULT in a second statement, and fill the rows in batches.',
  'checks-all-rows':
    'It reads every row while nobody can write. Add the constraint as CHECK or FOREIGN KEY with NOT VALID, and VALIDATE CONSTRAINT in a file of its own. For NOT NULL, validate CHECK (… IS NOT NULL); SET NOT NULL is quick after that, and then allowed by "-- allow checks-all-rows: …".',
  'not-alone': 'It keeps the locks of the statements before it for as long as it takes. Give it a file of its own.',
  'locks-writers':
    'Nobody can write to the table while the index is built. Use CREATE INDEX CONCURRENTLY in a file of its own that begins with "-- migrate: concurrently"; for UNIQUE and PRIMARY KEY, ADD CONSTRAINT … USING INDEX afterwards.',
  'all-rows':
    'It locks all rows that it changes, or reads, until the end of the transaction. Put it into a file of its own that begins with "-- migrate: in batches by TABLE.KEY", with WHERE … BETWEEN $1 AND $2.',
  'cannot-see': 'What it does inside cannot be checked. Write the statements themselves, or say why it is short.',
  'not-here': 'Migrations neither begin nor end transactions, and do no maintenance.',
  mode: 'The first line of the file does not fit what it holds.',
} as const

type Rule = keyof typeof rules

interface Finding {
  rule: Rule
  /** The beginning of a sentence. */
  what: string
}

/** Returns a sentence for each thing that a migration may not do. `earlier` names the migrations before it in its folder. */
export async function checkMigration(name: string, sql: string, earlier: readonly string[]): Promise<string[]> {
  const allowed = new Set([...sql.matchAll(/^-- allow ([\w-]+): *\S/gm)].map(([, rule]) => rule))
  try {
    const mode = readMode(name, sql)
    const statements = ((await parse(sql)).stmts ?? []).flatMap(({ stmt }) => (stmt ? [stmt] : []))
    const created = new Set(statements.flatMap((statement) => nameOfCreated(statement) ?? []))
    const isContract = mode.kind === 'contract'
    const findings = [
      ...checkMode(mode, statements, sql, earlier),
      ...statements.flatMap((statement) => [
        ...checkStatement(statement, created, mode.kind),
        ...(isValidation(statement) && statements.length > 1 ? [found('not-alone', 'VALIDATE CONSTRAINT')] : []),
      ]),
    ].filter(({ rule }) => !allowed.has(rule) && !(isContract && rule === 'removes'))
    return findings.map(({ rule, what }) => `${name}: ${what} (${rule}). ${rules[rule]}`)
  } catch (error) {
    // A syntax error, or an unknown mode.
    if (!(error instanceof Error)) throw error
    return [error instanceof MigrationError ? error.message : `${name}: ${error.message}`]
  }
}

const found = (rule: Rule, what: string): Finding => ({ rule, what })

function checkMode(
  mode: ReturnType<typeof readMode>,
  statements: readonly Node[],
  sql: string,
  earlier: readonly string[],
): Finding[] {
  const [only, ...more] = statements
  const isOne = only !== undefined && more.length === 0
  switch (mode.kind) {
    case 'contract':
      return earlier.includes(mode.after) ? [] : [found('mode', `There is no earlier migration ${mode.after}`)]
    case 'batches':
      return isOne &&
        ('UpdateStmt' in only || 'DeleteStmt' in only || 'InsertStmt' in only) &&
        /\$1\b.*\$2\b/s.test(sql)
        ? []
        : [found('mode', 'A file "in batches" has one UPDATE, DELETE or INSERT with BETWEEN $1 AND $2')]
    case 'concurrently':
      return isOne && isConcurrent(only)
        ? []
        : [
            found(
              'mode',
              'A file "concurrently" has one CREATE INDEX CONCURRENTLY with a name, or DROP INDEX CONCURRENTLY',
            ),
          ]
    case 'transaction':
      return statements.some(isConcurrent) ? [found('mode', 'CONCURRENTLY without "-- migrate: concurrently"')] : []
  }
}

const isConcurrent = (statement: Node) =>
  'IndexStmt' in statement
    ? Boolean(statement.IndexStmt.concurrent && statement.IndexStmt.idxname)
    : 'DropStmt' in statement && Boolean(statement.DropStmt.concurrent)

const isValidation = (statement: Node) =>
  'AlterTableStmt' in statement &&
  commandsOf(statement.AlterTableStmt.cmds).some(({ subtype }) => subtype === 'AT_ValidateConstraint')

const commandsOf = (nodes: readonly Node[] = []): AlterTableCmd[] =>
  nodes.flatMap((node) => ('AlterTableCmd' in node ? [node.AlterTableCmd] : []))

/** Returns the name of the table that a statement creates: it has no rows, and nobody uses it yet. */
function nameOfCreated(statement: Node): string | undefined {
  return 'CreateStmt' in statement ? statement.CreateStmt.relation?.relname : undefined
}

function checkStatement(statement: Node, created: ReadonlySet<string>, mode: string): Finding[] {
  const isNew = (relation: { relname?: string } | undefined) => created.has(relation?.relname ?? '')
  if ('AlterTableStmt' in statement) {
    const { relation, cmds } = statement.AlterTableStmt
    return isNew(relation) ? [] : commandsOf(cmds).flatMap((command) => checkCommand(relation?.relname ?? '', command))
  }
  if ('DropStmt' in statement)
    return statement.DropStmt.concurrent ? [] : [found('removes', `DROP ${kindOf(statement.DropStmt.removeType)}`)]
  if ('RenameStmt' in statement) return [found('removes', 'RENAME')]
  if ('AlterObjectSchemaStmt' in statement) return [found('removes', 'SET SCHEMA')]
  if ('TruncateStmt' in statement) return [found('removes', 'TRUNCATE')]
  if ('IndexStmt' in statement) {
    const { relation, concurrent, idxname } = statement.IndexStmt
    return concurrent || isNew(relation)
      ? []
      : [found('locks-writers', `CREATE INDEX ${idxname ?? ''} ON ${relation?.relname}`)]
  }
  if (mode !== 'batches') {
    if ('UpdateStmt' in statement && !isNew(statement.UpdateStmt.relation))
      return [found('all-rows', `UPDATE ${statement.UpdateStmt.relation?.relname}`)]
    if ('DeleteStmt' in statement && !isNew(statement.DeleteStmt.relation))
      return [found('all-rows', `DELETE FROM ${statement.DeleteStmt.relation?.relname}`)]
    if ('InsertStmt' in statement && readsTables(statement.InsertStmt.selectStmt))
      return [found('all-rows', `INSERT INTO ${statement.InsertStmt.relation?.relname} … SELECT`)]
  }
  if ('CreateTableAsStmt' in statement) return [found('all-rows', 'CREATE … AS SELECT')]
  if ('RefreshMatViewStmt' in statement) return [found('all-rows', 'REFRESH MATERIALIZED VIEW')]
  if ('DoStmt' in statement) return [found('cannot-see', 'DO')]
  if ('CallStmt' in statement) return [found('cannot-see', 'CALL')]
  if ('SelectStmt' in statement) return [found('cannot-see', 'SELECT')]
  if ('ExecuteStmt' in statement) return [found('cannot-see', 'EXECUTE')]
  for (const kind of ['TransactionStmt', 'LockStmt', 'VacuumStmt', 'ClusterStmt', 'ReindexStmt'])
    if (kind in statement) return [found('not-here', kind.replace('Stmt', '').toUpperCase())]
  return []
}

const kindOf = (objectType = '') => objectType.replace('OBJECT_', '')

/** Whether a query reads a table: VALUES, and a SELECT without FROM, do not. */
const readsTables = (query: Node | undefined): boolean =>
  query !== undefined && JSON.stringify(query).includes('"RangeVar"')

const removing: Readonly<Record<string, string>> = {
  AT_DropColumn: 'DROP COLUMN',
  AT_DropNotNull: 'DROP NOT NULL, after which old code finds rows without a value,',
  AT_DropIdentity: 'DROP IDENTITY',
  AT_DropExpression: 'DROP EXPRESSION',
  AT_DropInherit: 'NO INHERIT',
  AT_DetachPartition: 'DETACH PARTITION',
}

const rewriting: Readonly<Record<string, string>> = {
  AT_SetLogged: 'SET LOGGED',
  AT_SetUnLogged: 'SET UNLOGGED',
  AT_SetTableSpace: 'SET TABLESPACE',
  AT_SetAccessMethod: 'SET ACCESS METHOD',
  AT_SetExpression: 'SET EXPRESSION',
}

function checkCommand(table: string, { subtype = 'AT_AddColumn', name, def }: AlterTableCmd): Finding[] {
  const target = `${table}${name ? `.${name}` : ''}`
  const removes = removing[subtype]
  if (removes) return [found('removes', `${removes} of ${target}`)]
  const rewrites = rewriting[subtype]
  if (rewrites) return [found('rewrites-table', `${rewrites} of ${target}`)]
  if (subtype === 'AT_AlterColumnType') return [found('changes-type', `The new type of ${target}`)]
  if (subtype === 'AT_SetNotNull') return [found('checks-all-rows', `SET NOT NULL of ${target}`)]
  // Others are checked by no statement of the shop.
  if (subtype === 'AT_DropConstraint' && /_(?:key|pkey)$/.test(name ?? ''))
    return [found('removes', `DROP CONSTRAINT of ${target}`)]
  if (subtype === 'AT_ColumnDefault' && !def) return [found('removes', `DROP DEFAULT of ${target}`)]
  if (subtype === 'AT_AddColumn' && def && 'ColumnDef' in def) return checkColumn(table, def.ColumnDef)
  if (subtype === 'AT_AddConstraint' && def && 'Constraint' in def) return checkConstraint(table, def.Constraint)
  return []
}

function checkColumn(table: string, { colname, typeName, constraints = [] }: ColumnDef): Finding[] {
  const given = constraints.flatMap((node) => ('Constraint' in node ? [node.Constraint] : []))
  const find = (type: Constraint['contype']) => given.find(({ contype }) => contype === type)
  const column = `The column ${table}.${colname}`
  const type = JSON.stringify(typeName?.names?.at(-1) ?? '')
  const byDefault = find('CONSTR_DEFAULT')?.raw_expr
  const isRewriting =
    find('CONSTR_IDENTITY') !== undefined ||
    // Of the generated ones, only virtual columns cost nothing.
    (find('CONSTR_GENERATED') !== undefined && find('CONSTR_GENERATED')?.generated_kind !== 'v') ||
    /serial/.test(type) ||
    (byDefault !== undefined && callsFunction(byDefault))
  return [
    ...(find('CONSTR_NOTNULL') && !byDefault && !isRewriting
      ? [found('required-column', `${column} is NOT NULL without DEFAULT`)]
      : []),
    ...(isRewriting ? [found('rewrites-table', `${column} has a value of its own for each row`)] : []),
    ...(find('CONSTR_CHECK') ? [found('checks-all-rows', `${column} has a CHECK`)] : []),
    ...(find('CONSTR_FOREIGN') && byDefault
      ? [found('checks-all-rows', `${column} has REFERENCES and a DEFAULT`)]
      : []),
    ...(find('CONSTR_UNIQUE') || find('CONSTR_PRIMARY') ? [found('locks-writers', `${column} is unique`)] : []),
  ]
}

/** Whether a default differs from row to row; the time of the transaction does not. */
function callsFunction(expression: Node): boolean {
  const calls = JSON.stringify(expression).matchAll(/"FuncCall":\{"funcname":(\[.*?\])/g)
  return [...calls].some(([, names = '']) => !/"sval":"now"/.test(names))
}

function checkConstraint(table: string, { contype, conname, skip_validation: isNotValid, indexname }: Constraint) {
  const what = `The constraint ${conname ?? ''} of ${table}`.replace('  ', ' ')
  switch (contype) {
    case 'CONSTR_CHECK':
    case 'CONSTR_FOREIGN':
    case 'CONSTR_NOTNULL':
      return isNotValid ? [] : [found('checks-all-rows', what)]
    case 'CONSTR_UNIQUE':
    case 'CONSTR_PRIMARY':
      return indexname ? [] : [found('locks-writers', what)]
    case 'CONSTR_EXCLUSION':
      return [found('locks-writers', what)]
    default:
      return []
  }
}

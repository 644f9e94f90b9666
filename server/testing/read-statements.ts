/**
 * Reads which tables the statements of a file name, and which columns they write, without running them. Drizzle's tables count by their
 * imports; of SQL text, in any template or string, the words behind FROM, JOIN, USING, INTO, UPDATE, TABLE and TRUNCATE count, and
 * `table.column` in `sql` templates. Keywords are in capitals. A fragment of SQL counts where it is written, not where it is put in; of the columns
 * that Drizzle writes, those of an object in the call itself count. A table whose name is made at run time is reported as `*`. The parser is
 * that of Vite, since TypeScript 7 has no API for programs.
 */
import { type ESTree, parseSync, Visitor } from 'vite'

export interface NamedTables {
  /** The names of tables, of those in another schema than `public` with it. */
  tables: Set<string>
  /** Lists the columns that are written, as `table.column`, of those asked for. */
  columns: Set<string>
}

export interface KnownTables {
  /** The names of all tables. */
  tables: ReadonlySet<string>
  /** Tables by `#server/FILE EXPORT`. */
  exports: ReadonlyMap<string, string>
  /** The columns to look for, as `table.column`. */
  columns: readonly string[]
}

/** Reads a file of TypeScript. Throws if it cannot be parsed. */
export function readStatements(file: string, code: string, known: KnownTables): NamedTables {
  const { program, errors } = parseSync(file, code)
  if (errors.length > 0) throw new Error(`${file}: ${errors.map(({ message }) => message).join(', ')}`)
  const found: NamedTables = { tables: new Set(), columns: new Set() }
  const objects = new Map<string, string>()
  const runTimeNames = new Set<string>()
  const writes: { table: string; start: number; end: number }[] = []
  const keys: { name: string; start: number }[] = []
  const tagged = new Set<ESTree.TemplateLiteral>()

  new Visitor({
    ImportDeclaration({ source, specifiers, importKind }) {
      for (const one of importKind === 'type' ? [] : specifiers) {
        if (one.type !== 'ImportSpecifier' || one.importKind === 'type' || one.imported.type !== 'Identifier') continue
        const table = known.exports.get(`${source.value} ${one.imported.name}`)
        if (table === undefined) continue
        objects.set(one.local.name, table)
        found.tables.add(table)
      }
    },
    VariableDeclarator({ id, init }) {
      if (id.type === 'Identifier' && init && isRunTimeName(init)) runTimeNames.add(id.name)
    },
    TaggedTemplateExpression({ tag, quasi }) {
      if (tag.type === 'Identifier' && tag.name === 'sql') tagged.add(quasi)
    },
    TemplateLiteral(node) {
      const isSql = tagged.has(node)
      const names = node.expressions.map((hole) => (hole.type === 'Identifier' ? hole.name : ''))
      const texts = node.quasis.map(({ value }) => value.cooked ?? '')
      const text = texts.map(
        (part, at) => `${part}${at < names.length ? (objects.get(names[at] ?? '') ?? 'hole') : ''}`,
      )
      readText(text.join(''), isSql, known, found)
      node.expressions.forEach((hole, at) => {
        const isUnread = !isSql || isRunTimeName(hole) || runTimeNames.has(names[at] ?? '')
        if (isUnread && /\b(?:FROM|JOIN|INTO|UPDATE|TABLE)\s+$/.test(texts[at] ?? '')) found.tables.add('*')
      })
    },
    Literal({ value }) {
      if (typeof value === 'string') readText(value, false, known, found)
    },
    CallExpression(node) {
      const [first] = node.arguments
      const table = first && tableOfChain(node, objects)
      if (table !== undefined && first) writes.push({ table, start: first.start, end: node.end })
    },
    Property({ key, start }) {
      if (key.type === 'Identifier') keys.push({ name: key.name, start })
    },
  }).visit(program)

  for (const one of known.columns) {
    const [table, column = ''] = one.split('.')
    const key = column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
    const places = keys.filter(({ name }) => name === key)
    const ranges = writes.filter((write) => write.table === table)
    if (places.some((at) => ranges.some(({ start, end }) => start <= at.start && at.start < end)))
      found.columns.add(one)
  }
  return found
}

/** Whether an expression is a name that is made at run time. */
const isRunTimeName = (node: ESTree.Expression): boolean =>
  node.type === 'CallExpression' &&
  node.callee.type === 'MemberExpression' &&
  node.callee.property.type === 'Identifier' &&
  ['identifier', 'raw'].includes(node.callee.property.name)

/** Returns the table that a chain such as `tx.update(orders).set(…)` writes, if it does. */
function tableOfChain(node: ESTree.CallExpression, objects: ReadonlyMap<string, string>): string | undefined {
  if (node.callee.type !== 'MemberExpression' || node.callee.object.type !== 'CallExpression') return undefined
  const { callee, arguments: given } = node.callee.object
  const isWrite =
    callee.type === 'MemberExpression' &&
    callee.property.type === 'Identifier' &&
    ['insert', 'update'].includes(callee.property.name)
  if (!isWrite) return tableOfChain(node.callee.object, objects)
  return given[0]?.type === 'Identifier' ? objects.get(given[0].name) : undefined
}

const beginsTable = new Set(['FROM', 'JOIN', 'USING', 'INTO', 'UPDATE', 'TABLE', 'TRUNCATE'])
const endsList = new Set(['WHERE', 'GROUP', 'ORDER', 'SET', 'RETURNING', 'LIMIT', 'SELECT', 'VALUES', 'UNION', 'FOR'])

/** Reads a text of SQL, or a part of one. */
function readText(text: string, isSql: boolean, known: KnownTables, found: NamedTables): void {
  const plain = text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/'(?:[^']|'')*'/g, "''")
    .replaceAll('"', '')
  const tokens = plain.match(/[\w$]+(?:\.\w+)?|\S/g) ?? []
  // For each open bracket: whether a table comes next, and whether a comma leads to another one.
  let now = { isNext: false, isList: false }
  const outer: (typeof now)[] = []
  tokens.forEach((token, at) => {
    const before = tokens[at - 1]
    if (token === '(') {
      outer.push({ ...now, isNext: false })
      now = { isNext: now.isNext, isList: false }
    } else if (token === ')') {
      now = outer.pop() ?? { isNext: false, isList: false }
    } else if (token === ',') {
      now.isNext = now.isList
    } else if (beginsTable.has(token) && before !== 'DISTINCT' && before !== 'FOR' && before !== 'DO') {
      now = { isNext: true, isList: token !== 'UPDATE' && token !== 'INTO' }
    } else if (endsList.has(token)) {
      now = { isNext: false, isList: false }
    } else if (token !== 'LATERAL' && token !== 'ONLY') {
      const [word = '', column] = token.replace(/^public\./, '').split('.')
      const name = known.tables.has(`${word}.${column}`) ? `${word}.${column}` : word
      if (known.tables.has(name) && (now.isNext || (isSql && column !== undefined))) found.tables.add(name)
      now.isNext = false
    }
  })
  let table = ''
  const parts = plain.matchAll(
    /\b(?:UPDATE|INTO)\s+(\w+)(.*?)(?=\b(?:FROM|WHERE|RETURNING|SELECT|VALUES|UPDATE|INTO)\b|$)/gs,
  )
  for (const [, word = '', rest = ''] of parts) {
    // `ON CONFLICT … DO UPDATE SET` is of the table before.
    if (word !== 'SET') table = word
    for (const one of known.columns) {
      const column = one.split('.')[1] ?? ''
      if (one === `${table}.${column}` && new RegExp(`\\b${column}\\s*[,)=]`).test(rest)) found.columns.add(one)
    }
  }
}

import { sql } from 'drizzle-orm'
import { mainLanguage } from '#contract/main-language.ts'
import type { Names } from '#contract/attributes.ts'
import { languages } from '#contract/language.ts'
import { htmlToLine } from '#server/catalog/html-to-text.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Returns names trimmed and without HTML; throws `name-missing` if there is none. */
export function readNames(names: Names): Names {
  const given = languages.flatMap((language) => {
    const name = htmlToLine(names[language] ?? '').trim()
    return name ? [[language, name] as const] : []
  })
  if (given.length === 0) throw problem('name-missing')
  return Object.fromEntries(given)
}

/** Returns the name that stands for all: that in the main language, else any. */
export const mainName = (names: Names): string => names[mainLanguage()] ?? Object.values(names)[0] ?? ''

const spelledOut: Record<string, string> = {
  ä: 'ae',
  ö: 'oe',
  ü: 'ue',
  ß: 'ss',
  ø: 'o',
  æ: 'ae',
  '"': ' in',
  '″': ' in',
}

/** Returns a text for addresses: lower case letters, digits, points and hyphens; `5/16"` is `5-16-in`. */
export function toCode(name: string, otherwise: string): string {
  const plain = name
    .toLowerCase()
    .replaceAll(/[äöüßøæ"″]/gu, (sign) => spelledOut[sign] ?? sign)
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(',', '.')
    .replaceAll(/[^a-z0-9.]+/g, '-')
    .replaceAll(/(?<!\d)\.|\.(?!\d)/g, '-')
    .replaceAll(/-+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 60)
  return plain || otherwise
}

/** Has others who look for a free code wait until the transaction ends. */
export const lockCodes = (tx: Transaction) => tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('boltyard.codes'))`)

/** Returns the code of a name, with a number behind it if it is taken, also by what was merged. Others who look for one wait until the transaction ends. */
export async function uniqueCode(
  tx: Transaction,
  name: string,
  { otherwise, taken }: { otherwise: string; taken: ReturnType<typeof sql> },
): Promise<string> {
  const code = toCode(name, otherwise)
  await lockCodes(tx)
  const { rows } = await tx.execute<{ code: string }>(sql`SELECT code FROM (${taken}) taken WHERE code ^@ ${code}`)
  return freeCode(code, new Set(rows.map((row) => row.code)))
}

/** Returns a code that is not among those taken: with the first free number behind it, if it is itself. */
export function freeCode(code: string, taken: ReadonlySet<string>): string {
  let free = code
  for (let number = 2; taken.has(free); number += 1) free = `${code}-${number}`
  return free
}

import { maxNumberLength } from '#contract/max-lengths.ts'
import { narrowText } from '#contract/narrow-text.ts'
import type { DecimalSign } from '#contract/units.ts'

/** Counts what the cells of a column say about its decimals, with the lines of the first of each: `5,916` alone is open. */
export type ColumnNumbers = Record<DecimalSign | 'open', { count: number; lines: number[] }>

const maxLines = 5

const otherSign = { comma: 'point', point: 'comma' } as const
const signOf = (character: string): DecimalSign => (character === ',' ? 'comma' : 'point')

/** Returns what the only number of a text says about its decimals; undefined if it says nothing, such as `12`. */
function readNumber(text: string): DecimalSign | 'open' | undefined {
  // Apostrophes and blanks stand between thousands only.
  const found = text.replaceAll(/(?<=\d)[\s'’](?=\d{3}(?!\d))/gu, '').match(/[.,]?\d[\d.,]*/g) ?? []
  const number = found.length === 1 ? (found[0] ?? '').replace(/(?<![.,])[.,]+$/, '') : ''
  const [first, second, ...more] = number.match(/[.,]/g) ?? []
  if (first === undefined) return undefined
  const last = more.at(-1) ?? second ?? first
  if (first !== last) return isGrouped(number.slice(0, number.lastIndexOf(last)), first) ? signOf(last) : undefined
  if (second !== undefined) return isGrouped(number, first) ? otherSign[signOf(first)] : undefined
  return /^[1-9]\d{0,2}[.,]\d{3}$/.test(number) ? 'open' : signOf(first)
}

/** Whether a text is digits in groups of three behind this sign. */
function isGrouped(text: string, sign: string): boolean {
  const [first = '', ...groups] = text.split(sign)
  return /^\d{1,3}$/.test(first) && groups.length > 0 && groups.every((group) => /^\d{3}$/.test(group))
}

/** Returns what a cell says about decimals; one with a list may say several things. */
export function readDecimals(cell: string): Set<DecimalSign | 'open'> {
  const text = cell.length > maxNumberLength ? '' : narrowText(cell)
  if (!/[.,]\d/.test(text)) return new Set()
  return new Set(text.split('|').flatMap((part) => readNumber(part) ?? []))
}

/** Collects what the cells of each column say about their decimals. */
export function createNumberScan() {
  const columns: ColumnNumbers[] = []
  return {
    columns,
    /** Adds a row; of a workbook, cells that are numbers say nothing. */
    add({
      line,
      cells,
      decimals = [],
    }: {
      line: number
      cells: readonly string[]
      decimals?: readonly number[]
    }): void {
      for (const [index, cell] of cells.entries()) {
        for (const said of decimals.includes(index) ? [] : readDecimals(cell)) {
          const column = (columns[index] ??= emptyColumn())
          column[said].count += 1
          if (column[said].lines.length < maxLines) column[said].lines.push(line)
        }
      }
    },
  }
}

const emptyColumn = (): ColumnNumbers => ({
  comma: { count: 0, lines: [] },
  point: { count: 0, lines: [] },
  open: { count: 0, lines: [] },
})

export interface DecimalsColumn {
  numbers: ColumnNumbers | undefined
  /** Whether a field of numbers is chosen for it: other columns prove nothing about the file. */
  isNumber: boolean
  /** Whether it has weights or other measures, of which the other columns say nothing: programs write them in their own way. */
  isMeasure?: boolean
  chosen?: DecimalSign | undefined
  /** Holds what a person has said of the same columns before. */
  remembered?: DecimalSign | undefined
}

/** `sign` is absent if nothing needs or proves one; `mixed` if values contradict each other or the choice, `unclear` if a person has to say it. */
export interface DecidedDecimals {
  sign?: DecimalSign
  fault?: 'mixed' | 'unclear'
}

/**
 * Decides the decimal sign of each column: its own values prove it, else it is chosen, else a person has said it before,
 * else it is as in the other columns, unless it has measures. What contradicts the file is no answer, and values that
 * contradict what was said before are a question.
 */
export function decideDecimals(columns: readonly DecimalsColumn[]): DecidedDecimals[] {
  const proofs = columns.map(({ numbers }) => proofOf(numbers))
  const others = new Set(proofs.flatMap((proof, index) => (proof && columns[index]?.isNumber ? [proof] : [])))
  return columns.map(({ numbers, isMeasure, chosen, remembered }, index): DecidedDecimals => {
    const proof = proofs[index]
    if (numbers && numbers.comma.count > 0 && numbers.point.count > 0) return { fault: 'mixed' }
    if (proof && chosen) return chosen === proof ? { sign: proof } : { sign: proof, fault: 'mixed' }
    if (proof) return remembered && remembered !== proof ? { fault: 'unclear' } : { sign: proof }
    if (!numbers?.open.count) return chosen ? { sign: chosen } : {}
    const ofFile = others.size === 1 ? [...others][0] : undefined
    const contradicts = remembered !== undefined && ofFile !== undefined && remembered !== ofFile
    const sign = chosen ?? (contradicts ? undefined : (remembered ?? (isMeasure ? undefined : ofFile)))
    return sign ? { sign } : { fault: 'unclear' }
  })
}

function proofOf(numbers: ColumnNumbers | undefined): DecimalSign | undefined {
  if (!numbers) return undefined
  if (numbers.comma.count > 0) return numbers.point.count > 0 ? undefined : 'comma'
  return numbers.point.count > 0 ? 'point' : undefined
}

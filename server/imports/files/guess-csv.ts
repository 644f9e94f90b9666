import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { type Delimiter, delimiters, type Encoding } from '#contract/table-reading.ts'
import { detectEncoding } from '#server/imports/files/detect-encoding.ts'

const sampleBytes = 64 * 1024

/** Returns the first bytes of a file. */
export async function readSample(path: string): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0)
  return buffer.subarray(0, bytesRead)
}

/** Guesses the encoding by the byte order mark, by zeros of UTF-16, by whether the whole file is valid UTF-8, or else by its letters. */
export async function guessEncoding(path: string, sample: Buffer): Promise<Encoding> {
  if (sample[0] === 0xff && sample[1] === 0xfe) return 'utf-16le'
  if (sample[0] === 0xfe && sample[1] === 0xff) return 'utf-16be'
  let even = 0
  let odd = 0
  for (const [index, byte] of sample.subarray(0, 1024).entries()) {
    if (byte === 0 && index % 2 === 0) even += 1
    else if (byte === 0) odd += 1
  }
  const looksWide = Math.max(even, odd) > Math.min(sample.length, 1024) / 3
  if (looksWide) return odd > even ? 'utf-16le' : 'utf-16be'
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    for await (const chunk of createReadStream(path)) decoder.decode(chunk as Buffer, { stream: true })
    decoder.decode()
    return 'utf-8'
  } catch {
    return detectEncoding(path)
  }
}

/**
 * Guesses the delimiter: the one that the first line with any has most of, outside of quotes; of two the comma comes last, since prose has
 * it. A first line that has less of the sign that divides the lines below is a title. Excel's own first line `sep=;` says it, and is no row.
 */
export function guessDelimiter(text: string): { delimiter: Delimiter; hasSepLine: boolean } {
  const said = /^sep=([,;\t|])(?:\r?\n|$)/i.exec(text)?.[1] as Delimiter | undefined
  if (said) return { delimiter: said, hasSepLine: true }
  const lines = countDelimiters(text)
  const first = lines.find((line) => delimiters.some((one) => line[one] > 0)) ?? lines[0]
  // A comma of a title is prose if most lines below have the same number of another sign.
  const below = ([';', '\t'] as const).find((one) => dividesMore(lines, one, first?.[','] ?? 0))
  const delimiter = below ?? delimiters.reduce((best, one) => ((first?.[one] ?? 0) > (first?.[best] ?? 0) ? one : best))
  return { delimiter, hasSepLine: false }
}

type Counts = Record<Delimiter, number>

/** Whether most lines behind the first have the same number of a sign, and more of it than the first has commas. */
function dividesMore(lines: readonly Counts[], sign: Delimiter, commas: number): boolean {
  const counts = Map.groupBy(
    lines.slice(1).map((line) => line[sign]),
    (count) => count,
  )
  return [...counts].some(([count, same]) => count > commas && 2 * same.length > lines.length - 1 && same.length > 1)
}

const maxCountedLines = 20

/** Counts the delimiters outside of quotes in the first lines that are not empty. */
function countDelimiters(text: string): Counts[] {
  const lines: Counts[] = []
  let counts: Counts = { ';': 0, '\t': 0, '|': 0, ',': 0 }
  let isQuoted = false
  let hasText = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if ((character === '\n' || character === '\r') && hasText) {
      lines.push(counts)
      if (lines.length === maxCountedLines) return lines
      counts = { ';': 0, '\t': 0, '|': 0, ',': 0 }
      hasText = false
      continue
    } else if (isDelimiter(character)) counts[character] += 1
    if (character.trim() !== '') hasText = true
  }
  return hasText ? [...lines, counts] : lines
}

const isDelimiter = (character: string): character is Delimiter => delimiters.some((one) => one === character)

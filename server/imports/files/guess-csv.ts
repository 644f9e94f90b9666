import { createReadStream } from 'node:fs'
import { open } from 'node:fs/promises'

export const delimiters = [';', '\t', '|', ','] as const
export type Delimiter = (typeof delimiters)[number]

export const encodings = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const
export type Encoding = (typeof encodings)[number]

const sampleBytes = 64 * 1024

/** Returns the first bytes of a file. */
export async function readSample(path: string): Promise<Buffer> {
  await using file = await open(path)
  const { buffer, bytesRead } = await file.read(Buffer.alloc(sampleBytes), 0, sampleBytes, 0)
  return buffer.subarray(0, bytesRead)
}

/** Guesses the encoding by the byte order mark, by zeros of UTF-16, or else by whether the whole file is valid UTF-8. */
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
    return 'windows-1252'
  }
}

/**
 * Guesses the delimiter: the one that the first line has most of, outside of quotes; of two the comma comes last, since prose has it. Excel's own first line `sep=;` says it, and is no
 * row.
 */
export function guessDelimiter(text: string): { delimiter: Delimiter; hasSepLine: boolean } {
  const said = /^sep=([,;\t|])(?:\r?\n|$)/i.exec(text)?.[1] as Delimiter | undefined
  if (said) return { delimiter: said, hasSepLine: true }
  const counts: Record<Delimiter, number> = { ';': 0, '\t': 0, '|': 0, ',': 0 }
  let isQuoted = false
  let hasText = false
  for (const character of text) {
    if (character === '"') isQuoted = !isQuoted
    else if (isQuoted) continue
    else if ((character === '\n' || character === '\r') && hasText) break
    else if (isDelimiter(character)) counts[character] += 1
    if (character.trim() !== '') hasText = true
  }
  const delimiter = delimiters.reduce((best, one) => (counts[one] > counts[best] ? one : best))
  return { delimiter, hasSepLine: false }
}

const isDelimiter = (character: string): character is Delimiter => delimiters.some((one) => one === character)

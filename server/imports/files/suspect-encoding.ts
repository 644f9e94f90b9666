import { createReadStream } from 'node:fs'

/** Describes a file whose letters look as if they were read in a wrong encoding. */
export interface SuspectedEncoding {
  /** As programs call it. */
  encoding: string
  /** A word as it was read. */
  sample: string
}

/**
 * Lists what stands in words of another encoding that is read as Windows-1252, and in no language that has that one: all patterns of a
 * line together. The more telling come first.
 */
const signs: readonly { encoding: string; patterns: readonly RegExp[] }[] = [
  // Kana have 0x82 or 0x83 before each byte.
  { encoding: 'Shift-JIS', patterns: [/(?:[\u0081‚ƒ][^\s]){2}/u] },
  // Other alphabets have letters above ASCII only.
  { encoding: 'Windows-1251', patterns: [/[À-ÖØ-öø-ÿ]{4}/u] },
  // Polish and Slovak; Czech; Hungarian; Romanian; Croatian and Slovenian.
  { encoding: 'Windows-1250', patterns: [/\p{L}[³¹¿¾]\p{Ll}/u] },
  { encoding: 'Windows-1250', patterns: [/\p{L}ø\p{Ll}|ø\p{Ll}{2}/u, /\p{L}[ìè]/u] },
  { encoding: 'Windows-1250', patterns: [/õ(?!e)/u, /û/u] },
  { encoding: 'Windows-1250', patterns: [/þ/u, /ã/u] },
  { encoding: 'Windows-1250', patterns: [/\p{L}[èæ]/u, /\p{Ll}[šž]|[šž]\p{Ll}/u] },
  { encoding: 'Mac Roman', patterns: [/\p{Ll}[ŠŽŸ†ˆŒ§\u008d\u008f\u0090\u009d]\p{Ll}/u] },
  { encoding: 'DOS (code page 850)', patterns: [/\p{Ll}[„”\u0081]\p{Ll}/u] },
]

/** A wrong encoding shows in the first megabytes, if it shows at all. */
const maxBytes = 4_000_000

/** Returns in what encoding a file seems to be that is read as Windows-1252; undefined if nothing speaks against that one. */
export async function suspectEncoding(path: string): Promise<SuspectedEncoding | undefined> {
  const decoder = new TextDecoder('windows-1252')
  const found = signs.map(({ patterns }) => patterns.map(() => ''))
  for await (const chunk of createReadStream(path, { end: maxBytes })) {
    const text = decoder.decode(chunk as Buffer, { stream: true })
    for (const [sign, { patterns }] of signs.entries()) {
      const samples = found[sign] ?? []
      for (const [index, pattern] of patterns.entries()) samples[index] ||= wordAt(text, pattern)
    }
  }
  const index = found.findIndex((samples) => samples.every((sample) => sample !== ''))
  const encoding = signs[index]?.encoding
  return encoding === undefined ? undefined : { encoding, sample: found[index]?.[0] ?? '' }
}

const shownBefore = 12

/** Returns the word around the first match, without what cannot be seen; empty if there is none. */
function wordAt(text: string, pattern: RegExp): string {
  const match = pattern.exec(text)
  if (!match) return ''
  const start = Math.max(0, match.index - shownBefore)
  const before =
    text
      .slice(start, match.index)
      .split(/[\s;,\t|"]/u)
      .at(-1) ?? ''
  const [after = ''] = text
    .slice(match.index + match[0].length, match.index + match[0].length + shownBefore)
    .split(/[\s;,\t|"]/u)
  return `${before}${match[0]}${after}`.replaceAll(/\p{Cc}/gu, '·')
}

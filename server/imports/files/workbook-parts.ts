import type { Readable } from 'node:stream'
import sax from 'sax'
import type { Entry, ZipFile } from 'yauzl'

/** Says what is wrong with a workbook: the end of a problem's code, with its facts. */
export class WorkbookError extends Error {
  readonly code: 'damaged' | 'unpacked' | 'columns' | 'cell' | 'sheet' | 'other-format'
  readonly facts: Record<string, string | number>
  constructor(code: WorkbookError['code'], facts: Record<string, string | number> = {}) {
    super(code)
    this.code = code
    this.facts = facts
  }
}

export interface WorkbookLimits {
  maxUnpackedBytes: number
  maxParts: number
  /** Of all cells together: a short file may repeat one long text in each of them. In UTF-16 units. */
  maxText: number
  maxSharedTexts: number
  maxColumns: number
  maxCellLength: number
}

/** Takes a row with the indexes of its numbers with decimals, also of those among texts. */
export type TakeRow = (line: number, cells: string[], decimals: number[]) => void

/** Names the sheet that is read, and all that are visible. */
export interface Sheets {
  sheet: string
  sheets: string[]
}

export interface Takers {
  takeSheets: (sheets: Sheets) => void
  takeRow: TakeRow
}

/**
 * Returns the sheet to read, by default the first visible one, and hands out its name with those of all that are visible; undefined if
 * there is none. Throws WorkbookError if the one that is asked for is not there.
 */
export function chooseSheet<Sheet extends { name: string; isHidden: boolean }>(
  sheets: readonly Sheet[],
  asked: string | undefined,
  takeSheets: Takers['takeSheets'],
): Sheet | undefined {
  const visible = sheets.filter(({ isHidden }) => !isHidden)
  const names = visible.map(({ name }) => name)
  const sheet = asked === undefined ? (visible[0] ?? sheets[0]) : visible.find(({ name }) => name === asked)
  if (!sheet && asked !== undefined) throw new WorkbookError('sheet', { sheet: asked, sheets: names.join(', ') })
  if (sheet) takeSheets({ sheet: sheet.name, sheets: names })
  return sheet
}

/** Excel allows 31 characters. */
export const maxSheetName = 100
export const maxSheets = 1000

/** The last row of Excel. */
export const maxLine = 1_048_576

export interface Parts {
  zip: ZipFile
  entries: ReadonlyMap<string, Entry>
  limits: WorkbookLimits
  /** Bytes that may still be unpacked. */
  left: number
}

export interface Handlers {
  open?: (name: string, attributes: Record<string, string>) => void
  text?: (text: string) => void
  close?: (name: string) => void
}

const localName = (name: string) => name.slice(name.indexOf(':') + 1)

/** Parses a part while it is unpacked. */
export async function parsePart(
  parts: Parts,
  name: string | undefined,
  { open, text, close }: Handlers,
): Promise<void> {
  const entry = parts.entries.get(name ?? '')
  if (!entry) throw new WorkbookError('damaged')
  // yauzl ends a part that is longer than it says.
  parts.left -= entry.uncompressedSize
  if (parts.left < 0) throw new WorkbookError('unpacked')
  // Without positions, sax does not limit the length of an attribute or a name to its 64 KB.
  const parser = sax.parser(true, { position: true })
  parser.onopentag = (tag) => open?.(localName(tag.name), (tag as sax.Tag).attributes)
  parser.onclosetag = (tag) => close?.(localName(tag))
  parser.ontext = (value) => text?.(value)
  parser.oncdata = (value) => text?.(value)
  parser.onerror = () => {
    throw new WorkbookError('damaged')
  }
  const decoder = new TextDecoder()
  const stream: Readable = await parts.zip.openReadStreamPromise(entry)
  for await (const chunk of stream) parser.write(decoder.decode(chunk as Buffer, { stream: true }))
  parser.close()
}

/** Writes a number with the 15 digits that Excel shows, and never as a power of ten. */
export function numberText(value: number): string {
  const rounded = Number(value.toPrecision(15))
  const text = String(rounded)
  return text.includes('e') ? rounded.toLocaleString('en-US', { useGrouping: false, maximumFractionDigits: 20 }) : text
}

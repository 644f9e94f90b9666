import { unzipSync, zipSync } from 'fflate'
import { readSheet } from 'read-excel-file/universal'
import { Problem } from '#web/api/api-problem.ts'
import { type ListedLine, parseOrderList, readTable } from '#web/carts/parse-order-list.ts'
import { t } from '#web/i18n/messages.ts'

const maxBytes = 2_000_000
/** Limits each part of an Excel file; a larger one is left out. */
const maxUnpackedBytes = 30_000_000

class FileProblem extends Problem {}

/** Reads a list from a CSV or text file or the first sheet of an Excel file, in this browser. Throws a problem for other and larger files. */
export async function readOrderFile(file: File): Promise<ListedLine[]> {
  if (file.size > maxBytes) throw new FileProblem(t('quick-order.file-large', { limit: maxBytes / 1_000_000 }))
  const bytes = new Uint8Array(await file.arrayBuffer())
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) return readTable(await readWorkbook(bytes))
  const text = decode(bytes)
  if (text.includes('\0')) throw new FileProblem(t('quick-order.file-unreadable'))
  return parseOrderList(text)
}

/** Returns the cells of the first sheet. */
async function readWorkbook(bytes: Uint8Array): Promise<string[][]> {
  try {
    // The library unpacks long sheets in a worker, which the content security policy refuses: it gets them unpacked.
    const sheets = unzipSync(bytes, { filter: ({ originalSize }) => originalSize <= maxUnpackedBytes })
    const unpacked = new Blob([zipSync(sheets, { level: 0 }).slice()])
    const rows = await readSheet(unpacked, { parseNumber: (digits) => String(Number(digits)) })
    return rows.map((cells) => cells.map((cell) => (cell === null ? '' : String(cell))))
  } catch {
    throw new FileProblem(t('quick-order.file-unreadable'))
  }
}

/** Spreadsheets write UTF-8, UTF-16 with a mark, or the Windows code page. */
function decode(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return new TextDecoder('utf-16le').decode(bytes)
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

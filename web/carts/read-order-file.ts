import { unzipSync, zipSync } from 'fflate'
import readXlsxFile from 'read-excel-file/universal'
import { Problem } from '#web/api/api-problem.ts'
import { type ListedLine, parseOrderList, readQuantity, readTable } from '#web/carts/parse-order-list.ts'
import '#web/i18n/cart-messages.ts'
import { t } from '#web/i18n/messages.ts'

const maxBytes = 2_000_000
/** Limits the unpacked parts of an Excel file, and its rows. */
const maxUnpackedBytes = 40_000_000
const maxRows = 5000

class FileProblem extends Problem {}

/** Reads a list from a CSV or text file or a sheet of an Excel file, in this browser. Throws a problem for other and larger files. */
export async function readOrderFile(file: File): Promise<ListedLine[]> {
  if (file.size > maxBytes) throw new FileProblem(t('quick-order.file-large', { limit: maxBytes / 1_000_000 }))
  const bytes = new Uint8Array(await file.arrayBuffer())
  if ((bytes[0] === 0x50 && bytes[1] === 0x4b) || /\.xls[xm]?$/i.test(file.name)) return readWorkbook(bytes)
  const text = decode(bytes)
  if (text.includes('\0')) throw new FileProblem(t('quick-order.file-unreadable'))
  return parseOrderList(text)
}

/** Returns the lines of the first sheet that has any with a quantity, or else of the first one. */
async function readWorkbook(bytes: Uint8Array): Promise<ListedLine[]> {
  try {
    const book = await readXlsxFile(unpack(bytes), { parseNumber: (digits) => String(Number(digits)) })
    const sheets = book.map(({ data }) =>
      readTable(data.map((cells) => cells.map((cell) => (cell === null ? '' : String(cell))))),
    )
    return sheets.find((lines) => lines.some(({ quantity }) => readQuantity(quantity) !== undefined)) ?? sheets[0] ?? []
  } catch {
    throw new FileProblem(t('quick-order.file-unreadable'))
  }
}

const neededParts =
  /^(?:\[Content_Types\]\.xml|_rels\/[^/]+|xl\/[^/]+\.xml|xl\/_rels\/[^/]+|xl\/worksheets\/[^/]+\.xml)$/i

/**
 * Unpacks a workbook: the library would do it for long sheets in a worker, which the content security policy refuses. Throws if it is too
 * large to be a list of parts, since the library makes a cell for each one up to the last.
 */
function unpack(bytes: Uint8Array): Blob {
  let unpackedBytes = 0
  const parts = unzipSync(bytes, {
    filter: ({ name, originalSize }) => {
      if (!neededParts.test(name)) return false
      unpackedBytes += originalSize
      if (unpackedBytes > maxUnpackedBytes) throw new Error('too large')
      return true
    },
  })
  for (const [name, part] of Object.entries(parts)) {
    if (!/worksheets\//i.test(name)) continue
    const addresses = new TextDecoder().decode(part).matchAll(/\br="([A-Z]*)(\d*)"/g)
    for (const [, column = '', row = ''] of addresses) {
      if (column.length > 2 || Number(row) > maxRows) throw new Error('too large')
    }
  }
  return new Blob([zipSync(parts, { level: 0 }).slice()])
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

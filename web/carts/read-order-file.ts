import { Problem } from '#web/api/api-problem.ts'
import { type ListedLine, parseOrderList } from '#web/carts/parse-order-list.ts'
import { t } from '#web/i18n/messages.ts'

const maxBytes = 2_000_000

class FileProblem extends Problem {}

/** Reads a list from a CSV or text file, in this browser. Throws a problem for files that are too large or no text. */
export async function readOrderFile(file: File): Promise<ListedLine[]> {
  if (file.size > maxBytes) throw new FileProblem(t('quick-order.file-large', { limit: maxBytes / 1_000_000 }))
  const bytes = new Uint8Array(await file.arrayBuffer())
  const text = decode(bytes)
  if (text.includes('\0')) throw new FileProblem(t('quick-order.file-unreadable'))
  return parseOrderList(text)
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

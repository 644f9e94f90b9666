import { parentPort, workerData } from 'node:worker_threads'
import { parseWorkbook } from './parse-workbook.ts'
import { type Sheets, WorkbookError, type WorkbookLimits } from './workbook-parts.ts'

/** Describes the work of the thread. `taken` counts the batches that the reader has taken. */
export interface XlsxWork {
  path: string
  limits: WorkbookLimits
  sheet: string | undefined
  taken: SharedArrayBuffer
}

export type XlsxMessage =
  | { batch: [line: number, cells: string[], decimals: number[]][] }
  | { found: Sheets }
  | { end: true }
  | { failure: WorkbookError['code']; facts: WorkbookError['facts'] }

const batchRows = 250
const batchText = 1_000_000
/** Limits the batches that wait for the reader. */
const maxAhead = 3

const { path, limits, sheet, taken } = workerData as XlsxWork
const takenCount = new Int32Array(taken)
let sent = 0
let batch: [number, string[], number[]][] = []
let text = 0
const send = (message: XlsxMessage) => parentPort?.postMessage(message)

/** Sends the rows, and then stops this thread until the reader has taken earlier ones. */
function sendBatch(): void {
  send({ batch })
  batch = []
  text = 0
  sent += 1
  for (;;) {
    const seen = Atomics.load(takenCount, 0)
    if (sent - seen < maxAhead) return
    Atomics.wait(takenCount, 0, seen)
  }
}

try {
  await parseWorkbook(
    path,
    { limits, sheet },
    {
      takeSheets: (found) => send({ found }),
      takeRow(line, cells, decimals) {
        batch.push([line, cells, decimals])
        for (const cell of cells) text += cell.length
        if (batch.length >= batchRows || text >= batchText) sendBatch()
      },
    },
  )
  send({ batch })
  send({ end: true })
} catch (error) {
  // A file that is no workbook at all fails in the libraries.
  const { code, facts } = error instanceof WorkbookError ? error : new WorkbookError('damaged')
  send({ failure: code, facts })
}

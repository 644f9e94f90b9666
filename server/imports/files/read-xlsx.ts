import { Worker } from 'node:worker_threads'
import type { Sheets } from '#server/imports/files/workbook-parts.ts'
import { columnName, type TableLimits, type TableRow } from '#server/imports/files/table-limits.ts'
import type { XlsxMessage, XlsxWork } from '#server/imports/files/xlsx-worker.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Ends the thread, and not the shop, if a workbook takes more; 50,000 rows of 16 cells take 220 MB. */
const maxHeapMb = 512

export interface XlsxOptions {
  limits: TableLimits
  signal: AbortSignal
  /** The first visible one by default. */
  sheet: string | undefined
  /** Called before the first row. */
  onSheets: (found: Sheets) => void
}

/**
 * Reads a sheet of a workbook row by row, in a thread of its own: unpacking and parsing 50,000 rows of 16 cells takes 3 s of CPU
 * time, in which the shop would answer late. The thread ends with the reading, or with `signal`, whose reason is thrown. Throws
 * `table-damaged`, `table-other-format`, `table-sheet`, `table-unpacked`, `table-columns` and `table-cell`.
 */
export async function* readXlsx(
  path: string,
  { limits, signal, sheet, onSheets }: XlsxOptions,
): AsyncGenerator<TableRow> {
  signal.throwIfAborted()
  const taken = new SharedArrayBuffer(4)
  const takenCount = new Int32Array(taken)
  const worker = new Worker(new URL('./xlsx-worker.ts', import.meta.url), {
    workerData: { path, limits, sheet, taken } satisfies XlsxWork,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  })
  const unpacked = () => problem('table-unpacked', { limit: `${limits.maxUnpackedBytes / 1_000_000} MB` })
  const waiting: XlsxMessage[] = []
  let failed: unknown
  let wake = Promise.withResolvers<void>()
  worker.on('message', (message: XlsxMessage) => {
    waiting.push(message)
    wake.resolve()
  })
  worker.on('error', (error) => {
    failed = error
    wake.resolve()
  })
  const stop = () => wake.resolve()
  signal.addEventListener('abort', stop)
  try {
    for (;;) {
      signal.throwIfAborted()
      const message = waiting.shift()
      if (message && 'batch' in message) {
        for (const [line, cells, decimals] of message.batch)
          yield { line, cells, ...(decimals.length > 0 && { decimals }) }
        Atomics.add(takenCount, 0, 1)
        Atomics.notify(takenCount, 0)
      } else if (message && 'found' in message) {
        onSheets(message.found)
      } else if (message && 'end' in message) {
        return
      } else if (message && 'failure' in message) {
        const { failure, facts } = message
        if (failure === 'unpacked') throw unpacked()
        throw problem(`table-${failure}`, { ...facts, column: columnName(Number(facts['index'] ?? 0)) })
      } else if (failed) {
        throw isOutOfMemory(failed) ? unpacked() : failed
      } else {
        await wake.promise
        wake = Promise.withResolvers()
      }
    }
  } finally {
    signal.removeEventListener('abort', stop)
    await worker.terminate()
  }
}

const isOutOfMemory = (error: unknown) =>
  error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY'

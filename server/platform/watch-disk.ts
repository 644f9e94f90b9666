import { statfs } from 'node:fs/promises'
import type { Logger } from 'pino'

/** With a smaller share of the disk left, a shop is warned of: PostgreSQL ends when it cannot write. */
const minFreeShare = 0.05

/** Returns what looks at the disk of a folder and warns each time it has become nearly full. */
export function createDiskWatch(
  directory: string,
  log: Pick<Logger, 'warn'>,
  read: (path: string) => Promise<{ bavail: number; blocks: number; bsize: number }> = statfs,
): () => Promise<void> {
  let isLow = false
  return async () => {
    const { bavail, blocks, bsize } = await read(directory)
    const wasLow = isLow
    // Some file systems, of networks for one, do not say how large they are.
    isLow = blocks > 0 && bavail / blocks < minFreeShare
    if (!isLow || wasLow) return
    const free = Math.floor((bavail * bsize) / 1024 ** 2)
    log.warn(
      `The disk of DATA_DIR (${directory}) is nearly full: ${free} MB are free. Without space, what is stored there is refused: pictures and files, and with the embedded database also orders.`,
    )
  }
}

import { randomInt } from 'node:crypto'
import { createServer } from 'node:net'
import { PostgresError } from './postgres-error.ts'

/** Returns a free port below the range of ephemeral ports, so that it is likely to stay free over a restart. */
export async function findFreePort(): Promise<number> {
  for (let attempt = 0; attempt < 200; attempt += 1) {
    const port = randomInt(20_000, 32_768)
    if (await isFree(port)) return port
  }
  throw new PostgresError('No free port was found on 127.0.0.1 between 20000 and 32767.')
}

export function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen({ host: '127.0.0.1', port, exclusive: true }, () => probe.close(() => resolve(true)))
  })
}

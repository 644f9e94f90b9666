import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, resolve } from 'node:path'
import { ConfigError } from '#server/platform/config.ts'

/** Creates the data folder; throws a ConfigError if the shop cannot write into it. */
export function assertUsableFolder(folder: string): void {
  try {
    createFolder(resolve(folder))
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch (error) {
    throw new ConfigError(
      `DATA_DIR is ${folder}, which cannot be used: ${error instanceof Error ? error.message : String(error)}`,
    )
  }
}

/** One level after the other: mkdir with `recursive` never ends where a folder such as /proc refuses with ENOENT. */
function createFolder(folder: string): void {
  if (existsSync(folder)) return
  createFolder(dirname(folder))
  mkdirSync(folder)
}

/** Returns the error code of listening on this address, or undefined if it is free. */
export function probePort(host: string, port: number): Promise<string | undefined> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => done(undefined)))
  })
}

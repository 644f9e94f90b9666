import { accessSync, constants, existsSync, mkdirSync } from 'node:fs'
import { createServer } from 'node:net'
import { dirname, join } from 'node:path'
import { type Config, ConfigError } from '#server/platform/config.ts'
import { createClient } from '#server/platform/database/connections.ts'

/** Creates the data folder. Throws a ConfigError if the shop cannot use it or what is in it, or cannot read a database's URL. */
export function assertUsableEnvironment({ dataDirectory, databaseUrl, databaseReadUrls }: Config): void {
  explainAs(`DATA_DIR is ${dataDirectory}, which cannot be used`, () => {
    createFolder(dataDirectory)
    assertUsableFolder(dataDirectory)
    for (const name of ['postgres', 'media', 'uploads'])
      if (existsSync(join(dataDirectory, name))) assertUsableFolder(join(dataDirectory, name))
  })
  // The client reads the certificates that the URL names.
  if (databaseUrl !== undefined)
    explainAs('DATABASE_URL cannot be used', () => createClient({ connectionString: databaseUrl }))
  for (const connectionString of databaseReadUrls)
    explainAs('DATABASE_READ_URL cannot be used', () => createClient({ connectionString }))
}

function explainAs(sentence: string, check: () => unknown): void {
  try {
    check()
  } catch (error) {
    throw new ConfigError(`${sentence}: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** Throws for a file, too: only a folder has an entry for itself. */
const assertUsableFolder = (folder: string) =>
  accessSync(`${folder}/.`, constants.R_OK | constants.W_OK | constants.X_OK)

/** Creates one level after the other: mkdir with `recursive` never ends where a folder such as /proc refuses with ENOENT. */
function createFolder(folder: string): void {
  if (existsSync(folder)) return
  createFolder(dirname(folder))
  mkdirSync(folder)
}

/** Returns the error code of listening on this address, or undefined if it is free. */
function probePort(host: string, port: number): Promise<string | undefined> {
  return new Promise((done) => {
    const probe = createServer()
    probe.once('error', (error: NodeJS.ErrnoException) => done(error.code ?? error.message))
    probe.listen({ host, port, exclusive: true }, () => probe.close(() => done(undefined)))
  })
}

/** Returns the port to listen on: the one that is set, or the first free one from 3000. Throws a ConfigError if there is none. */
export async function findPort({ host, port, portIsFixed }: Config): Promise<number> {
  for (let candidate = port; candidate < port + 50; candidate++) {
    const code = await probePort(host, candidate)
    if (code === undefined) return candidate
    if (code === 'EACCES')
      throw new ConfigError(`Port ${candidate} needs more rights. Set PORT to a number above 1023.`)
    if (code !== 'EADDRINUSE') throw new ConfigError(`HOST is ${host}, which is no address of this machine (${code}).`)
    if (portIsFixed) break
  }
  throw new ConfigError(`Port ${port} is taken by another program. Stop it, or set PORT to another number.`)
}

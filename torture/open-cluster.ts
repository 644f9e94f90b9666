import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Cluster, startCluster } from '#cluster/start-cluster.ts'
import { ownerEnv } from '#torture/buyers.ts'
import { logProgress } from '#torture/log-progress.ts'

export interface OpenCluster extends Cluster, AsyncDisposable {
  /** Goes when the cluster is disposed of. */
  directory: string
  /** The settings of a command that works on its shop. */
  env: { DATABASE_URL: string; DATA_DIR: string }
}

/** Starts a cluster with an empty shop in a scratch folder on a real disk. */
export async function openCluster(firstPort: number): Promise<OpenCluster> {
  const directory = await mkdtemp('/var/tmp/boltyard-cluster-')
  // PostgreSQL's own user must reach its folders.
  await chmod(directory, 0o755)
  const shopEnv = { ...ownerEnv, DEMO: 'false', RATE_LIMITS: 'off', LOG_LEVEL: 'warn', NODE_ENV: 'development' }
  const remove = () => rm(directory, { recursive: true, force: true })
  try {
    const cluster = await startCluster({ directory, firstPort, timing: 'short', shopEnv, report: logProgress })
    return {
      ...cluster,
      directory,
      env: { DATABASE_URL: cluster.databaseUrl, DATA_DIR: join(directory, 'shop1') },
      async [Symbol.asyncDispose]() {
        await cluster.stop()
        await remove()
      },
    }
  } catch (error) {
    await remove()
    throw error
  }
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '#embedded/postgres/free-port.ts'
import { runShopProcess, type ShopProcess } from '#server/testing/run-shop-process.ts'
import { enter, owner, ownerEnv, type Person, signUpBuyers } from '#torture/buyers.ts'

export interface OpenShop extends ShopProcess, AsyncDisposable {
  /** The data directory, which goes when the shop is disposed of. */
  directory: string
  admin: Person
  buyers: Person[]
}

/** Starts a shop on a scratch folder and a free port, with an admin and eight buyers. */
export async function openShop(env: Record<string, string> = {}): Promise<OpenShop> {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-torture-'))
  const shop = await runShopProcess(directory, { ...ownerEnv, PORT: String(await findFreePort()), ...env })
  async function close() {
    await shop.stop('SIGTERM')
    await rm(directory, { recursive: true, force: true })
  }
  try {
    const admin = await enter(shop.url, 'signInWithPassword', owner)
    const buyers = await signUpBuyers(shop.url, 8)
    return { ...shop, directory, admin, buyers, [Symbol.asyncDispose]: close }
  } catch (error) {
    await close()
    throw error
  }
}

import { hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Keys of their own for each purpose, all derived from the one secret of this shop. */
export interface Secrets {
  accessTokenKey: Uint8Array
  identityEncryptionKey: Buffer
  cardsSecretKey: string
  cardEventSecret: string
  /** The password that an account of this e-mail begins with when its owner sets none: always the same for this shop. */
  firstPassword: (email: string) => string
}

/** Takes the secret from the settings, or from the data folder, where the first start writes it for its owner only. */
export async function loadSecrets(dataDirectory: string, secretKey: string | undefined): Promise<Secrets> {
  const secret = secretKey ?? (await readOrCreate(join(dataDirectory, 'secret-key')))
  const derive = (purpose: string) => Buffer.from(hkdfSync('sha256', secret, 'boltyard', purpose, 32))
  return {
    accessTokenKey: derive('access-token'),
    identityEncryptionKey: derive('identity-encryption'),
    cardsSecretKey: `sk_test_${derive('cards-secret-key').toString('hex')}`,
    cardEventSecret: `whsec_${derive('card-events').toString('hex')}`,
    firstPassword: (email) => derive(`first-password ${email}`).toString('base64url').slice(0, 14),
  }
}

async function readOrCreate(file: string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
  await mkdir(join(file, '..'), { recursive: true })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${randomBytes(32).toString('hex')}\n`, { mode: 0o600, flush: true })
  // A link never replaces a file: when two processes start at once, both end up with the first one's secret.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return (await readFile(file, 'utf8')).trim()
}

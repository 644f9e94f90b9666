import { hkdfSync, randomBytes } from 'node:crypto'
import { link, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { ConfigError } from '#server/platform/config.ts'

/** Holds the keys of the shop, one per purpose, derived from one secret. */
export interface Secrets {
  /** A public name of the secret that all keys come from. */
  secretKeyId: string
  accessTokenKey: Uint8Array
  identityEncryptionKey: Buffer
  mailEncryptionKey: Buffer
  importSourceKey: Buffer
  cardsSecretKey: string
  cardEventSecret: string
  carriersKey: string
  /** Returns the secret that signs the messages to a webhook endpoint. */
  webhookSecret: (endpointId: string, edition: number) => string
  /** Returns the initial password of an account whose owner sets none: stable for this shop. */
  firstPassword: (email: string) => string
}

/** Encrypts secrets of others by a key that is not in the database. */
export interface SecretSeal {
  seal: (label: string, secret: string) => Buffer
  /** Returns undefined if another key or another label has sealed it. */
  unseal: (label: string, sealed: Buffer) => string | undefined
}

/** Takes the secret from the settings, or from the data folder, where the first start writes it for its owner only. */
export async function loadSecrets(dataDirectory: string, secretKey: string | undefined): Promise<Secrets> {
  const secret = secretKey ?? (await readSecretFile(join(dataDirectory, 'secret-key')))
  const derive = deriver(secret)
  return {
    secretKeyId: secretKeyId(secret),
    accessTokenKey: derive('access-token'),
    identityEncryptionKey: derive('identity-encryption'),
    mailEncryptionKey: derive('mail-encryption'),
    importSourceKey: derive('import-sources'),
    cardsSecretKey: `sk_test_${derive('cards-secret-key').toString('hex')}`,
    cardEventSecret: `whsec_${derive('card-events').toString('hex')}`,
    carriersKey: `EZTK${derive('carriers-key').toString('hex')}`,
    webhookSecret: (endpointId, edition) => `whsec_${derive(`webhook ${endpointId} ${edition}`).toString('base64')}`,
    firstPassword: (email) => derive(`first-password ${email}`).toString('base64url').slice(0, 14),
  }
}

/** Returns a public identifier of a secret key. */
export const secretKeyId = (secret: string) => deriver(secret)('secret-key-id').toString('hex').slice(0, 32)

const deriver = (secret: string) => (purpose: string) =>
  Buffer.from(hkdfSync('sha256', secret, 'boltyard', purpose, 32))

async function readSecretFile(file: string): Promise<string> {
  const secret = await readOrCreate(file, 'the secret key', () => randomBytes(32).toString('hex'))
  if (secret.length >= 32) return secret
  // Every key would follow from a secret that can be guessed.
  throw new ConfigError(
    `${file} holds no secret key of at least 32 characters. Restore it from a backup, or delete it: all users must then sign in again, and second factors are lost.`,
  )
}

/** Returns the text of a file of the data folder, which the first process to ask writes for its owner only. Throws a ConfigError. */
export async function readOrCreate(file: string, holds: string, create: () => string): Promise<string> {
  try {
    return (await readFile(file, 'utf8')).trim()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') throw new ConfigError(`${file}, which holds ${holds}, cannot be read: ${message}`)
  }
  await mkdir(join(file, '..'), { recursive: true })
  const draft = `${file}.${process.pid}`
  await writeFile(draft, `${create()}\n`, { mode: 0o600, flush: true })
  // A link never replaces a file: when two processes start at once, both end up with the first one's text.
  await link(draft, file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error
  })
  await rm(draft)
  return (await readFile(file, 'utf8')).trim()
}

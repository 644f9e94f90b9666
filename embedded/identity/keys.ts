import { eq, lt, sql } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import {
  calculateJwkThumbprint,
  createLocalJWKSet,
  errors,
  exportJWK,
  exportPKCS8,
  generateKeyPair,
  importPKCS8,
  jwtVerify,
  SignJWT,
} from 'jose'
import type { CryptoKey, JWK, JWTPayload, JWTVerifyGetKey } from 'jose'
import type { IdentityDeps, Tx } from './identity-deps.ts'
import { signingKeys } from './identity.tables.ts'
import { seal, unseal } from './seal.ts'
import { WireError } from './wire-error.ts'

export const tokenLifetimeSeconds = 3600

const day = 86_400_000
const keyLifetimeMs = 30 * day
const announcedMs = 1 * day
const retiredRetentionMs = 2 * tokenLifetimeSeconds * 1000
const cachedMs = 60_000
const minReloadIntervalMs = 5_000

/** Manages the signing keys shared by all processes on the database. */
export interface KeyRing {
  /** Signs an ID token that is valid for an hour. */
  sign(claims: JWTPayload & { sub: string }): Promise<string>
  /** Verifies a token and returns its claims; throws INVALID_ID_TOKEN or TOKEN_EXPIRED. */
  verify(idToken: string): Promise<JWTPayload>
  /** Returns the public keys, including the next one and recently retired ones. */
  publicKeys(): Promise<JWK[]>
  /** Moves the keys on as time passes; several processes may call it at once. */
  rotate(): Promise<void>
}

interface LoadedKeys {
  loadedAtMs: number
  active: { kid: string; privateKey: CryptoKey }
  published: JWK[]
  find: JWTVerifyGetKey
}

type KeyDeps = Pick<IdentityDeps, 'db' | 'encryptionKey' | 'issuer' | 'now' | 'projectId'>

export function keyRing(deps: KeyDeps, log: FastifyBaseLogger): KeyRing {
  let loaded: LoadedKeys | undefined
  let loading: Promise<LoadedKeys> | undefined

  async function current(maximumAgeMs = cachedMs): Promise<LoadedKeys> {
    if (loaded && Math.abs(deps.now().getTime() - loaded.loadedAtMs) < maximumAgeMs) return loaded
    loading ??= loadKeys(deps, log).finally(() => (loading = undefined))
    loaded = await loading
    return loaded
  }

  const findKey: JWTVerifyGetKey = async (header, token) => {
    const known = await current()
    // another process may have made a new key since; strangers' key ids must not cost a query each
    const isKnown = known.published.some(({ kid }) => kid === header.kid)
    return (isKnown ? known : await current(minReloadIntervalMs)).find(header, token)
  }

  return {
    async sign(claims) {
      const { active } = await current()
      const issuedAt = Math.floor(deps.now().getTime() / 1000)
      return new SignJWT(claims)
        .setProtectedHeader({ alg: 'RS256', kid: active.kid, typ: 'JWT' })
        .setIssuer(deps.issuer())
        .setAudience(deps.projectId)
        .setIssuedAt(issuedAt)
        .setExpirationTime(issuedAt + tokenLifetimeSeconds)
        .sign(active.privateKey)
    },
    async verify(idToken) {
      try {
        const { payload } = await jwtVerify(idToken, findKey, {
          algorithms: ['RS256'],
          issuer: deps.issuer(),
          audience: deps.projectId,
          currentDate: deps.now(),
          requiredClaims: ['sub', 'exp', 'iat', 'sid'],
        })
        return payload
      } catch (thrown) {
        if (thrown instanceof errors.JWTExpired) throw new WireError('TOKEN_EXPIRED')
        if (thrown instanceof errors.JOSEError) throw new WireError('INVALID_ID_TOKEN')
        throw thrown
      }
    },
    async publicKeys() {
      return (await current()).published
    },
    async rotate() {
      await deps.db.transaction((tx) => rotateKeys(tx, deps, log))
      loaded = undefined
    },
  }
}

async function loadKeys(deps: KeyDeps, log: FastifyBaseLogger): Promise<LoadedKeys> {
  const rows = await deps.db.select().from(signingKeys)
  const activeRow = rows.find((row) => row.state === 'active')
  const pem = activeRow && unseal(deps.encryptionKey, activeRow.kid, activeRow.sealedPrivateKey)
  if (!activeRow || pem === undefined) {
    await deps.db.transaction((tx) => rotateKeys(tx, deps, log))
    return loadKeys(deps, log)
  }
  const published = rows.map((row) => row.publicJwk)
  return {
    loadedAtMs: deps.now().getTime(),
    active: { kid: activeRow.kid, privateKey: await importPKCS8(pem, 'RS256') },
    published,
    find: createLocalJWKSet({ keys: published }),
  }
}

async function rotateKeys(tx: Tx, deps: KeyDeps, log: FastifyBaseLogger): Promise<void> {
  await tx.execute(sql`SELECT pg_advisory_xact_lock(hashtext('identity.signing_keys'))`)
  const now = deps.now()
  await tx.delete(signingKeys).where(lt(signingKeys.retiredAt, new Date(now.getTime() - retiredRetentionMs)))

  const rows = await tx.select().from(signingKeys)
  const opens = (row: (typeof rows)[number]) => unseal(deps.encryptionKey, row.kid, row.sealedPrivateKey) !== undefined
  const active = rows.find((row) => row.state === 'active')
  const next = rows.find((row) => row.state === 'next')
  const retire = (kid: string) =>
    tx.update(signingKeys).set({ state: 'retired', retiredAt: now }).where(eq(signingKeys.kid, kid))
  const activate = (kid: string) =>
    tx.update(signingKeys).set({ state: 'active', activatedAt: now }).where(eq(signingKeys.kid, kid))

  const usableNext = next && opens(next) ? next : undefined
  if (next && !usableNext) await retire(next.kid)

  if (!active || !opens(active)) {
    if (active) {
      log.warn({ kid: active.kid }, 'the signing key does not open with this encryption key and is replaced')
      await retire(active.kid)
    }
    if (usableNext) await activate(usableNext.kid)
    else await createKey(tx, deps, 'active')
    return
  }

  const ageMs = now.getTime() - (active.activatedAt ?? active.createdAt).getTime()
  if (usableNext && ageMs >= keyLifetimeMs && now.getTime() - usableNext.createdAt.getTime() >= announcedMs) {
    await retire(active.kid)
    await activate(usableNext.kid)
  } else if (!usableNext && ageMs >= keyLifetimeMs - announcedMs) {
    await createKey(tx, deps, 'next')
  }
}

async function createKey(tx: Tx, deps: KeyDeps, state: 'next' | 'active'): Promise<void> {
  const { privateKey, publicKey } = await generateKeyPair('RS256', { modulusLength: 2048, extractable: true })
  const bareJwk = await exportJWK(publicKey)
  const kid = await calculateJwkThumbprint(bareJwk)
  const now = deps.now()
  await tx.insert(signingKeys).values({
    kid,
    state,
    publicJwk: { ...bareJwk, kid, alg: 'RS256', use: 'sig' },
    sealedPrivateKey: seal(deps.encryptionKey, kid, await exportPKCS8(privateKey)),
    createdAt: now,
    activatedAt: state === 'active' ? now : null,
  })
}

import { createHash, randomBytes } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { CryptoKey, JWK } from 'jose'
import { chooserPage } from './chooser-page.ts'
import { canonicalEmail } from './email-address.ts'
import type { Identity, IdentityDeps } from './identity-deps.ts'
import { isLocalHost } from './local-host.ts'
import { sendPage } from './oauth-pages.ts'
import { seal, unseal } from './seal.ts'
import { isFields, parseForm, queryOf, readText } from './wire-body.ts'
import type { Fields } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/** How this service knows itself as its own client. The secret holds within this process, where it is used. */
export const developmentProvider = { clientId: 'development', clientSecret: randomBytes(32).toString('base64url') }

export const developmentIssuer = (deps: Pick<IdentityDeps, 'issuer'>): string => `${deps.issuer()}/auth/development`

/** Made-up people whose addresses count as verified: nobody can own an address under `.example`. */
export const developmentPeople = [
  { name: 'Mara Lindqvist', email: 'mara.lindqvist@mail.example' },
  { name: 'Tomas Okafor', email: 'tomas.okafor@mail.example' },
  { name: 'Noor Haddad', email: 'noor.haddad@mail.example' },
] as const

interface Person {
  name: string
  email: string
  emailVerified: boolean
}

/** What an authorization code stands for; the code itself is this, sealed. */
interface Grant extends Person {
  nonce: string
  codeChallenge: string
  redirectUri: string
  expiresAtMs: number
}

const label = 'development grant'
const grantMs = 60_000

/** A small OpenID provider whose accounts are made up. It is registered only where the host asks for it. */
export function developmentIssuerRoutes(app: FastifyInstance, identity: Identity): void {
  const signer = newSigner()

  app.get('/auth/development/.well-known/openid-configuration', () => {
    const issuer = developmentIssuer(identity)
    return {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      jwks_uri: `${issuer}/jwks.json`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['ES256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
      code_challenge_methods_supported: ['S256'],
    }
  })
  app.get('/auth/development/jwks.json', async () => ({ keys: [(await signer()).publicJwk] }))

  app.get('/auth/development/authorize', (request, reply) => {
    const asked = readAsked(identity, parseForm(queryOf(request.url)))
    return sendPage(reply, 200, chooserPage(asked, developmentPeople))
  })
  app.post('/auth/development/authorize', (request, reply) => {
    const fields = fieldsOf(request.body)
    const asked = readAsked(identity, fields)
    const back = new URL(asked.redirectUri)
    back.searchParams.set('state', asked.state)
    if (readText(fields, 'choice') === 'cancel') {
      back.searchParams.set('error', 'access_denied')
      return reply.redirect(back.href, 303)
    }
    const person = choosePerson(fields)
    if (!person)
      return sendPage(reply, 400, chooserPage(asked, developmentPeople, 'Enter a name and an e-mail address.'))
    const { nonce, codeChallenge, redirectUri } = asked
    const grant = { ...person, nonce, codeChallenge, redirectUri, expiresAtMs: identity.now().getTime() + grantMs }
    back.searchParams.set('code', sealGrant(identity, grant))
    return reply.redirect(back.href, 303)
  })

  app.post('/auth/development/token', async (request, reply) => {
    const fields = fieldsOf(request.body)
    const grant = openGrant(identity, readText(fields, 'code') ?? '')
    const verifier = readText(fields, 'codeVerifier') ?? ''
    const fits =
      grant &&
      readText(fields, 'clientId') === developmentProvider.clientId &&
      readText(fields, 'clientSecret') === developmentProvider.clientSecret &&
      readText(fields, 'redirectUri') === grant.redirectUri &&
      createHash('sha256').update(verifier).digest('base64url') === grant.codeChallenge
    if (!fits) return reply.code(400).send({ error: 'invalid_grant' })
    const idToken = await signIdToken(identity, await signer(), grant)
    return {
      access_token: randomBytes(32).toString('base64url'),
      token_type: 'Bearer',
      expires_in: 60,
      id_token: idToken,
    }
  })
}

/** The parameters of the authorization request, as the form carries them on. */
export interface Asked {
  clientId: string
  redirectUri: string
  state: string
  nonce: string
  codeChallenge: string
}

function readAsked(identity: Identity, fields: Fields): Asked {
  const [clientId, redirectUri, state, nonce, codeChallenge] = [
    readText(fields, 'clientId'),
    readText(fields, 'redirectUri'),
    readText(fields, 'state'),
    readText(fields, 'nonce'),
    readText(fields, 'codeChallenge'),
  ]
  if (!clientId || !redirectUri || !isOwnCallback(identity, redirectUri) || !state || !nonce || !codeChallenge) {
    throw new WireError('INVALID_ARGUMENT', 'The address of this window is incomplete.')
  }
  return { clientId, redirectUri, state, nonce, codeChallenge }
}

function isOwnCallback(identity: Identity, redirectUri: string): boolean {
  const back = URL.parse(redirectUri)
  if (back?.pathname !== '/auth/callback/google.com') return false
  return back.origin === new URL(identity.issuer()).origin || isLocalHost(back.hostname)
}

/** An address that was typed proves nothing, so it opens no account that is there already. */
function choosePerson(fields: Fields): Person | undefined {
  const chosen = readText(fields, 'choice')
  const known = developmentPeople.find(({ email }) => email === chosen)
  if (known) return { ...known, emailVerified: true }
  const name = readText(fields, 'name')?.trim()
  if (!name || name.length > 100) return undefined
  try {
    return { name, email: canonicalEmail(readText(fields, 'email')), emailVerified: false }
  } catch (thrown) {
    if (thrown instanceof WireError) return undefined
    throw thrown
  }
}

function sealGrant(identity: Identity, grant: Grant): string {
  return seal(identity.encryptionKey, label, JSON.stringify(grant)).toString('base64url')
}

function openGrant(identity: Identity, code: string): Grant | undefined {
  const json = unseal(identity.encryptionKey, label, Buffer.from(code, 'base64url'))
  // GCM vouches that we wrote it
  const grant = json === undefined ? undefined : (JSON.parse(json) as Grant)
  return grant && grant.expiresAtMs > identity.now().getTime() ? grant : undefined
}

interface Signer {
  privateKey: CryptoKey
  publicJwk: JWK
}

/** One key for each process, made when it is first needed: its tokens never leave the process. */
function newSigner(): () => Promise<Signer> {
  let signer: Promise<Signer> | undefined
  async function generate(): Promise<Signer> {
    const { privateKey, publicKey } = await generateKeyPair('ES256')
    return { privateKey, publicJwk: { ...(await exportJWK(publicKey)), alg: 'ES256', use: 'sig', kid: 'development' } }
  }
  return () => (signer ??= generate())
}

function signIdToken(identity: Identity, { privateKey }: Signer, grant: Grant): Promise<string> {
  const { name, email, emailVerified, nonce } = grant
  return (
    new SignJWT({ name, email, email_verified: emailVerified, nonce })
      .setProtectedHeader({ alg: 'ES256', kid: 'development' })
      .setIssuer(developmentIssuer(identity))
      .setAudience(developmentProvider.clientId)
      // who has typed an address is not who was offered with it
      .setSubject(createHash('sha256').update(`${emailVerified} ${email}`).digest('hex').slice(0, 24))
      .setIssuedAt()
      .setExpirationTime('1m')
      .sign(privateKey)
  )
}

// The parsers of this service made it, or there was no body.
function fieldsOf(body: unknown): Fields {
  return isFields(body) ? body : {}
}

import { createRemoteJWKSet } from 'jose'
import type { JWTVerifyGetKey } from 'jose'
import * as oauth from 'openid-client'
import type { IdentityDeps, OAuthProvider, ProviderEndpoints } from './identity-deps.ts'

/** Describes an OAuth client: how to send users to the provider and verify the response. */
export interface OAuthClient {
  providerId: string
  configuration: oauth.Configuration
  /** The authorization parameters in addition to state, nonce and PKCE. */
  parameters: { scope: string; prompt?: string }
  /** The base URL of user information, without a trailing slash. */
  apiUrl: string
  clientSecret: string
  /** Set for providers that sign ID tokens. */
  openId?: { keys: JWTVerifyGetKey; issuers: string[]; clientId: string }
}

/** Finds configured providers by SDK name. */
export interface OAuthClients {
  /** undefined if it is not configured; throws if its metadata cannot be fetched. */
  find(providerId: string): Promise<OAuthClient | undefined>
}

const providerTimeoutSeconds = 10
const discoveredForMs = 3_600_000

/** Discovers OpenID providers when they are first needed. */
export function oauthClients(deps: IdentityDeps): OAuthClients {
  const discovered = new Map<string, { client: Promise<OAuthClient>; atMs: number }>()

  function discover(provider: OAuthProvider): Promise<OAuthClient> {
    const key = JSON.stringify([provider.issuer, provider.clientId, provider.clientSecret])
    const known = discovered.get(key)
    if (known && Math.abs(deps.now().getTime() - known.atMs) < discoveredForMs) return known.client
    const client = openIdClient(provider)
    discovered.set(key, { client, atMs: deps.now().getTime() })
    client.catch(() => discovered.delete(key))
    return client
  }

  return {
    async find(providerId) {
      const provider = deps.oauthProviders?.().find((one) => one.providerId === providerId)
      if (provider && (provider.providerId === 'google.com' || provider.issuer)) return discover(provider)
      return provider && plainClient(provider)
    },
  }
}

const googleIssuer = 'https://accounts.google.com'

async function openIdClient(provider: OAuthProvider): Promise<OAuthClient> {
  const { clientId, clientSecret } = provider
  const issuer = new URL(provider.issuer ?? googleIssuer)
  const configuration = await oauth.discovery(
    issuer,
    clientId,
    { client_secret: clientSecret, [oauth.clockTolerance]: 60 },
    undefined,
    {
      timeout: providerTimeoutSeconds,
      // The answer comes from the provider itself, and its signature is checked all the same.
      execute: [oauth.enableNonRepudiationChecks, ...insecure(issuer)],
    },
  )
  const { issuer: spelling, jwks_uri: keysUrl } = configuration.serverMetadata()
  if (!keysUrl) throw new Error(`${spelling} does not publish its keys`)
  return {
    providerId: provider.providerId,
    configuration,
    parameters: {
      scope: 'openid email profile',
      // Others need not know this prompt.
      ...(spelling === googleIssuer && { prompt: 'select_account' }),
    },
    apiUrl: spelling,
    clientSecret,
    openId: {
      keys: createRemoteJWKSet(new URL(keysUrl)),
      // Google signs with and without the scheme
      issuers: spelling === googleIssuer ? [googleIssuer, 'accounts.google.com'] : [spelling],
      clientId,
    },
  }
}

interface PlainProvider extends ProviderEndpoints {
  /** If it identifies itself in responses. */
  issuer: string
  scope: string
  authenticate: (clientId: string, clientSecret: string) => oauth.ClientAuth
}

const plainProviders: Record<string, PlainProvider> = {
  'github.com': {
    issuer: 'https://github.com/login/oauth',
    authorizationUrl: 'https://github.com/login/oauth/authorize',
    tokenUrl: 'https://github.com/login/oauth/access_token',
    apiUrl: 'https://api.github.com',
    scope: 'read:user user:email',
    authenticate: (_clientId, clientSecret) => oauth.ClientSecretPost(clientSecret),
  },
  'facebook.com': {
    issuer: 'https://www.facebook.com',
    authorizationUrl: 'https://www.facebook.com/v23.0/dialog/oauth',
    tokenUrl: 'https://graph.facebook.com/v23.0/oauth/access_token',
    apiUrl: 'https://graph.facebook.com/v23.0',
    scope: 'public_profile email',
    authenticate: (_clientId, clientSecret) => oauth.ClientSecretPost(clientSecret),
  },
  'twitter.com': {
    issuer: 'https://x.com',
    authorizationUrl: 'https://x.com/i/oauth2/authorize',
    tokenUrl: 'https://api.x.com/2/oauth2/token',
    apiUrl: 'https://api.x.com/2',
    scope: 'users.read tweet.read users.email',
    authenticate: plainBasic,
  },
}

/** Creates the client of an OAuth provider without OpenID, which returns the user only on request. */
function plainClient(provider: OAuthProvider): OAuthClient | undefined {
  const { providerId, clientId, clientSecret } = provider
  const known = plainProviders[providerId]
  if (!known) return undefined
  const { issuer, scope, authenticate } = known
  const { authorizationUrl, tokenUrl, apiUrl } = provider.endpoints ?? known
  const configuration = new oauth.Configuration(
    { issuer, authorization_endpoint: authorizationUrl, token_endpoint: tokenUrl },
    clientId,
    {},
    authenticate(clientId, clientSecret),
  )
  configuration.timeout = providerTimeoutSeconds
  for (const allow of insecure(new URL(tokenUrl))) allow(configuration)
  return { providerId, configuration, parameters: { scope }, apiUrl, clientSecret }
}

// The library also escapes `-` and `_`, which X does not undo.
function plainBasic(clientId: string, clientSecret: string): oauth.ClientAuth {
  const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':')
  return (_server, _client, _body, headers) => {
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
  }
}

// The host decides which addresses may go without TLS; the providers' own never do.
function insecure(url: URL): ((configuration: oauth.Configuration) => void)[] {
  return url.protocol === 'http:' ? [oauth.allowInsecureRequests] : []
}

import { createRemoteJWKSet, customFetch as customKeyFetch } from 'jose'
import type { JWTVerifyGetKey } from 'jose'
import * as oauth from 'openid-client'
import { developmentIssuer, developmentProvider } from './development-issuer.ts'
import type { IdentityDeps, OAuthProvider, ProviderEndpoints } from './identity-deps.ts'

/** Everything that it takes to send people to another provider and to believe what comes back. */
export interface OAuthClient {
  providerId: string
  configuration: oauth.Configuration
  /** What is asked of it, beside state, nonce and PKCE. */
  parameters: { scope: string; prompt?: string }
  /** Where its user information is, without a slash at the end. */
  apiUrl: string
  clientSecret: string
  /** Set for a provider that signs ID tokens. */
  openId?: { keys: JWTVerifyGetKey; issuers: string[]; clientId: string }
  /** Answers in this very process: it is reached by a path, whatever our own address is. */
  isOwn: boolean
}

/** The other providers that are configured, by the SDK's names for them. */
export interface OAuthClients {
  /** undefined if that provider is not configured; throws if its own configuration cannot be read. */
  find(providerId: string): Promise<OAuthClient | undefined>
}

const providerTimeoutSeconds = 10
const discoveredForMs = 3_600_000

/** Discovers OpenID providers when they are first needed; `fetchOwn` reaches the routes of this very server. */
export function oauthClients(deps: IdentityDeps, fetchOwn: typeof fetch): OAuthClients {
  const discovered = new Map<string, { client: Promise<OAuthClient>; atMs: number }>()

  function discover(provider: OAuthProvider, isOwn: boolean): Promise<OAuthClient> {
    const key = JSON.stringify([provider.issuer, provider.clientId, provider.clientSecret])
    const known = discovered.get(key)
    if (known && Math.abs(deps.now().getTime() - known.atMs) < discoveredForMs) return known.client
    const client = openIdClient(provider, isOwn ? fetchOwn : undefined)
    discovered.set(key, { client, atMs: deps.now().getTime() })
    client.catch(() => discovered.delete(key))
    return client
  }

  return {
    async find(providerId) {
      const provider = deps.oauthProviders?.().find((one) => one.providerId === providerId)
      if (provider && (provider.providerId === 'google.com' || provider.issuer)) return discover(provider, false)
      if (provider) return plainClient(provider)
      if (providerId === 'google.com' && deps.developmentChooser) {
        return discover({ ...developmentProvider, providerId, issuer: developmentIssuer(deps) }, true)
      }
      return undefined
    },
  }
}

const googleIssuer = 'https://accounts.google.com'

async function openIdClient(provider: OAuthProvider, ownFetch: typeof fetch | undefined): Promise<OAuthClient> {
  const { clientId, clientSecret } = provider
  const issuer = new URL(provider.issuer ?? googleIssuer)
  const fetching = ownFetch ?? fetch
  const configuration = await oauth.discovery(
    issuer,
    clientId,
    { client_secret: clientSecret, [oauth.clockTolerance]: 60 },
    undefined,
    {
      timeout: providerTimeoutSeconds,
      [oauth.customFetch]: fetching as oauth.CustomFetch,
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
      keys: createRemoteJWKSet(new URL(keysUrl), { [customKeyFetch]: fetching }),
      // Google signs with and without the scheme
      issuers: spelling === googleIssuer ? [googleIssuer, 'accounts.google.com'] : [spelling],
      clientId,
    },
    isOwn: ownFetch !== undefined,
  }
}

interface PlainProvider extends ProviderEndpoints {
  /** As far as it names itself in its answers. */
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

/** A provider of OAuth without OpenID: it says who somebody is only when asked. */
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
  return { providerId, configuration, parameters: { scope }, apiUrl, clientSecret, isOwn: false }
}

// The library also escapes `-` and `_`, which X does not undo.
function plainBasic(clientId: string, clientSecret: string): oauth.ClientAuth {
  const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':')
  return (_server, _client, _body, headers) => {
    headers.set('authorization', `Basic ${Buffer.from(credentials).toString('base64')}`)
  }
}

// Which addresses may go without TLS is for the host to say; the providers' own never do.
function insecure(url: URL): ((configuration: oauth.Configuration) => void)[] {
  return url.protocol === 'http:' ? [oauth.allowInsecureRequests] : []
}

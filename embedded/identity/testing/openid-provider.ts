import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair } from 'jose'
import { Provider } from 'oidc-provider'
import type { OAuthProvider } from '../identity-deps.ts'

/** Provides a certified OpenID provider on a port of its own, which signs in every visitor as `person`. */
export interface TestOpenIdProvider extends AsyncDisposable {
  /** The configuration for the service under test. */
  config: OAuthProvider
  person: { sub: string; [claim: string]: unknown }
}

/** Starts the provider; `callbacks` are the allowed redirect URIs, on any port of this machine. */
export async function startTestOpenIdProvider(callbacks: readonly string[]): Promise<TestOpenIdProvider> {
  const config = {
    providerId: 'google.com',
    clientId: 'boltyard-test',
    clientSecret: 'a secret of thirty-two characters',
  }
  const { privateKey } = await generateKeyPair('RS256', { extractable: true })
  const server = createServer()
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const testDatabase = { person: { sub: 'nobody' } as TestOpenIdProvider['person'] }

  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: config.clientId,
        application_type: 'native',
        client_secret: config.clientSecret,
        redirect_uris: [...callbacks],
        token_endpoint_auth_method: 'client_secret_post',
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture'] },
    conformIdTokenClaims: false,
    cookies: { keys: ['signs the provider’s own cookies'] },
    features: { devInteractions: { enabled: false } },
    findAccount: (_context, sub) => ({ accountId: sub, claims: () => ({ ...testDatabase.person, sub }) }),
    interactions: { url: (_context, { uid }) => `/interaction/${uid}` },
    jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: 'RS256', use: 'sig' }] },
    pkce: { required: () => true },
    ttl: { AccessToken: 60, AuthorizationCode: 60, Grant: 60, IdToken: 60, Interaction: 60, Session: 60 },
  })
  const result = provider.callback()
  server.on('request', (request, response) => {
    if (!request.url?.startsWith('/interaction/')) return void result(request, response)
    void provider
      .interactionDetails(request, response)
      .then(async () => {
        const grant = new provider.Grant({ accountId: testDatabase.person.sub, clientId: config.clientId })
        grant.addOIDCScope('openid email profile')
        const done = { login: { accountId: testDatabase.person.sub }, consent: { grantId: await grant.save() } }
        await provider.interactionFinished(request, response, done)
      })
      .catch((thrown: unknown) => response.writeHead(500).end(String(thrown)))
  })

  return Object.assign(testDatabase, {
    config: { ...config, issuer },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  })
}

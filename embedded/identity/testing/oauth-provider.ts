import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** Provides a provider on a port of its own with configurable responses, and records the requests. */
export interface TestProvider extends AsyncDisposable {
  origin: string
  requests: ReceivedRequest[]
  /** The response of a path, or the function that returns it. */
  answers: Map<string, ApiResponse | ((requests: ReceivedRequest) => ApiResponse | Promise<ApiResponse>)>
}

export interface ReceivedRequest {
  method: string
  path: string
  query: URLSearchParams
  form: URLSearchParams
  authorization: string | undefined
}

export interface ApiResponse {
  status?: number
  body: object
}

export async function startTestProvider(): Promise<TestProvider> {
  const requests: ReceivedRequest[] = []
  const answers: TestProvider['answers'] = new Map()

  async function result(request: IncomingMessage): Promise<ApiResponse> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://provider.test')
    const { method = 'GET', headers } = request
    const one = {
      method,
      path,
      query,
      form: new URLSearchParams(await text(request)),
      authorization: headers.authorization,
    }
    requests.push(one)
    const known = answers.get(path) ?? { status: 404, body: {} }
    return typeof known === 'function' ? known(one) : known
  }

  const server = createServer((request, response) => {
    void result(request).then(
      ({ status = 200, body }) => {
        response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
      },
      (thrown: unknown) => response.destroy(thrown instanceof Error ? thrown : new Error(String(thrown))),
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    answers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Publishes what an OpenID provider publishes; its token endpoint is left to the test. */
export function serveOpenIdMetadata(provider: TestProvider, keys: object[]): void {
  const { origin, answers } = provider
  answers.set('/.well-known/openid-configuration', {
    body: {
      issuer: origin,
      authorization_endpoint: `${origin}/authorize`,
      token_endpoint: `${origin}/token`,
      jwks_uri: `${origin}/jwks`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
      token_endpoint_auth_methods_supported: ['client_secret_post'],
    },
  })
  answers.set('/jwks', { body: { keys } })
}

import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** A provider on a port of its own that says whatever a test lets it say, and remembers what it was asked. */
export interface ScratchProvider extends AsyncDisposable {
  origin: string
  asked: Asked[]
  /** What it answers at a path, or how it finds that out. */
  answers: Map<string, Answer | ((asked: Asked) => Answer | Promise<Answer>)>
}

export interface Asked {
  method: string
  path: string
  query: URLSearchParams
  form: URLSearchParams
  authorization: string | undefined
}

export interface Answer {
  status?: number
  body: object
}

export async function scratchProvider(): Promise<ScratchProvider> {
  const asked: Asked[] = []
  const answers: ScratchProvider['answers'] = new Map()

  async function answer(request: IncomingMessage): Promise<Answer> {
    const { pathname: path, searchParams: query } = new URL(request.url ?? '/', 'http://provider.test')
    const { method = 'GET', headers } = request
    const one = {
      method,
      path,
      query,
      form: new URLSearchParams(await text(request)),
      authorization: headers.authorization,
    }
    asked.push(one)
    const known = answers.get(path) ?? { status: 404, body: {} }
    return typeof known === 'function' ? known(one) : known
  }

  const server = createServer((request, response) => {
    void answer(request).then(
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
    asked,
    answers,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Publishes what an OpenID provider publishes; its token endpoint is left to the test. */
export function speakOpenId(provider: ScratchProvider, keys: object[]): void {
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

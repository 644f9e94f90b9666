import type { FastifyInstance } from 'fastify'
import type { Endpoint } from '#contract/endpoint.ts'
import { defaultLanguage } from '#contract/language.ts'
import type { ProblemBody, ProblemCode } from '#contract/problem.ts'
import { renderLanguage } from '#server/platform/http/page-language.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Calls the API from loaders without the network. */
export async function callEndpoint(
  app: FastifyInstance,
  endpoint: Endpoint,
  input: { params?: Record<string, string>; query?: Record<string, string | string[]> },
): Promise<unknown> {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(input.params?.[name] ?? ''))
  const result = await app.inject({
    method: endpoint.method,
    url: path,
    headers: { 'accept-language': renderLanguage() ?? defaultLanguage },
    ...(input.query ? { query: input.query } : {}),
  })
  const body = result.json<unknown>()
  if (result.statusCode < 400) return body
  const { code, facts } = body as ProblemBody
  throw problem(code as ProblemCode, facts)
}

/** Returns a URL of this process for clients that cannot call in process; null while it does not listen. */
export function ownAddress({ server }: FastifyInstance, path: string): string | null {
  const bound = server.address()
  if (bound === null || typeof bound === 'string') return null
  const { address, port } = bound
  const isAny = address === '0.0.0.0' || address === '::'
  const host = isAny ? '127.0.0.1' : address.includes(':') ? `[${address}]` : address
  return `http://${host}:${port}${path}`
}

/** Calls an embedded service in this process over its wire protocol. */
export async function injectRequest(
  app: FastifyInstance,
  url: string | URL | Request,
  init?: RequestInit,
): Promise<Response> {
  const { pathname, search } = new URL(url instanceof Request ? url.url : url)
  const response = await app.inject({
    method: (init?.method ?? 'GET') as 'GET',
    url: pathname + search,
    headers: Object.fromEntries(new Headers(init?.headers)),
    ...(init?.body ? { payload: Buffer.from(await new Response(init.body).arrayBuffer()) } : {}),
  })
  return new Response(new Uint8Array(response.rawPayload), {
    status: response.statusCode,
    headers: response.headers as Record<string, string>,
  })
}

import type { ResponseBody, Body, Endpoint, Params, Query } from '#contract/endpoint.ts'
import type { ProblemBody, ProblemCode } from '#contract/problem.ts'
import { freshAccessToken, renewAccessToken } from '#web/api/access-token.ts'
import { ApiProblem, networkError } from '#web/api/api-problem.ts'
import { localizedProblemMessage } from '#web/api/problem-message.ts'
import { sendForm } from '#web/api/send-form.ts'
import { t } from '#web/i18n/messages.ts'

type Given<Name extends string, Value> = [Value] extends [undefined]
  ? unknown
  : Partial<Value> extends Value
    ? { [Key in Name]?: Value }
    : undefined extends Value
      ? { [Key in Name]?: Value }
      : { [Key in Name]: Value }

/** Describes the input of an endpoint and the options of the request. */
export type CallInput<E extends Endpoint> = Given<'params', Params<E>> &
  Given<'query', Query<E>> &
  Given<'body', Body<E>> & {
    /** Makes repeating a call safe: the same key gets the same answer. */
    idempotencyKey?: string
    /** Replaces the shop's own token. */
    bearer?: string
    /** For multipart endpoints, in place of a body. */
    form?: FormData
    /** Called with the sent part of the form, from 0 to 1. */
    onProgress?: (part: number) => void
    signal?: AbortSignal
  }

export type Input<E extends Endpoint> =
  Record<string, never> extends CallInput<E> ? [input?: CallInput<E>] : [input: CallInput<E>]

const timeoutMs = 30_000
/** Allows for a photo over a slow connection. */
const formTimeoutMs = 300_000

/** Calls an endpoint of the contract from the browser. Throws ApiProblem for every refusal and when the shop cannot be reached. */
export async function call<E extends Endpoint>(endpoint: E, ...[input]: Input<E>): Promise<ResponseBody<E>> {
  const request: LooseInput = input ?? {}
  const bearer =
    request.bearer ?? (endpoint.access === 'anyone' && !endpoint.optionalSignIn ? undefined : await freshAccessToken())
  let response = await send(endpoint, request, bearer)
  if (response.status === 401 && bearer && !request.bearer) {
    // A 401 means that nothing was done, so the same call may be sent again.
    const renewed = await renewAccessToken()
    if (renewed) response = await send(endpoint, request, renewed)
  }
  if (!response.ok) throw await toProblem(response)
  // The server has checked its answer against the contract.
  return (await readJson(response)) as ResponseBody<E>
}

interface LooseInput {
  params?: unknown
  query?: unknown
  body?: unknown
  idempotencyKey?: string
  bearer?: string
  form?: FormData
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

async function send(endpoint: Endpoint, input: LooseInput, bearer: string | undefined): Promise<Response> {
  const timeout = AbortSignal.timeout(input.form ? formTimeoutMs : timeoutMs)
  const body = input.form ?? (input.body === undefined ? undefined : JSON.stringify(input.body))
  const headers: Record<string, string> = { accept: 'application/json' }
  if (bearer) headers['authorization'] = `Bearer ${bearer}`
  if (typeof body === 'string') headers['content-type'] = 'application/json'
  if (input.idempotencyKey) headers['idempotency-key'] = input.idempotencyKey
  const { method } = endpoint
  const signal = input.signal ? AbortSignal.any([input.signal, timeout]) : timeout
  const { form, onProgress } = input
  try {
    if (form && onProgress) {
      return await sendForm(address(endpoint, input), { method, headers, signal, body: form, onProgress })
    }
    return await fetch(address(endpoint, input), { method, headers, signal, ...(body !== undefined && { body }) })
  } catch (error) {
    if (input.signal?.aborted) throw error
    throw networkError()
  }
}

/** Returns the URL of an endpoint with its parameters and query. */
export function address(endpoint: Endpoint, input: { params?: unknown; query?: unknown }): string {
  const params = record(input.params)
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))
  const query = new URLSearchParams()
  for (const [name, value] of Object.entries(record(input.query))) {
    for (const each of Array.isArray(value) ? value : [value])
      if (typeof each === 'string' || typeof each === 'number') query.append(name, String(each))
  }
  return query.size > 0 ? `${path}?${query}` : path
}

const record = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

async function readJson(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch {
    throw networkError()
  }
}

async function toProblem(response: Response): Promise<ApiProblem> {
  const body: unknown = await response.json().catch(() => undefined) // a proxy's HTML page says nothing to us
  if (isProblemBody(body)) {
    const { code, ...rest } = body
    // A newer server may know more codes than this page: they are shown by their message.
    return new ApiProblem({ ...rest, code: code as ProblemCode, message: localizedProblemMessage(body) })
  }
  return new ApiProblem({
    code: response.status >= 500 ? 'unavailable' : 'unexpected',
    status: response.status,
    message: t('problem.unavailable'),
  })
}

const isProblemBody = (body: unknown): body is ProblemBody =>
  typeof body === 'object' &&
  body !== null &&
  'code' in body &&
  'message' in body &&
  'status' in body &&
  typeof body.code === 'string' &&
  typeof body.message === 'string' &&
  typeof body.status === 'number'

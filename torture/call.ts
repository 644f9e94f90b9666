export interface ApiResponse<Body = Record<string, unknown>> {
  status: number
  headers: Headers
  body: Body
  ms: number
}

interface CallOptions {
  token?: string | undefined
  body?: unknown
  headers?: Record<string, string>
}

/** Sends one call over HTTP; the body is JSON or a form. Throws if no complete response arrives within 30 s. */
export async function call<Body = Record<string, unknown>>(
  url: string,
  method: string,
  path: string,
  { token, body, headers = {} }: CallOptions = {},
): Promise<ApiResponse<Body>> {
  const begun = performance.now()
  const isForm = body instanceof FormData || body instanceof URLSearchParams
  const response = await fetch(url + path, {
    method,
    signal: AbortSignal.timeout(30_000),
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined || isForm ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isForm ? body : JSON.stringify(body) }),
  })
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.includes('json')
  // The caller knows the type of the body.
  const parsed = (isJson ? JSON.parse(text) : text) as Body
  return { status: response.status, headers: response.headers, body: parsed, ms: performance.now() - begun }
}

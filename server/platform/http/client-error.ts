import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { CommonHeaders } from '#server/platform/http/common-headers.ts'
import { formatProblem, type Problem, problem } from '#server/platform/http/problem.ts'

/** Responds to malformed HTTP with a problem body and closes the connection. */
export const handleClientError =
  (common: CommonHeaders) =>
  (error: Error & { code?: string }, socket: Socket): void => {
    // Browsers open connections before they need them. An answer to one that has asked nothing would be taken for that of its first request.
    const hasAskedNothing = error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && socket.bytesRead === 0
    if (error.code === 'ECONNRESET' || !socket.writable || hasAskedNothing) {
      socket.destroy()
      return
    }
    const refusal = refusalOf(error.code)
    const { headers, body } = formatProblem(refusal, { ...common, connection: 'close' })
    const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const start = `HTTP/1.1 ${refusal.statusCode} ${STATUS_CODES[refusal.statusCode]}`
    socket.end([start, ...lines, '', body].join('\r\n'))
  }

function refusalOf(code: string | undefined) {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return problem('headers-too-large')
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return problem('invalid-request', { detail: 'the request took too long to arrive.' })
    default:
      return problem('invalid-request', { detail: 'this is not an HTTP request.' })
  }
}

/**
 * Returns a problem for requests that Node accepts but a proxy could interpret differently, such as two hosts or another host.
 * Node joins repeated headers, so two hosts are an invalid host.
 */
export function findRequestViolation({
  headers: { host },
  httpVersion,
  method,
  url = '',
}: IncomingMessage): Problem | undefined {
  const isHost = host === undefined ? httpVersion === '1.0' : validHost.test(host)
  if (!isHost) return problem('invalid-request', { detail: 'the Host header must name one host.' })
  if (url.startsWith('/') || (url === '*' && method === 'OPTIONS')) return undefined
  return problem('invalid-request', { detail: 'the address must begin with a slash.' })
}

const validHost = /^(?:[\w.-]{1,255}|\[[\da-f:.]{2,45}\])(?::\d{1,5})?$/i

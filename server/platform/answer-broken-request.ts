import { STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { presentProblem, problem } from '#server/platform/problem.ts'

/** Answers bytes that never became a request in the same words as every other refusal, and hangs up. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const body = presentProblem(refusalOf(error.code), crypto.randomUUID())
  const text = JSON.stringify(body)
  socket.end(
    [
      `HTTP/1.1 ${body.status} ${STATUS_CODES[body.status]}`,
      'content-type: application/problem+json; charset=utf-8',
      `content-length: ${Buffer.byteLength(text)}`,
      'connection: close',
      '',
      text,
    ].join('\r\n'),
  )
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

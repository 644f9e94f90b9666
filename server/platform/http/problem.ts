import type { ServerResponse } from 'node:http'
import type { FastifyError, FastifyReply, FastifyRequest, FastifySchemaValidationError } from 'fastify'
import { currentCurrency, toAmount } from '#contract/currency.ts'
import { languages } from '#contract/language.ts'
import { maxPriceCents } from '#contract/max-lengths.ts'
import { fieldProblem, isFieldProblem } from '#contract/field-problems.ts'
import { type ProblemBody, type ProblemCode, problemMessage, problems } from '#contract/problem.ts'
import { findNearestName } from '#server/platform/http/nearest-name.ts'
import { findUnseen, isLineBreak } from '#contract/unseen-characters.ts'
import { describeError } from '#server/platform/observability/log.ts'
import { isDiskFull } from '#server/platform/disk-full.ts'
import { isDatabaseUnavailable } from '#server/platform/database/database.ts'

type Facts = Record<string, string | number>
type FieldErrors = NonNullable<ProblemBody['errors']>
type RefusedLines = NonNullable<ProblemBody['lines']>
type RefusedRows = NonNullable<ProblemBody['rows']>

/** Reports an expected error with a stable code; any other exception is a bug or an outage. */
export class Problem extends Error {
  override name = 'Problem'
  readonly code: ProblemCode
  readonly facts: Facts | undefined
  readonly errors: FieldErrors | undefined
  readonly lines: RefusedLines | undefined
  readonly rows: RefusedRows | undefined
  /** For servers with another error body. */
  readonly statusCode: number
  constructor(code: ProblemCode, facts?: Facts, errors?: FieldErrors, lines?: RefusedLines, rows?: RefusedRows) {
    super(problemMessage(code, facts))
    this.code = code
    this.facts = facts
    this.errors = errors
    this.lines = lines
    this.rows = rows
    this.statusCode = problems[code].status
  }
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The problem code of the response. */
    refusal?: ProblemCode
  }
}

/** Makes a refusal to throw. */
export const problem = (code: ProblemCode, facts?: Facts, errors?: FieldErrors, lines?: RefusedLines) =>
  new Problem(code, facts, errors, lines)

/** Makes a refusal to throw that says for how long, in minutes where seconds are many. */
export const tooManyRequests = (seconds: number) =>
  problem('too-many-requests', { seconds, wait: seconds < 120 ? `${seconds} s` : `${Math.ceil(seconds / 60)} min` })

/** Makes a refusal of rows, all of them, to throw. */
export const rowsRefused = (rows: RefusedRows) =>
  new Problem('rows-refused', { count: rows.length }, undefined, undefined, rows)

/** Limits the errors of one answer: nobody reads more. */
const maxErrors = 1000

/** Turns any thrown value into a problem body; unexpected errors are logged and described in general terms only. */
export function handleError(thrown: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toProblem(thrown, request.routeOptions.bodyLimit)
  const { status } = problems[refusal.code]
  request.refusal = refusal.code
  // A body that its sender has cut off is no fault of the shop.
  if (request.raw.readableAborted) request.log.info('the client went away before its body had arrived')
  else if (status >= 500) request.log.error({ err: describeError(thrown), code: refusal.code }, 'request failed')
  if (status === 503) reply.header('retry-after', '2')
  const { seconds = refusal.code === 'too-many-requests' ? 60 : undefined } = refusal.facts ?? {}
  if (status === 429 && seconds !== undefined) reply.header('retry-after', String(seconds))
  if (status === 401) reply.header('www-authenticate', 'Bearer')
  const body = presentProblem(refusal, request.id)
  return reply
    .code(status)
    .header('content-type', 'application/problem+json; charset=utf-8')
    .header('cache-control', 'no-store')
    .serializer((value: unknown) => JSON.stringify(value))
    .send(body)
}

/** Presents a problem as the error body. */
export function presentProblem({ code, message, errors, facts, lines, rows }: Problem, requestId: string): ProblemBody {
  return {
    type: `/docs/api#${code}`,
    title: code.replaceAll('-', ' '),
    status: problems[code].status,
    success: false,
    code,
    message,
    requestId,
    ...(errors ? { errors } : {}),
    ...(facts ? { facts } : {}),
    ...(lines ? { lines } : {}),
    ...(rows ? { rows } : {}),
  }
}

/** Returns headers and body of a problem that is sent before routing. */
export function formatProblem(refusal: Problem, headers: Record<string, string>) {
  const id = crypto.randomUUID()
  const body = JSON.stringify(presentProblem(refusal, id))
  const own = {
    'content-type': 'application/problem+json; charset=utf-8',
    'content-length': String(Buffer.byteLength(body)),
    'cache-control': 'no-store',
    'x-request-id': id,
  }
  return { headers: { ...headers, ...own }, body }
}

/** Responds with a problem before routing. */
export function writeProblem(response: ServerResponse, refusal: Problem, given: Record<string, string>): void {
  const { headers, body } = formatProblem(refusal, given)
  response.writeHead(refusal.statusCode, headers).end(body)
}

const formatBytes = (bytes: number) =>
  bytes < 1024 * 1024 ? `${Math.floor(bytes / 1024)} KB` : `${Math.floor(bytes / 1024 / 1024)} MB`

function toProblem(thrown: unknown, bodyLimit: number): Problem {
  if (thrown instanceof Problem) return thrown
  if (isDatabaseUnavailable(thrown)) return problem('unavailable')
  if (isDiskFull(thrown)) return problem('storage-full')
  const error = thrown as Partial<FastifyError>
  if (error.validation) {
    const named = error.validation.slice(0, maxErrors).map((found) => {
      const { instancePath, keyword, params } = found
      const missing =
        keyword === 'required' && typeof params['missingProperty'] === 'string' ? params['missingProperty'] : ''
      const field =
        [...instancePath.split('/').slice(1), missing].filter(Boolean).join('.') || (error.validationContext ?? 'body')
      return { field, title: missing ? undefined : titleOf(found), ...(textFault(found) ?? schemaFault(found)) }
    })
    // Several keywords can say the same of a field.
    const sentences = named.map(
      ({ field, title, message }) => `${title === undefined ? field : `${title} (${field})`} ${message}`,
    )
    const detail = [...new Set(sentences)].join('; ')
    const errors = named.flatMap(({ title: _, ...error }, index) =>
      sentences.indexOf(sentences[index] ?? '') === index ? [error] : [],
    )
    return problem('invalid-request', { detail: `${detail}.` }, errors)
  }
  switch (error.code) {
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
      return problem('too-large', { limit: formatBytes(bodyLimit) })
    case 'FST_REQ_FILE_TOO_LARGE':
      return problem('too-large', { limit: '20 MB' })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
    case 'FST_INVALID_MULTIPART_CONTENT_TYPE':
      return problem('unsupported-media-type')
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return problem('invalid-json')
  }
  // Fastify's own refusals of malformed requests (lengths, encodings, prototypes in JSON).
  if (typeof error.statusCode === 'number' && error.statusCode >= 400 && error.statusCode < 500) {
    return problem('invalid-request', { detail: `${String(error.message)}.` })
  }
  return problem('unexpected')
}

/** The validator adds the schema of what is wrong. */
type ExplainedError = FastifySchemaValidationError & { parentSchema?: { title?: unknown; properties?: object } }

/** Returns what people call a field, if its schema says so. */
const titleOf = ({ parentSchema }: ExplainedError) =>
  typeof parentSchema?.title === 'string' ? parentSchema.title : undefined

/** Formats of text of which characters are refused. */
const texts = new Set(['text', 'filled-text', 'name', 'line-or-empty'])

/** Returns what a text has that no text may have; the validator adds the text as `data`. */
function textFault(error: FastifySchemaValidationError & { data?: unknown }) {
  const { keyword, params, data } = error
  const format = String(params['format'])
  if (keyword !== 'format' || typeof data !== 'string' || !texts.has(format)) return undefined
  if (data.includes('\0')) return fieldProblem('null-character')
  if (!data.isWellFormed()) return fieldProblem('half-character')
  const unseen = format === 'text' || format === 'filled-text' ? undefined : findUnseen(data)
  if (unseen === undefined) return undefined
  return isLineBreak(unseen) ? fieldProblem('line-or-empty') : fieldProblem('unseen-character', { character: unseen })
}

/** Returns what a keyword of the schema says; the validator's own words where no form sends such a value. */
function schemaFault({ keyword, params, message = 'is not valid', parentSchema }: ExplainedError) {
  const { limit } = params
  if (keyword === 'format') return formatFault(String(params['format'])) ?? { message }
  if (keyword === 'minLength' && limit === 1) return fieldProblem('empty')
  if (keyword === 'additionalProperties') {
    const name = String(params['additionalProperty']).replaceAll(/\s+/g, ' ').slice(0, 100)
    const fields = Object.keys(parentSchema?.properties ?? {})
    const isByLanguage = fields.length === languages.length && languages.every((language) => fields.includes(language))
    if (isByLanguage) return fieldProblem('language', { name, languages: fields.join(', ') })
    const nearest = findNearestName(name, fields)
    return nearest === undefined
      ? fieldProblem('unknown-field', { name })
      : fieldProblem('misspelled-field', { name, nearest })
  }
  const code = keyword === 'type' ? String(params['type']) : keyword
  if (!isFieldProblem(code)) return { message }
  return fieldProblem(code, typeof limit === 'number' ? { limit } : undefined)
}

/** Names the formats that refuse the same as others. */
const sameFormats: Readonly<Record<string, string>> = {
  'filled-text': 'empty',
  name: 'empty',
  'person-name-or-empty': 'person-name',
  'price-or-zero': 'price',
  uuid: 'row-number',
}

function formatFault(format: string) {
  const code = sameFormats[format] ?? format
  if (!isFieldProblem(code)) return undefined
  const { digits } = currentCurrency()
  const limit = toAmount(maxPriceCents)
  if (code === 'amount') return digits === 0 ? fieldProblem('whole-amount') : fieldProblem(code, { digits })
  if (code === 'price')
    return digits === 0 ? fieldProblem('whole-price', { limit }) : fieldProblem(code, { digits, limit })
  if (code === 'percent-or-amount')
    return digits === 0 ? fieldProblem('percent-or-whole-amount') : fieldProblem(code, { digits })
  return fieldProblem(code)
}

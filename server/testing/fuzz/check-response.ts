import { Compile, type Validator } from 'typebox/schema'
import { problems } from '#contract/problem.ts'
import { isAimed, type FuzzRequest } from './requests.ts'
import type { ApiDocument, Operation, Schema } from './schema.ts'

export interface ApiResponse {
  status: number
  type: string
  text: string
}

/** Returns what is wrong with a response, in the same words for each kind of fault; undefined if it is as documented. */
export function checkResponse(document: ApiDocument, request: FuzzRequest, response: ApiResponse): string | undefined {
  const { status, type, text } = response
  if (request.method === 'HEAD' || status === 304) return status < 500 ? undefined : `${status} to HEAD`
  if (/node_modules|\bat \S+ \(|\bSELECT\b|\bINSERT\b|drizzle|postgres/i.test(status >= 400 ? text : ''))
    return 'a refusal shows what is inside'
  if (status >= 400) return checkProblem(document, request, response)
  if (!isAimed(request)) return undefined
  const wanted = request.operation.responses[status]
  if (!wanted) return `${status} is not documented`
  const [name = ''] = type.split(';')
  const content = wanted.content[name]
  if (!content) return `${status} is ${type}`
  return isOf(content.schema, name === 'application/json' ? JSON.parse(text) : text)
    ? undefined
    : `${status} has another body`
}

function checkProblem(
  document: ApiDocument,
  request: FuzzRequest,
  { status, type, text }: ApiResponse,
): string | undefined {
  if (!type.startsWith('application/problem+json')) return `${status} is ${type}`
  const body = JSON.parse(text) as { code: string; status: number }
  if (!isOf(document.components.schemas.Problem, body)) return `${status} has another body`
  const { code } = body
  if (!(code in problems) || body.status !== status) return `${status} ${code} is no code of the contract`
  if (status === 500) return '500'
  if (!isAimed(request)) return undefined
  const isDocumented = request.operation.responses[status]?.['x-problem-codes']?.includes(code)
  return isDocumented ? undefined : `${status} ${code} is not documented`
}

const validators = new WeakMap<Schema, Validator>()

function isOf(schema: Schema, value: unknown): boolean {
  let validator = validators.get(schema)
  if (!validator) {
    validator = Compile(schema as never)
    validators.set(schema, validator)
  }
  return validator.Check(value)
}

/** Returns the name of an operation in the report. */
export const nameOf = ({ method, path }: Operation) => `${method} ${path}`

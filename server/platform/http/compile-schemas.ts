import { AjvCompiler } from '@fastify/ajv-compiler'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifySchemaCompiler, FastifySchemaValidationError, FastifySerializerCompiler } from 'fastify'
import { refusedFields } from '#server/platform/http/request-body.ts'
import { numberFormats, requestFormats } from '#server/platform/http/request-formats.ts'

// Each schema is compiled when it is first needed. Fastify compiles all of them at the start, which was a quarter of the CPU time of a
// start; a shop that runs calls few of its routes often.

const createCompiler = (allErrors: boolean) =>
  AjvCompiler()(
    {},
    {
      customOptions: {
        coerceTypes: false,
        removeAdditional: false,
        allErrors,
        multipleOfPrecision: 6,
        // An error has the value that it is about: the sentence names what is wrong with a text.
        verbose: true,
      },
      // After the compiler's own formats, which would replace them: its `uuid` accepts `urn:uuid:`, PostgreSQL does not.
      onCreate: (ajv) => {
        for (const [name, isValid] of Object.entries(requestFormats)) ajv.addFormat(name, isValid)
        for (const [name, validate] of Object.entries(numberFormats)) ajv.addFormat(name, { type: 'number', validate })
        ajv.addKeyword({ keyword: refusedFields, schemaType: 'array', modifying: true, compile: leaveOut })
      },
    },
  )
interface Check {
  (data: unknown): boolean
  errors?: Partial<FastifySchemaValidationError & { parentSchema: object }>[]
}

const foldName = (name: string) => name.toLowerCase().replaceAll(/[_-]/g, '')

/** Returns the check that leaves out the fields that an object does not name, and refuses some of them, also in another spelling. */
function leaveOut(refused: readonly string[], parentSchema: Record<string, unknown>): Check {
  const properties = Object(parentSchema['properties'] ?? {}) as object
  // A field that is spelled nearly as one that it knows was meant to be that one.
  const folded = new Set([...refused, ...Object.keys(properties)].map(foldName))
  const isRefused = (name: string) => folded.has(foldName(name))
  const validate: Check = (data) => {
    if (typeof data !== 'object' || data === null) return true
    const fields = data as Record<string, unknown>
    const unknown = Object.keys(fields).filter((name) => !Object.hasOwn(properties, name))
    for (const name of unknown) if (!isRefused(name)) delete fields[name]
    validate.errors = unknown
      .filter(isRefused)
      .map((additionalProperty) => ({ keyword: 'additionalProperties', params: { additionalProperty }, parentSchema }))
    return validate.errors.length === 0
  }
  return validate
}

const compileToFirstError = createCompiler(false)
const compileToAllErrors = createCompiler(true)

/** An order of 1,000 lines with all their fields has fewer values. */
const maxExplainedValues = 20_000

/**
 * Returns the check of a part of a request. A wrong one gets all its errors, unless it is larger than any that is right: a megabyte of
 * empty lines has 680,002 errors, which took a second and 85 MB each time.
 */
export const compileRequestSchema: FastifySchemaCompiler<object> = ({ schema }) => {
  let validate: ReturnType<typeof compileToFirstError> | undefined
  let explain: ReturnType<typeof compileToAllErrors> | undefined
  return (data: unknown) => {
    validate ??= compileToFirstError({ schema })
    if (validate(data) === true) return true
    if (countValues(data, maxExplainedValues) >= maxExplainedValues) return { error: validate.errors ?? [] }
    explain ??= compileToAllErrors({ schema })
    void explain(data)
    return { error: explain.errors ?? [] }
  }
}

/** Counts the values in JSON, up to a limit; without recursion, since they may be nested as deeply as a body is long. */
function countValues(data: unknown, limit: number): number {
  const open = [data]
  let count = 0
  while (open.length > 0 && count < limit) {
    const value = open.pop()
    count++
    if (typeof value !== 'object' || value === null) continue
    for (const inner of Object.values(value) as unknown[]) {
      if (open.length + count >= limit) return limit
      open.push(inner)
    }
  }
  return count
}

// Answers have fields of bodies.
const answerNumbers = Object.fromEntries(
  Object.entries(numberFormats).map(([name, validate]) => [name, { type: 'number' as const, validate }]),
)
const compileToJson = SerializerSelector()({}, { ajv: { formats: { ...requestFormats, ...answerNumbers } } })

/** Returns the function that writes an answer as JSON. */
export const compileResponseSchema: FastifySerializerCompiler<object> = (route) => {
  let write: ReturnType<typeof compileToJson> | undefined
  return (data: unknown) => (write ??= compileToJson({ httpStatus: '200', ...route }))(data)
}

import { AjvCompiler } from '@fastify/ajv-compiler'
import { SerializerSelector } from '@fastify/fast-json-stringify-compiler'
import type { FastifySchemaCompiler, FastifySerializerCompiler } from 'fastify'
import { numberFormats, requestFormats } from '#server/platform/http/request-formats.ts'

// Each schema is compiled when it is first needed. Fastify compiles all of them at the start, which was a quarter of the CPU time of a
// start; a shop that runs calls few of its routes often.

const compileWithAjv = AjvCompiler()(
  {},
  {
    customOptions: {
      coerceTypes: false,
      removeAdditional: false,
      allErrors: true,
      multipleOfPrecision: 6,
      // An error has the value that it is about: the sentence names what is wrong with a text.
      verbose: true,
    },
    // After the compiler's own formats, which would replace them: its `uuid` accepts `urn:uuid:`, PostgreSQL does not.
    onCreate: (ajv) => {
      for (const [name, isValid] of Object.entries(requestFormats)) ajv.addFormat(name, isValid)
      for (const [name, validate] of Object.entries(numberFormats)) ajv.addFormat(name, { type: 'number', validate })
    },
  },
)

/** Returns the check of a part of a request. */
export const compileRequestSchema: FastifySchemaCompiler<object> = ({ schema }) => {
  let validate: ReturnType<typeof compileWithAjv> | undefined
  return (data: unknown) => {
    validate ??= compileWithAjv({ schema })
    return validate(data) === true || { error: validate.errors ?? [] }
  }
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

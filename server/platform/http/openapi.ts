import type { TSchema } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'
import { type ProblemCode, problems, ProblemBody } from '#contract/problem.ts'
import { requestBody } from '#server/platform/http/request-body.ts'

/** Returns the problems of an endpoint: its own and those of every call. */
function refusalsOf({
  method,
  access,
  optionalSignIn,
  freshSignIn,
  idempotencyKey: takesKey,
  problems: own,
}: Endpoint): ProblemCode[] {
  const byRight: Record<Endpoint['access'], ProblemCode[]> = {
    anyone: [],
    'signed-in': [...signIn],
    'owner-or-admin': [...signIn, 'not-allowed'],
    admin: [...signIn, 'admin-only', 'permission-missing', 'email-not-verified'],
  }
  return [
    'invalid-request',
    'headers-too-large',
    'too-many-requests',
    'unavailable',
    ...byRight[access],
    ...(optionalSignIn ? signIn : []),
    ...(freshSignIn ? (['sign-in-again'] as const) : []),
    // Also where no body is due, one that is sent is read.
    ...(method === 'GET' ? [] : (['invalid-json', 'unsupported-media-type', 'too-large'] as const)),
    ...(method === 'POST' && !takesKey ? (['idempotency-key-not-accepted'] as const) : []),
    ...own,
  ]
}

const signIn = [
  'sign-in-required',
  'session-expired',
  'session-ended',
  'api-key-invalid',
  'api-key-not-accepted',
  'api-key-scope-missing',
] as const

/** Builds an OpenAPI 3.1 document from the endpoints and their schemas. */
export function buildOpenApi(
  byDomain: Record<string, readonly Endpoint[]>,
  about: { name: string; serverUrl: string; version: string },
) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [domain, endpoints] of Object.entries(byDomain)) {
    for (const endpoint of endpoints) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      ;(paths[path] ??= {})[endpoint.method.toLowerCase()] = buildOperation(endpoint, domain)
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: about.name,
      version: about.version,
      description: 'Automotive parts, tools and machines sold in bulk.',
    },
    servers: [{ url: about.serverUrl }],
    tags: Object.keys(byDomain).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The token of PUT /user/{email}, or an API key.' },
      },
      schemas: { Problem: ProblemBody },
    },
  }
}

function buildOperation(endpoint: Endpoint, domain: string) {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [domain],
    'x-who-may-call': endpoint.access,
    ...(endpoint.permission && { 'x-permissions': [endpoint.permission].flat() }),
    ...(endpoint.access === 'anyone' ? {} : { security: [{ bearer: [] }] }),
    // An empty requirement makes the token optional.
    ...(endpoint.optionalSignIn && { security: [{}, { bearer: [] }] }),
    parameters: [
      ...parameters('path', endpoint.params),
      ...parameters('query', endpoint.query),
      ...(endpoint.idempotencyKey ? [idempotencyKey] : []),
    ],
    ...(endpoint.body
      ? {
          requestBody: {
            required: !endpoint.bodyOptional,
            content: { 'application/json': { schema: requestBody(endpoint) } },
          },
        }
      : {}),
    ...(endpoint.multipart
      ? {
          requestBody: {
            required: true,
            content: { 'multipart/form-data': { schema: uploadForms[endpoint.multipart] } },
          },
        }
      : {}),
    responses: {
      200: { description: 'Done.', content: contentOf(endpoint) },
      ...refusals(refusalsOf(endpoint)),
    },
  }
}

const contentOf = ({ answer, file = ['application/json'] }: Endpoint) =>
  Object.fromEntries(file.map((type) => [type, { schema: answer }]))

const fileForm = (field: string, contentMediaType: string) => ({
  type: 'object',
  required: [field],
  properties: { [field]: { type: 'string', contentMediaType } },
})

const uploadForms = {
  image: fileForm('image', 'image/*'),
  document: fileForm('document', 'application/pdf'),
  table: fileForm('table', 'text/csv'),
}

function parameters(place: 'path' | 'query', schema: TSchema | undefined) {
  const { properties = {}, required = [] } = (schema ?? {}) as {
    properties?: Record<string, TSchema>
    required?: string[]
  }
  return Object.entries(properties).map(([name, type]) => ({
    name,
    in: place,
    required: required.includes(name),
    schema: type,
  }))
}

const idempotencyKey = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[!-~]+$' },
}

function refusals(codes: readonly ProblemCode[]) {
  const byStatus = Map.groupBy(new Set(codes), (code) => problems[code].status)
  return Object.fromEntries(
    [...byStatus].map(([status, list]) => [
      status,
      {
        description: list.map((code) => `\`${code}\`: ${problems[code].message}`).join('\n\n'),
        'x-problem-codes': list,
        content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
      },
    ]),
  )
}

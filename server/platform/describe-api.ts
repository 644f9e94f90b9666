import type { TSchema } from 'typebox'
import type { Endpoint } from '#contract/endpoint.ts'
import { type ProblemCode, problems, ProblemBody } from '#contract/problem.ts'

/** Every refusal that a call may meet, be it by its own rules or by those of all calls. */
function refusalsOf({ method, whoMayCall, freshSignIn, problems: own }: Endpoint): ProblemCode[] {
  const byRight: Record<Endpoint['whoMayCall'], ProblemCode[]> = {
    anyone: [],
    'signed-in': [...signIn],
    'owner-or-admin': [...signIn, 'not-allowed'],
    admin: [...signIn, 'admin-only', 'email-not-verified'],
  }
  return [
    'invalid-request',
    'headers-too-large',
    'too-many-requests',
    'unavailable',
    ...byRight[whoMayCall],
    ...(freshSignIn ? (['sign-in-again'] as const) : []),
    // Also where no body is due, one that is sent is read.
    ...(method === 'GET' ? [] : (['invalid-json', 'unsupported-media-type', 'too-large'] as const)),
    ...own,
  ]
}

const signIn = ['sign-in-required', 'session-expired', 'session-ended'] as const

/** The endpoints as an OpenAPI 3.1 document; its schemas are the ones that validate. */
export function describeApi(byDomain: Record<string, readonly Endpoint[]>, serverUrl: string) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const [domain, endpoints] of Object.entries(byDomain)) {
    for (const endpoint of endpoints) {
      const path = endpoint.path.replaceAll(/:(\w+)/g, '{$1}')
      ;(paths[path] ??= {})[endpoint.method.toLowerCase()] = describeEndpoint(endpoint, domain)
    }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Boltyard', version: '1.0.0', description: 'Automotive parts, tools and machines sold in bulk.' },
    servers: [{ url: serverUrl }],
    tags: Object.keys(byDomain).map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', description: 'The token of PUT /user/{email}.' } },
      schemas: { Problem: ProblemBody },
    },
  }
}

function describeEndpoint(endpoint: Endpoint, domain: string) {
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [domain],
    'x-who-may-call': endpoint.whoMayCall,
    ...(endpoint.whoMayCall === 'anyone' ? {} : { security: [{ bearer: [] }] }),
    parameters: [...parameters('path', endpoint.params), ...parameters('query', endpoint.query)],
    ...(endpoint.body
      ? { requestBody: { required: true, content: { 'application/json': { schema: endpoint.body } } } }
      : {}),
    ...(endpoint.multipart
      ? { requestBody: { required: true, content: { 'multipart/form-data': { schema: pictureForm } } } }
      : {}),
    responses: {
      200: { description: 'Done.', content: { 'application/json': { schema: endpoint.answer } } },
      ...refusals(refusalsOf(endpoint)),
    },
  }
}

const pictureForm = {
  type: 'object',
  required: ['image'],
  properties: { image: { type: 'string', contentMediaType: 'image/*' } },
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

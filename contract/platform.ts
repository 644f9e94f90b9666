import { Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'

export const getHealth = endpoint({
  name: 'getHealth',
  method: 'GET',
  path: '/healthz',
  whoMayCall: 'anyone',
  summary: 'Whether this process lives.',
  answer: Type.Object({ status: Type.Literal('ok') }),
  problems: [],
})

export const getReadiness = endpoint({
  name: 'getReadiness',
  method: 'GET',
  path: '/readyz',
  whoMayCall: 'anyone',
  summary: 'Whether this process can serve: database, migrations and jobs.',
  answer: Type.Object({ status: Type.Literal('ready') }),
  problems: ['unavailable'],
})

export const getVersion = endpoint({
  name: 'getVersion',
  method: 'GET',
  path: '/version',
  whoMayCall: 'anyone',
  summary: 'Which version this process runs, and the newest migration that it brings.',
  answer: Type.Object({ version: Type.String(), schema: Type.String() }),
  problems: [],
})

export const getOpenApi = endpoint({
  name: 'getOpenApi',
  method: 'GET',
  path: '/openapi.json',
  whoMayCall: 'anyone',
  summary: 'This API as an OpenAPI 3.1 document.',
  answer: Type.Unsafe<unknown>({}),
  problems: [],
})

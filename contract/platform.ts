import { Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'

export const getHealth = endpoint('getHealth', 'GET', '/healthz', {
  access: 'anyone',
  summary: 'Returns whether this process is alive and not about to stop.',
  answer: Type.Object({ status: Type.Literal('ok') }),
  problems: ['unavailable'],
})

export const getReadiness = endpoint('getReadiness', 'GET', '/readyz', {
  access: 'anyone',
  summary: 'Returns whether this process can serve requests: database, migrations and jobs.',
  answer: Type.Object({ status: Type.Literal('ready') }),
  problems: ['unavailable'],
})

export const getVersion = endpoint('getVersion', 'GET', '/version', {
  access: 'anyone',
  summary: 'Returns the version of this process and its newest migration.',
  answer: Type.Object({ version: Type.String(), schema: Type.String() }),
})

export const getOpenApi = endpoint('getOpenApi', 'GET', '/openapi.json', {
  access: 'anyone',
  summary: 'Returns this API as an OpenAPI 3.1 document.',
  answer: Type.Unsafe<unknown>({}),
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import Fastify from 'fastify'
import { Type } from 'typebox'
import { endpoint } from '#contract/endpoint.ts'
import { compileRequestSchema } from '#server/platform/http/compile-schemas.ts'
import { registerEndpoint } from '#server/platform/http/register-endpoint.ts'

const getPart = endpoint('getPart', 'GET', '/part', {
  access: 'anyone',
  summary: 'Returns a part.',
  answer: Type.Object({ name: Type.String(), sku: Type.Optional(Type.String()) }),
  problems: [],
})

async function answerOf(part: object) {
  const app = Fastify()
  registerEndpoint(app, getPart, () => part as { name: string })
  const { statusCode, body } = await app.inject('/part')
  await app.close()
  return { statusCode, body }
}

test('an answer holds only the fields of its contract, whatever the handler returns', async () => {
  const answer = await answerOf({ name: 'Brake disc', sku: undefined, costCents: 1200, passwordHash: 'x' })
  assert.deepEqual(answer, { statusCode: 200, body: '{"name":"Brake disc"}' })
})

test('an answer that lacks a field of its contract is a fault of the server, not a broken answer', async () => {
  const { statusCode } = await answerOf({ sku: 'BRK-1' })
  assert.equal(statusCode, 500)
})

test('a call of the specification gets only the fields of its contract, at any depth, whatever was sent', async () => {
  const changePart = endpoint('changePart', 'PUT', '/tools/:id', {
    access: 'anyone',
    summary: 'Changes a part.',
    body: Type.Partial(
      Type.Object({ name: Type.String(), texts: Type.Object({ de: Type.String() }), tags: Type.Array(Type.String()) }),
    ),
    answer: Type.Object({ read: Type.String() }),
    problems: [],
  })
  const app = Fastify().setValidatorCompiler(compileRequestSchema)
  registerEndpoint(app, changePart, ({ body }) => ({ read: JSON.stringify(body) }))
  const payload = { name: 'Disc', id: 7, texts: { de: 'Scheibe', edition: 9 }, tags: ['a'], a: { a: {} } }
  const { body } = await app.inject({ method: 'PUT', path: '/tools/1', payload })
  await app.close()
  assert.deepEqual(JSON.parse(JSON.parse(body).read), { name: 'Disc', texts: { de: 'Scheibe' }, tags: ['a'] })
})

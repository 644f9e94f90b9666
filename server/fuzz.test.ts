import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints, endpointsByDomain } from '#contract/endpoints.ts'
import { buildOpenApi } from '#server/platform/http/openapi.ts'
import { presentProblem, problem } from '#server/platform/http/problem.ts'
import { fuzzApi } from '#server/testing/fuzz/fuzz-api.ts'
import { checkResponse } from '#server/testing/fuzz/check-response.ts'
import type { FuzzRequest } from '#server/testing/fuzz/requests.ts'
import { type ApiDocument, operationsOf } from '#server/testing/fuzz/schema.ts'
import { effort, runs, seed } from '#server/testing/random-search.ts'

// security 20
test('valid, nearly valid and hostile requests get only answers that are documented', async (t) => {
  const count = runs(20 * endpoints.length)
  const { requests, faults, reached, statuses } = await fuzzApi({ requests: count, seed })
  t.diagnostic([...statuses].map(([status, times]) => `${status}: ${times}`).join(', '))
  t.diagnostic(
    `never granted: ${endpoints
      .filter(({ name }) => !reached.has(name))
      .map(({ name }) => name)
      .join(', ')}`,
  )
  const found = [...faults].map(([what, { example }]) => `${what}\n${example}`)
  assert.deepEqual(found, [])
  assert.equal(requests, count)
  assert.equal(statuses.get(500), undefined)
  const expected = endpoints.length / (effort >= 1 ? 2 : 3)
  assert.ok(reached.size > expected, `only ${reached.size} calls were ever granted`)
})

test('an answer that is not as documented is found', () => {
  const document = JSON.parse(
    JSON.stringify(buildOpenApi(endpointsByDomain, { name: 'Shop', serverUrl: 'http://localhost', version: 'test' })),
  ) as ApiDocument
  const operation = operationsOf(document).find(({ operationId }) => operationId === 'getHealth')
  assert.ok(operation)
  const input: FuzzRequest = {
    operation,
    caller: 'visitor',
    method: 'GET',
    path: {},
    query: [],
    headers: {},
    payload: { kind: 'none' },
  }
  const faultOf = (status: number, body: object, type = 'application/json; charset=utf-8') =>
    checkResponse(document, input, { status, type, text: JSON.stringify(body) })
  const refusal = (code: Parameters<typeof problem>[0]) => presentProblem(problem(code), 'id')
  const asProblem = 'application/problem+json'
  assert.equal(faultOf(200, { status: 'ok' }), undefined)
  assert.equal(faultOf(429, refusal('too-many-requests'), asProblem), undefined)
  assert.match(faultOf(200, { status: 'well' }) ?? '', /another body/)
  assert.match(faultOf(201, { status: 'ok' }) ?? '', /not documented/)
  assert.match(faultOf(409, refusal('last-admin'), asProblem) ?? '', /not documented/)
  assert.match(faultOf(429, { ...refusal('too-many-requests'), code: 'slow-down' }, asProblem) ?? '', /no code/)
  assert.match(faultOf(429, refusal('too-many-requests'), 'text/html') ?? '', /text\/html/)
  assert.match(faultOf(429, { message: 'no' }, asProblem) ?? '', /another body/)
  assert.match(faultOf(500, refusal('unexpected'), asProblem) ?? '', /500/)
  assert.match(faultOf(400, { message: 'relation "x" in SELECT 1' }, asProblem) ?? '', /inside/)
})

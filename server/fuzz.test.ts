import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endpoints, endpointsByDomain } from '#contract/endpoints.ts'
import { describeApi } from '#server/platform/describe-api.ts'
import { presentProblem, problem } from '#server/platform/problem.ts'
import { fuzzApi } from '#server/testing/fuzz/fuzz-api.ts'
import { judge } from '#server/testing/fuzz/judge.ts'
import type { Wish } from '#server/testing/fuzz/requests.ts'
import { type ApiDocument, operationsOf } from '#server/testing/fuzz/schema.ts'

const count = Number(process.env['FUZZ_REQUESTS'] ?? 2000)
const seed = Number(process.env['FUZZ_SEED'] ?? Date.now() % 2 ** 31)

test(`${count} valid, nearly valid and hostile requests get only answers that are documented (FUZZ_SEED=${seed})`, async () => {
  const { requests, faults, reached, statuses } = await fuzzApi({ requests: count, seed })
  const found = [...faults].map(([what, { example }]) => `${what}\n${example}`)
  assert.deepEqual(found, [])
  assert.equal(requests, count)
  assert.equal(statuses.get(500), undefined)
  assert.ok(reached.size > endpoints.length / 2, `only ${reached.size} calls were ever granted`)
})

test('an answer that is not as documented is found', () => {
  const document = JSON.parse(JSON.stringify(describeApi(endpointsByDomain, 'http://localhost'))) as ApiDocument
  const operation = operationsOf(document).find(({ operationId }) => operationId === 'getHealth')
  assert.ok(operation)
  const wish: Wish = {
    operation,
    caller: 'nobody',
    method: 'GET',
    path: {},
    query: [],
    headers: {},
    payload: { kind: 'none' },
  }
  const faultOf = (status: number, body: object, type = 'application/json; charset=utf-8') =>
    judge(document, wish, { status, type, text: JSON.stringify(body) })
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

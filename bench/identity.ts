import { execFile } from 'node:child_process'
import { Agent, request } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { type BenchRow, interleave } from '#bench/interleave.ts'
import type { ShopProcess } from '#bench/shop-process.ts'

const clients = 32
const roundMs = 4000
const readsPerSecond = 200
const password = 'only-for-this-run'

/** Measures password sign-ins against bare hashes, and their effect on readers. */
export async function benchIdentity(shop: ShopProcess): Promise<BenchRow[]> {
  for (let index = 0; index < clients; index++) await shop.signUp(email(index), password)
  const agent = new Agent({ keepAlive: true })
  try {
    const rates = await interleave(() => signInsPerSecond(shop.url, agent), baselineHashesPerSecond)
    const waits = await interleave(
      () => whileSigningIn(shop.url, agent, () => slowestOfHundred(shop.url, agent)),
      () => slowestOfHundred(shop.url, agent),
    )
    return [
      { name: `password sign-ins, ${clients} clients / bare hashes`, ...rates, goal: 0.8 },
      { name: `p99 of GET /tools, ${clients} sign in / at rest`, ...waits, unit: 'ms', goal: 3 },
    ]
  } finally {
    agent.destroy()
  }
}

const email = (index: number) => `signing-in-${index}@bench.test`

async function signInsPerSecond(url: string, agent: Agent): Promise<number> {
  const startedAt = performance.now()
  const done = await signInUntil(url, agent, () => performance.now() - startedAt >= roundMs)
  return (done * 1000) / (performance.now() - startedAt)
}

async function whileSigningIn<Result>(url: string, agent: Agent, measure: () => Promise<Result>): Promise<Result> {
  let over = false
  const signingIn = signInUntil(url, agent, () => over)
  // a failure is reported below, when both are awaited
  signingIn.catch(() => undefined)
  const result = await measure().finally(() => (over = true))
  await signingIn
  return result
}

/** Signs in with every client repeatedly; returns the total number. */
async function signInUntil(url: string, agent: Agent, isOver: () => boolean): Promise<number> {
  let done = 0
  await Promise.all(
    Array.from({ length: clients }, async (_, client) => {
      const body = JSON.stringify({ email: email(client), password, returnSecureToken: true })
      while (!isOver()) {
        await call(`${url}/v1/accounts:signInWithPassword?key=bench`, agent, body)
        done++
      }
    }),
  )
  return done
}

async function baselineHashesPerSecond(): Promise<number> {
  const script = join(import.meta.dirname, 'baseline-hashes.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, String(roundMs)])
  return Number(stdout)
}

/** Returns the p99 latency in milliseconds of readers at a steady rate. */
async function slowestOfHundred(url: string, agent: Agent): Promise<number> {
  const waits: number[] = []
  const running: Promise<void>[] = []
  const startedAt = performance.now()
  for (let turn = 0; turn < (readsPerSecond * roundMs) / 1000; turn++) {
    await delay(Math.max(0, startedAt + (turn * 1000) / readsPerSecond - performance.now()))
    const askedAt = performance.now()
    running.push(call(`${url}/tools`, agent).then(() => void waits.push(performance.now() - askedAt)))
  }
  await Promise.all(running)
  return waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0
}

function call(url: string, agent: Agent, body?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const asking = request(url, {
      agent,
      ...(body !== undefined && {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) },
      }),
    })
    asking.on('response', (response) => {
      response.resume()
      response.on('end', () =>
        response.statusCode === 200 ? resolve() : reject(new Error(`${url} was answered ${response.statusCode}`)),
      )
    })
    asking.on('error', reject)
    asking.end(body)
  })
}

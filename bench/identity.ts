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

/** Password sign-ins against bare hashes, and what they do to everybody who only looks at the shop. */
export async function benchIdentity(shop: ShopProcess): Promise<BenchRow[]> {
  for (let index = 0; index < clients; index++) await shop.signUp(email(index), password)
  const agent = new Agent({ keepAlive: true })
  try {
    const rates = await interleave(() => signInsPerSecond(shop.url, agent), bareHashesPerSecond)
    const waits = await interleave(
      () => whileSigningIn(shop.url, agent, () => slowestOfHundred(shop.url, agent)),
      () => slowestOfHundred(shop.url, agent),
    )
    return [
      { what: `password sign-ins, ${clients} clients / bare hashes`, ...rates, goal: 0.8 },
      { what: `p99 of GET /tools, ${clients} sign in / at rest`, ...waits, unit: 'ms', goal: 3 },
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

/** Every client signs in again and again; answers how often all did together. */
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

async function bareHashesPerSecond(): Promise<number> {
  const script = join(import.meta.dirname, 'bare-hashes.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [script, String(roundMs)])
  return Number(stdout)
}

/** The milliseconds that the slowest hundredth of all readers waits at least; they come at a steady pace. */
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
    asking.on('response', (answer) => {
      answer.resume()
      answer.on('end', () =>
        answer.statusCode === 200 ? resolve() : reject(new Error(`${url} was answered ${answer.statusCode}`)),
      )
    })
    asking.on('error', reject)
    asking.end(body)
  })
}

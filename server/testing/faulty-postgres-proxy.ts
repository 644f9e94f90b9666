import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { queryMessage, readServerAnswers, readClientMessages } from '#server/testing/postgres-wire.ts'
import { seededRandom } from '#server/testing/random-search.ts'

/** Describes the faults of a connection to PostgreSQL; shares are from 0 to 1. */
export interface Faults {
  /** The added latency in milliseconds, each way. */
  slowMs: number
  /** The share of transactions and single statements that fail with this error, at a statement or at COMMIT. */
  conflicts: number
  sqlState: '40001' | '40P01'
  /** The share of connections cut between two statements of a transaction. */
  cutsInTransaction: number
  /** The share of COMMITs and single writes whose response is lost with the connection. */
  lostAnswers: number
}

export interface FaultyProxy extends AsyncDisposable {
  /** The URL of the database through the proxy. */
  url: string
  faults: Faults
  /** Counts the faults. */
  happened: { conflicts: number; cuts: number; lostAnswers: number }
}

export const noFaults: Faults = { slowMs: 0, conflicts: 0, sqlState: '40001', cutsInTransaction: 0, lostAnswers: 0 }

/** Starts a proxy that understands PostgreSQL's protocol and injects the faults of networks and clusters. */
export async function createFaultyProxy(to: string, random = seededRandom()): Promise<FaultyProxy> {
  const target = new URL(to)
  const open = new Set<Socket>()
  const happened = { conflicts: 0, cuts: 0, lostAnswers: 0 }
  const server = createServer((near) => {
    const far = connect(Number(target.port), target.hostname)
    for (const socket of [near, far]) {
      open.add(socket)
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
    }
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on('close', () => {
        open.delete(socket)
        other.destroy()
      })
    }
    carry(near, far)
  })
  server.listen({ host: '127.0.0.1', port: 0 })
  await once(server, 'listening')
  const address = server.address()
  const url = new URL(to)
  url.hostname = '127.0.0.1'
  url.port = String(typeof address === 'object' && address ? address.port : 0)
  const line: FaultyProxy = {
    url: url.href,
    faults: { ...noFaults },
    happened,
    async [Symbol.asyncDispose]() {
      open.forEach((socket) => socket.destroy())
      server.close()
      await once(server, 'close')
    },
  }
  return line

  function carry(near: Socket, far: Socket): void {
    let inTransaction = false
    let isDoomed = false
    const expected: { losesAnswer: boolean }[] = []
    const cut = () => {
      near.destroy()
      far.destroy()
    }

    const onMessage = readClientMessages(({ bytes, text }) => {
      const { faults } = line
      const word = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? ''
      if (word === '') return pass(far, bytes)
      const isCommit = word === 'commit'
      const isEnd = isCommit || word === 'rollback'
      if (word === 'begin') isDoomed = random() < faults.conflicts
      else if (!inTransaction) isDoomed = random() < faults.conflicts
      if (inTransaction && !isEnd && random() < faults.cutsInTransaction) {
        happened.cuts++
        return cut()
      }
      const fails =
        isDoomed && word !== 'begin' && word !== 'rollback' && (!inTransaction || isCommit || random() < 0.3)
      if (fails) {
        isDoomed = false
        happened.conflicts++
        expected.push({ losesAnswer: false })
        return pass(
          far,
          queryMessage(`DO $$BEGIN RAISE EXCEPTION 'as a cluster would' USING ERRCODE = '${faults.sqlState}'; END$$`),
        )
      }
      const writes = isCommit || (!inTransaction && /\b(insert|update|delete)\b/i.test(text))
      expected.push({ losesAnswer: writes && random() < faults.lostAnswers })
      return pass(far, bytes)
    })
    const onAnswer = readServerAnswers((response) => {
      if (response.inTransaction === undefined) return pass(near, response.bytes)
      inTransaction = response.inTransaction
      if (!expected.shift()?.losesAnswer) return pass(near, response.bytes)
      happened.lostAnswers++
      return cut()
    })
    near.on('data', onMessage)
    far.on('data', onAnswer)
  }

  function pass(to: Socket, bytes: Buffer): void {
    const { slowMs } = line.faults
    if (slowMs === 0) to.write(bytes)
    else void delay(slowMs).then(() => to.writable && to.write(bytes))
  }
}

import { once } from 'node:events'
import { connect, createServer, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { queryMessage, readAnswers, readAsked } from '#server/testing/postgres-wire.ts'

/** What goes wrong on a line to PostgreSQL; each share is from 0 to 1. */
export interface Faults {
  /** Milliseconds that each way takes longer. */
  slowMs: number
  /** The share of transactions (also of single statements) that end with this error, at some statement or at COMMIT. */
  conflicts: number
  sqlState: '40001' | '40P01'
  /** The share of connections that end between two statements of a transaction. */
  cutsInTransaction: number
  /** The share of COMMITs, and of single statements that write, whose answer is lost with its connection. */
  lostAnswers: number
}

export interface FaultyLine extends AsyncDisposable {
  /** The same database, by way of this line. */
  url: string
  faults: Faults
  /** How often each fault has happened. */
  happened: { conflicts: number; cuts: number; lostAnswers: number }
}

export const noFaults: Faults = { slowMs: 0, conflicts: 0, sqlState: '40001', cutsInTransaction: 0, lostAnswers: 0 }

/** A line to PostgreSQL that understands what it carries, and does to it what networks and clusters do. */
export async function faultyLine(to: string): Promise<FaultyLine> {
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
  const line: FaultyLine = {
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

    const onAsked = readAsked(({ bytes, text }) => {
      const { faults } = line
      const word = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase() ?? ''
      if (word === '') return pass(far, bytes)
      const isCommit = word === 'commit'
      const isEnd = isCommit || word === 'rollback'
      if (word === 'begin') isDoomed = Math.random() < faults.conflicts
      else if (!inTransaction) isDoomed = Math.random() < faults.conflicts
      if (inTransaction && !isEnd && Math.random() < faults.cutsInTransaction) {
        happened.cuts++
        return cut()
      }
      const fails =
        isDoomed && word !== 'begin' && word !== 'rollback' && (!inTransaction || isCommit || Math.random() < 0.3)
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
      expected.push({ losesAnswer: writes && Math.random() < faults.lostAnswers })
      return pass(far, bytes)
    })
    const onAnswer = readAnswers((answer) => {
      if (answer.inTransaction === undefined) return pass(near, answer.bytes)
      inTransaction = answer.inTransaction
      if (!expected.shift()?.losesAnswer) return pass(near, answer.bytes)
      happened.lostAnswers++
      return cut()
    })
    near.on('data', onAsked)
    far.on('data', onAnswer)
  }

  function pass(to: Socket, bytes: Buffer): void {
    const { slowMs } = line.faults
    if (slowMs === 0) to.write(bytes)
    else void delay(slowMs).then(() => to.writable && to.write(bytes))
  }
}

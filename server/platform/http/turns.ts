import { problem, tooManyRequests } from '#server/platform/http/problem.ts'

interface TurnLimits {
  /** Limits what is under way in this process. */
  atOnce: number
  perVisitor?: number
  waitingPerVisitor?: number
  /** Limits what waits in all. */
  waiting?: number
  /** Limits the wait in milliseconds; none without it. */
  maxWaitMs?: number
  /** The places of `atOnce` that only work for all visitors takes. */
  kept?: number
}

/**
 * Runs the work of a visitor in its turn; `undefined` stands for all visitors, whose work goes first and is always accepted. Throws
 * `too-many-requests` if the visitor has too much waiting, or most of it when all places are taken, or waits too long; `unavailable` if
 * nobody who waits has more than the visitor.
 */
export type RunInTurn = <Result>(visitor: string | undefined, work: () => Promise<Result>) => Promise<Result>

interface Waiting {
  visitor: string | undefined
  start: () => void
  refuse: () => void
}

/**
 * Creates turns: visitors who ask for much at once wait for themselves, others go before them. 300 orders of 1,000 lines held all
 * connections, and nobody got an answer (2026-11-23); 100 lists of 1,000 products made others wait 10 s for the home page (2026-11-27).
 */
export function createTurns(limits: TurnLimits): RunInTurn {
  const { atOnce, perVisitor = Infinity, waitingPerVisitor = Infinity, maxWaitMs, kept = 0 } = limits
  const maxWaiting = limits.waiting ?? Infinity
  const underWay = new Map<string | undefined, number>()
  const waiting = new Set<Waiting>()
  let running = 0
  const countOf = (visitor: string | undefined) => (visitor === undefined ? -1 : (underWay.get(visitor) ?? 0))
  const mayStart = (visitor: string | undefined) =>
    visitor === undefined ? running < atOnce : running < atOnce - kept && countOf(visitor) < perVisitor

  function begin(visitor: string | undefined): void {
    running++
    underWay.set(visitor, (underWay.get(visitor) ?? 0) + 1)
  }

  function end(visitor: string | undefined): void {
    running--
    const left = (underWay.get(visitor) ?? 1) - 1
    if (left > 0) underWay.set(visitor, left)
    else underWay.delete(visitor)
    const next = findNext()
    if (!next) return
    begin(next.visitor)
    next.start()
  }

  /** Returns the first of those with the fewest under way. */
  function findNext(): Waiting | undefined {
    let next: Waiting | undefined
    for (const one of waiting)
      if (mayStart(one.visitor) && (!next || countOf(one.visitor) < countOf(next.visitor))) next = one
    return next
  }

  function assertRoom(visitor: string | undefined): void {
    if (visitor === undefined) return
    const counts = new Map<string | undefined, number>()
    for (const other of waiting) counts.set(other.visitor, (counts.get(other.visitor) ?? 0) + 1)
    const own = counts.get(visitor) ?? 0
    if (own >= waitingPerVisitor) throw tooManyRequests(1)
    if (waiting.size < maxWaiting) return
    // The visitor with the most waiting gives a place up: eight visitors filled all of them, and nobody else got a search (2026-11-28).
    counts.delete(undefined)
    const most = [...counts].reduce((one, other) => (other[1] > one[1] ? other : one), [visitor, own])
    const last = most[1] > own + 1 && [...waiting].findLast((other) => other.visitor === most[0])
    if (!last) throw problem('unavailable')
    last.refuse()
  }

  function wait(visitor: string | undefined): Promise<void> {
    assertRoom(visitor)
    return new Promise((resolve, reject) => {
      const leave = (then: () => void) => () => {
        clearTimeout(timer)
        waiting.delete(one)
        then()
      }
      const refuse = leave(() => reject(tooManyRequests(1)))
      const one: Waiting = { visitor, start: leave(resolve), refuse }
      const timer = maxWaitMs === undefined ? undefined : setTimeout(refuse, maxWaitMs)
      waiting.add(one)
    })
  }

  return async (visitor, work) => {
    if (mayStart(visitor)) begin(visitor)
    else await wait(visitor)
    try {
      return await work()
    } finally {
      end(visitor)
    }
  }
}

import type { TestContext } from 'node:test'

export interface StoppedTime {
  /** Lets so much time pass: clocks go forward, and time limits that end meanwhile do so. */
  pass(ms: number): void
}

/**
 * Stops the time of this process until the end of a test: its clocks stand still, but for `new Date()`, and no time limit that begins
 * now passes, however busy the machine is. Pauses by `node:timers/promises` go on. Under Node's own mock of timers, those that were begun
 * before it could not be cleared.
 */
export function stopTime(t: TestContext): StoppedTime {
  const real = { setTimeout, clearTimeout }
  let [wallMs, monotonicMs] = [Date.now(), performance.now()]
  const waiting = new Set<StoppedTimer>()

  class StoppedTimer {
    readonly run: () => void
    readonly ms: number
    endsAt = 0
    constructor(run: () => void, ms: number) {
      this.run = run
      this.ms = ms
      this.refresh()
    }
    refresh() {
      this.endsAt = monotonicMs + this.ms
      waiting.add(this)
      return this
    }
    ref = () => this
    unref = () => this
    hasRef = () => false
    close = () => (waiting.delete(this), this)
  }

  const begin = (run: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) =>
    // A wait of no time is no time limit.
    ms <= 1 ? real.setTimeout(run, ms, ...given) : new StoppedTimer(() => run(...given), ms)
  const end = (timer: unknown) =>
    timer instanceof StoppedTimer ? void timer.close() : real.clearTimeout(timer as NodeJS.Timeout)
  t.mock.method(globalThis, 'setTimeout', begin as unknown as typeof setTimeout)
  t.mock.method(globalThis, 'clearTimeout', end as typeof clearTimeout)
  t.mock.method(Date, 'now', () => wallMs)
  t.mock.method(performance, 'now', () => monotonicMs)
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    const controller = new AbortController()
    begin(() => controller.abort(new DOMException('The operation was aborted due to timeout', 'TimeoutError')), ms)
    return controller.signal
  })
  return {
    pass(ms) {
      wallMs += ms
      monotonicMs += ms
      for (const timer of waiting)
        if (timer.endsAt <= monotonicMs) {
          timer.close()
          timer.run()
        }
    },
  }
}

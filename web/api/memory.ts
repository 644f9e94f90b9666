/** Keeps the last answer of a call in the browser: a page that is opened again shows it at once, and it is renewed behind. */
export interface Memory<Value> {
  recall: () => Promise<Value>
  forget: () => void
}

const freshMs = 15_000
const usableMs = 5 * 60_000

export function remember<Value>(fetchAnew: () => Promise<Value>): Memory<Value> {
  let kept: { value: Value; at: number } | undefined
  let running: Promise<Value> | undefined
  const renew = () =>
    (running ??= fetchAnew()
      .then((value) => {
        kept = { value, at: Date.now() }
        return value
      })
      .finally(() => {
        running = undefined
      }))
  return {
    recall() {
      const age = kept ? Date.now() - kept.at : Infinity
      if (!kept || age > usableMs) return renew()
      if (age > freshMs) renew().catch(() => undefined) // the visitor has a page already; the next visit tries again
      return Promise.resolve(kept.value)
    },
    forget() {
      kept = undefined
    },
  }
}

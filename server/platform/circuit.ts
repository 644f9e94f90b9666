interface CircuitLimits {
  /** So many failures in a row, and nobody waits for the service any more. */
  failures: number
  /** After so long one call tries again. */
  pauseMs: number
}

/**
 * Stops asking a service that does not answer: callers hear it at once, instead of each waiting in vain and filling the shop.
 * One call at a time finds out whether it is back. Answers of 500 and above count as none.
 */
export function circuit(
  ask: typeof fetch,
  { failures, pauseMs }: CircuitLimits = { failures: 5, pauseMs: 3000 },
): typeof fetch {
  let failed = 0
  let closedUntil = 0
  const fail = () => {
    failed++
    closedUntil = performance.now() + pauseMs
  }
  return async (url, init) => {
    if (failed >= failures) {
      if (performance.now() < closedUntil) throw new TypeError('the service has not answered lately')
      closedUntil = performance.now() + pauseMs
    }
    try {
      const answer = await ask(url, init)
      if (answer.status >= 500) fail()
      else failed = 0
      return answer
    } catch (error) {
      fail()
      throw error
    }
  }
}

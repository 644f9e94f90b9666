import { useEffect } from 'react'

const firstPauseMs = 1500
const longestPauseMs = 60_000

/** Asks again, at first soon and then less and less often, as long as something is under way; and whenever the page comes back into view. */
export function useFollowing(isUnderWay: boolean, ask: () => void): void {
  useEffect(() => {
    let pauseMs = firstPauseMs
    let timer: ReturnType<typeof setTimeout> | undefined
    function wait() {
      timer = setTimeout(() => {
        ask()
        pauseMs = Math.min(pauseMs * 1.6, longestPauseMs)
        wait()
      }, pauseMs)
    }
    if (isUnderWay) wait()
    const look = () => {
      if (document.visibilityState === 'visible') ask()
    }
    document.addEventListener('visibilitychange', look)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [isUnderWay, ask])
}

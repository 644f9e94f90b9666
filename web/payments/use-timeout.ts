import { useEffect, useEffectEvent } from 'react'

/** Sets the wait after which a message is shown. */
const timeoutMs = 30_000

/** Calls once a wait has become too long; not if it ends before. */
export function useTimeout(isWaiting: boolean, onTimeout: () => void): void {
  const end = useEffectEvent(onTimeout)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(end, timeoutMs)
    return () => clearTimeout(timer)
  }, [isWaiting])
}

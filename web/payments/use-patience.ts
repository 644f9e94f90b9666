import { useEffect, useEffectEvent } from 'react'

/** Nobody waits longer than this without being told. */
const patienceMs = 30_000

/** Calls once a wait has become too long; not if it ends before. */
export function usePatience(isWaiting: boolean, onOver: () => void): void {
  const end = useEffectEvent(onOver)
  useEffect(() => {
    if (!isWaiting) return
    const timer = setTimeout(end, patienceMs)
    return () => clearTimeout(timer)
  }, [isWaiting])
}

import { useEffect, useEffectEvent } from 'react'

/** Runs an action when the network is back, if it is wanted then. */
export function useWhenOnline(act: () => void, isWanted: boolean): void {
  const react = useEffectEvent(() => {
    if (isWanted) act()
  })
  useEffect(() => {
    const listener = () => react()
    addEventListener('online', listener)
    return () => removeEventListener('online', listener)
  }, [])
}

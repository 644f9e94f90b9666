import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'

/** Whether the page is printed now, or shown as it prints: what differs much on paper is then rendered instead. */
export function useIsPrinting(): boolean {
  const [isPrinting, setPrinting] = useState(isPrintMedia)
  useEffect(() => {
    const media = matchMedia('print')
    const ending = new AbortController()
    const { signal } = ending
    const show = (is: boolean) => flushSync(() => setPrinting(is))
    // The browser prints as soon as the listeners return.
    addEventListener('beforeprint', () => show(true), { signal })
    addEventListener('afterprint', () => show(false), { signal })
    media.addEventListener('change', ({ matches }) => show(matches), { signal })
    return () => ending.abort()
  }, [])
  return isPrinting
}

const isPrintMedia = () => typeof matchMedia === 'function' && matchMedia('print').matches

import { useEffect, useEffectEvent, useRef } from 'react'
import { useNavigationType } from 'react-router'

/**
 * Gives the heading of a page the focus when a link or a search leads to it: screen readers then say where one is, and Tab goes on from there
 * instead of through the header. A page that the browser loads or goes back to stays as it is.
 */
export function useFocusOnArrival() {
  const heading = useRef<HTMLHeadingElement>(null)
  const type = useNavigationType()
  const arrive = useEffectEvent(() => {
    if (type !== 'POP' && document.activeElement === document.body) heading.current?.focus({ preventScroll: true })
  })
  useEffect(() => arrive(), [])
  return heading
}

import { useEffect, useRef } from 'react'

/** Focuses the heading when the step changes, since the pressed button is gone; not if a field has the focus. */
export function useStepHeading(step: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(step)
  useEffect(() => {
    if (shown.current !== step && document.activeElement === document.body) heading.current?.focus()
    shown.current = step
  }, [step])
  return heading
}

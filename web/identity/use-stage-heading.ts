import { useEffect, useRef } from 'react'

/** What was pressed is gone when the page says something new: people go on from its heading, unless a field has the focus already. */
export function useStageHeading(stage: string) {
  const heading = useRef<HTMLHeadingElement>(null)
  const shown = useRef(stage)
  useEffect(() => {
    if (shown.current !== stage && document.activeElement === document.body) heading.current?.focus()
    shown.current = stage
  }, [stage])
  return heading
}

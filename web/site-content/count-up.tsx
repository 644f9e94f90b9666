import { useEffect, useRef, useState } from 'react'
import { numberText } from '#web/i18n/number-text.ts'

const durationMs = 1600

/**
 * Counts up from 0 when it becomes visible, once. It does not move with reduced motion, without JavaScript, or for screen
 * readers.
 */
export function CountUp({ target, suffix }: { target: number; suffix: string }) {
  const ref = useRef<HTMLSpanElement>(null)
  const [shown, setShown] = useState(target)
  useEffect(() => {
    const element = ref.current
    if (!element || matchMedia('(prefers-reduced-motion: reduce)').matches) return
    let frame = 0
    const count = (begun: number) => {
      frame = requestAnimationFrame((now) => {
        const part = Math.min(1, Math.max(0, (now - begun) / durationMs))
        setShown(Math.round(target * (1 - (1 - part) ** 3)))
        if (part < 1) count(begun)
      })
    }
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (!entry?.isIntersecting) {
          setShown(0)
          return
        }
        observer.disconnect()
        count(performance.now())
      },
      { threshold: 0.3 },
    )
    observer.observe(element)
    return () => {
      observer.disconnect()
      cancelAnimationFrame(frame)
      setShown(target)
    }
  }, [target])
  return (
    <span ref={ref}>
      <span aria-hidden="true">{numberText(shown) + suffix}</span>
      <span className="sr-only">{numberText(target) + suffix}</span>
    </span>
  )
}

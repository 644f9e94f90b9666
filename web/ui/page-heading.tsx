import { type ReactNode, useCallback } from 'react'
import { useNavigationType } from 'react-router'

/** Renders the heading of a page with its actions. */
export function PageHeading({
  eyebrow,
  title,
  text,
  action,
}: {
  eyebrow?: string
  title: ReactNode
  text?: ReactNode
  action?: ReactNode
}) {
  const focus = useNavigationFocus()
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="max-w-2xl">
        {eyebrow ? <p className="eyebrow mb-2">{eyebrow}</p> : null}
        <h1 {...focus} className="text-4xl wrap-anywhere outline-none sm:text-5xl">
          {title}
        </h1>
        {text ? <p className="muted mt-3 text-lg">{text}</p> : null}
      </div>
      {action ? <div className="contents print:hidden">{action}</div> : null}
    </div>
  )
}

/** Returns the attributes of a heading that takes the focus if the link to its page is gone, so that keyboards go on from there. */
export function useNavigationFocus() {
  const isFirstPage = useNavigationType() === 'POP'
  const ref = useCallback(
    (heading: HTMLHeadingElement | null) => {
      if (!isFirstPage && document.activeElement === document.body) heading?.focus({ preventScroll: true })
    },
    [isFirstPage],
  )
  return { ref, tabIndex: -1 }
}

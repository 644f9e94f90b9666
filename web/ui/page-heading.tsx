import type { ReactNode } from 'react'

/** The heading of a page, with what can be done there beside it. */
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
  return (
    <div className="flex flex-wrap items-end justify-between gap-x-8 gap-y-4">
      <div className="max-w-2xl">
        {eyebrow ? <p className="eyebrow mb-2">{eyebrow}</p> : null}
        <h1 className="text-4xl sm:text-5xl">{title}</h1>
        {text ? <p className="muted mt-3 text-lg">{text}</p> : null}
      </div>
      {action ? <div className="contents print:hidden">{action}</div> : null}
    </div>
  )
}

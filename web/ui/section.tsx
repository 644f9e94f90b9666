import { type ReactNode, useId } from 'react'

/** Renders a part of a page with its heading, which names it, and its action. */
export function Section({
  title,
  text,
  action,
  className = 'mt-10',
  children,
}: {
  title: string
  text?: string
  action?: ReactNode
  className?: string
  children: ReactNode
}) {
  const id = useId()
  return (
    <section aria-labelledby={id} className={className}>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="max-w-3xl">
          <h2 id={id} className="text-2xl">
            {title}
          </h2>
          {text ? <p className="muted mt-1">{text}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

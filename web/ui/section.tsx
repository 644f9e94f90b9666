import { type ReactNode, useId } from 'react'

/** Renders a part of a page with its heading, which names it, and its action. */
export function Section({
  id,
  title,
  text,
  action,
  className = 'mt-10',
  children,
}: {
  /** Lets the address of a page name this part of it. */
  id?: string
  title: string
  text?: string
  action?: ReactNode
  className?: string
  children: ReactNode
}) {
  const titleId = useId()
  return (
    <section id={id} aria-labelledby={titleId} className={className}>
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="max-w-3xl">
          <h2 id={titleId} className="text-2xl wrap-anywhere">
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

/** Renders a part of a page on a card, with the heading that names it. */
export function CardSection({ title, children }: { title: string; children: ReactNode }) {
  const id = useId()
  return (
    <section aria-labelledby={id} className="card-surface p-4 sm:p-5">
      <h2 id={id} className="mb-3 text-xl">
        {title}
      </h2>
      {children}
    </section>
  )
}

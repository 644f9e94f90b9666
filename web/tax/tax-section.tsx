import type { ReactNode } from 'react'

/** Renders a part of the page of tax with its heading. */
export function TaxSection(props: { title: string; text?: string; action?: ReactNode; children: ReactNode }) {
  const { title, text, action, children } = props
  return (
    <section className="mt-10">
      <div className="mb-4 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
        <div className="max-w-3xl">
          <h2 className="text-3xl">{title}</h2>
          {text ? <p className="muted mt-1">{text}</p> : null}
        </div>
        {action}
      </div>
      {children}
    </section>
  )
}

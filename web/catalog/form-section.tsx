import { ChevronDown } from 'lucide-react'
import type { ReactNode } from 'react'

/** Renders a part of a long form that most entries do without: closed until it is opened, or if it is filled. */
export function FormSection(props: { title: string; text: string; isOpen: boolean; children: ReactNode }) {
  const { title, text, isOpen, children } = props
  return (
    <details className="group rounded-field border border-base-300" open={isOpen}>
      <summary className="flex min-h-14 cursor-pointer list-none items-center gap-3 rounded-field px-4 py-2 hover:bg-base-200 [&::-webkit-details-marker]:hidden">
        <span className="grow">
          <span className="block font-semibold">{title}</span>
          <span className="muted block text-sm">{text}</span>
        </span>
        <ChevronDown
          aria-hidden="true"
          size={20}
          className="muted shrink-0 transition-transform group-open:rotate-180"
        />
      </summary>
      <div className="grid gap-5 border-t border-base-300 p-4">{children}</div>
    </details>
  )
}

import { createElement, type ReactNode } from 'react'
import type { Prose } from '#web/site-content/read-markdown.ts'
import { t } from '#web/i18n/messages.ts'

/** Renders parsed Markdown. */
export function ProseText({ prose }: { prose: readonly Prose[] }) {
  return <div className={classNames}>{prose.map((part, place) => presentBlock(part, place))}</div>
}

/** Keeps the lines of a text that is too large to be read as Markdown. */
function presentBlock(part: Prose, place: number): ReactNode {
  if (typeof part !== 'string') return present(part, place)
  return (
    <p key={place} className="wrap-anywhere whitespace-pre-line">
      {part}
    </p>
  )
}

function present(part: Prose, place: number): ReactNode {
  if (typeof part === 'string') return part
  // In one array: a call takes only so many arguments.
  const children = part.children.length > 0 ? part.children.map(present) : undefined
  if (part.tag === 'a') {
    return (
      <a key={place} href={part.href} className="text-accent underline underline-offset-4">
        {children}
      </a>
    )
  }
  // Focusable, so that a long line can be scrolled by keyboard.
  const extra = part.tag === 'pre' ? { tabIndex: 0, role: 'group', 'aria-label': t('blog.code') } : {}
  if (part.tag === 'table') {
    return (
      <div key={place} className="overflow-x-auto" tabIndex={0} role="group" aria-label={t('blog.table')}>
        <table className="w-full">{children}</table>
      </div>
    )
  }
  const className = classNamesOf[part.tag]
  return createElement(part.tag, { key: place, ...extra, ...(className && { className }) }, children)
}

const classNamesOf: Partial<Record<string, string>> = {
  h2: 'pt-4 text-2xl',
  th: 'py-2 pr-4 text-left',
  td: 'border-t border-base-300 py-2 pr-4 align-top',
}

const classNames =
  '[&>*+*]:mt-3 [&_ul]:list-disc [&_ul]:pl-5 [&_ol]:list-decimal [&_ol]:pl-5 [&_li+li]:mt-1.5 [&_code]:rounded-selector [&_code]:bg-base-200 [&_code]:px-1 [&_code]:py-0.5 [&_code]:text-[0.875em] [&_code]:box-decoration-clone [&_pre]:overflow-x-auto [&_pre]:rounded-field [&_pre]:bg-neutral [&_pre]:p-4 [&_pre]:text-sm [&_pre]:text-neutral-content [&_pre_code]:bg-transparent [&_pre_code]:p-0'

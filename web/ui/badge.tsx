import type { ReactNode } from 'react'

export type BadgeTone = 'neutral' | 'success' | 'warning' | 'error' | 'info' | 'dark'

const tones: Record<BadgeTone, string> = {
  neutral: 'border-base-300 bg-base-200',
  success: 'border-success/40 bg-success/12 text-success',
  warning: 'border-warning bg-warning text-warning-content',
  error: 'border-error/40 bg-error/10 text-error',
  dark: 'border-neutral bg-neutral text-neutral-content',
  info: 'border-info/40 bg-info/10 text-info',
}

/** Shows a state in one or two words: never by color alone. */
export function Badge({ tone = 'neutral', children }: { tone?: BadgeTone; children: ReactNode }) {
  return (
    <span
      className={`inline-flex items-center gap-1.5 rounded-selector border px-2 py-0.5 text-sm font-semibold whitespace-nowrap ${tones[tone]}`}
    >
      {children}
    </span>
  )
}

import { PackageOpen, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows an empty list and what to do about it. */
export function EmptyState({
  title,
  text,
  action,
  icon,
  heading: Heading = 'h2',
}: {
  title: string
  text?: ReactNode
  action?: ReactNode
  icon?: ReactNode
  /** The heading level: h1 if it is the only content of the page. */
  heading?: 'h1' | 'h2'
}) {
  return (
    <div className="mx-auto grid max-w-md content-center justify-items-center gap-3 px-4 py-12 text-center">
      <span aria-hidden="true" className="grid size-16 place-items-center rounded-full bg-base-200 text-accent">
        {icon ?? <PackageOpen size={30} />}
      </span>
      <Heading className="text-2xl">{title}</Heading>
      {text ? <p className="muted text-balance">{text}</p> : null}
      {action ? <div className="mt-3">{action}</div> : null}
    </div>
  )
}

/** Shows an error with a button to retry. */
export function ErrorState({
  title,
  message,
  onRetry,
  heading = 'h2',
}: {
  title: string
  message: string
  onRetry: () => void
  heading?: 'h1' | 'h2'
}) {
  return (
    <div role="alert">
      <EmptyState
        heading={heading}
        title={title}
        text={message}
        icon={<TriangleAlert size={30} />}
        action={
          <Button variant="outline" onClick={onRetry}>
            {t('ui.try-again')}
          </Button>
        }
      />
    </div>
  )
}

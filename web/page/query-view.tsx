import type { ReactNode } from 'react'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { ErrorState } from '#web/ui/empty-state.tsx'

/** Shows a query: its value, its error with a way to retry, or a placeholder. */
export function QueryView<Value>({
  query: { data, error, refetch },
  placeholder,
  failed,
  heading,
  children,
}: {
  query: { data: Value | undefined; error: Error | null; refetch: () => unknown }
  placeholder: ReactNode
  /** The title of an error. */
  failed: string
  /** The heading level: h1 if it is the only content of the page. */
  heading?: 'h1' | 'h2'
  children: (value: Value) => ReactNode
}) {
  if (data !== undefined) return children(data)
  if (!error) return placeholder
  return (
    <ErrorState
      title={failed}
      message={errorMessageOf(error)}
      onRetry={() => void refetch()}
      {...(heading && { heading })}
    />
  )
}

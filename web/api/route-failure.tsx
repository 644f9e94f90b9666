import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { problemSentence } from '#web/api/api-problem.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, FailedState } from '#web/ui/empty-state.tsx'
import { useWhenOnline } from '#web/ui/when-online.ts'
import { t } from '#web/words/words.ts'

/** What a page shows when it could not be loaded, under the usual navigation. */
export function RouteFailure() {
  const error = useRouteError()
  const revalidator = useRevalidator()
  const retry = () => void revalidator.revalidate()
  useWhenOnline(retry, true)
  if (isRouteErrorResponse(error) && error.status === 404) {
    return (
      <div className="page-width py-12">
        <EmptyState
          heading="h1"
          title={t('failure.gone')}
          text={typeof error.data === 'string' ? error.data : t('failure.gone-text')}
          action={<ButtonLink to="/products">{t('products.all')}</ButtonLink>}
        />
      </div>
    )
  }
  return (
    <div className="page-width py-12">
      <FailedState heading="h1" title={t('failure.failed')} message={problemSentence(error)} onRetry={retry} />
    </div>
  )
}

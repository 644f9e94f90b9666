import { isRouteErrorResponse, useRevalidator, useRouteError } from 'react-router'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState, ErrorState } from '#web/ui/empty-state.tsx'
import { useWhenOnline } from '#web/ui/use-when-online.ts'
import { t } from '#web/i18n/messages.ts'

/** Shows a page that could not be loaded, below the navigation. */
export function RouteErrorBoundary() {
  const error = useRouteError()
  const revalidator = useRevalidator()
  const retry = () => void revalidator.revalidate()
  useWhenOnline(retry, true)
  if (isRouteErrorResponse(error) && (error.status === 404 || error.status === 410)) {
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
      <ErrorState heading="h1" title={t('failure.failed')} message={errorMessageOf(error)} onRetry={retry} />
    </div>
  )
}

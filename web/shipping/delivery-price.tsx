import { lazy, Suspense, useEffect, useState } from 'react'
import type { ResponseBody } from '#contract/endpoint.ts'
import { getShippingStatus } from '#contract/shipping.ts'
import { cachedCall } from '#web/api/cached-call.ts'
import type { EstimateProps } from '#web/shipping/delivery-estimate.tsx'

const DeliveryEstimate = lazy(() => import('#web/shipping/delivery-estimate.tsx'))

/** Shows what delivery of lines costs; nothing, and no script for it, while the shop does not charge it. */
export function DeliveryPrice({ lines, className = '' }: Pick<EstimateProps, 'lines'> & { className?: string }) {
  const [status, setStatus] = useState<ResponseBody<typeof getShippingStatus>>()
  useEffect(() => {
    // Without an answer the page is as good as before.
    cachedCall(getShippingStatus).then(setStatus, () => undefined)
  }, [])
  if (!status?.charged || lines.length === 0) return null
  return (
    <div className={`print:hidden ${className}`}>
      <Suspense>
        <DeliveryEstimate lines={lines} countries={status.countries} />
      </Suspense>
    </div>
  )
}

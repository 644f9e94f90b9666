import type { OrderDetails } from '#contract/payments.ts'
import { t } from '#web/i18n/messages.ts'
import { onPaper } from '#web/i18n/paper-language.tsx'

/** Says which vehicle a line was ordered for, and what the shop said of it then. */
export const OrderedVehicle = onPaper(function OrderedVehicle({
  line,
}: {
  line: Pick<OrderDetails['lines'][number], 'vehicle' | 'fitVerdict'>
}) {
  const { vehicle, fitVerdict } = line
  if (!vehicle || !fitVerdict) return null
  return (
    <span className="block text-sm wrap-anywhere">
      {t(`order.for-vehicle.${fitVerdict}`, { vehicle: vehicle.name })}
    </span>
  )
})

import { useRef } from 'react'
import { addTaxRates, type TaxRateInput } from '#contract/tax.ts'
import { call } from '#web/api/call-endpoint.ts'
import { write } from '#web/api/queries.ts'
import { taxTotalsText } from '#web/orders/tax-totals-text.ts'
import { EntryError } from '#web/tax/tax-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/**
 * Returns a function that saves rates and says what their places come to. Rates that add to others are saved only when they are sent
 * a second time, after the sum was said.
 */
export function useSaveRates(): (rates: TaxRateInput[], saved: string) => Promise<void> {
  const asked = useRef<string>(undefined)
  return async (rates, saved) => {
    const key = JSON.stringify(rates)
    const addsUp = asked.current === key
    if (!addsUp) {
      const more = (await call(addTaxRates, { body: { rates, dryRun: true } })).totals.filter(({ isNew }) => isNew)
      if (more.length > 0) {
        asked.current = key
        throw new EntryError(t('tax.adds-up', { totals: taxTotalsText(more) }))
      }
    }
    const { totals } = await write(addTaxRates, { body: { rates, ...(addsUp && { addsUp }) } })
    asked.current = undefined
    toast.success(totals.length > 0 ? `${saved}. ${taxTotalsText(totals)}` : saved)
  }
}

import { useRef } from 'react'
import { addTaxRates, maxUsualRate, type TaxRateInput } from '#contract/tax.ts'
import { call } from '#web/api/call-endpoint.ts'
import { write } from '#web/api/queries.ts'
import { taxTotalsText } from '#web/orders/tax-totals-text.ts'
import { EntryError } from '#web/tax/tax-dialog.tsx'
import { toast } from '#web/ui/toast.tsx'
import { currentLocale } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/**
 * Returns a function that saves rates and says what their places come to. Rates that add to others, or come to more than is usual, are saved
 * only when they are sent a second time, after the sum was said; another sum, as other admins may have made it meanwhile, is said first.
 */
export function useSaveRates(): (rates: TaxRateInput[], saved: string) => Promise<void> {
  const asked = useRef<string>(undefined)
  return async (rates, saved) => {
    const { totals: expected } = await call(addTaxRates, { body: { rates, dryRun: true } })
    const high = expected.filter(({ isHigh }) => isHigh)
    const more = expected.filter(({ isNew, isHigh }) => isNew && !isHigh)
    const most = maxUsualRate.toLocaleString(currentLocale(), { style: 'percent' })
    const doubts = [
      ...(high.length > 0 ? [t('tax.too-high', { most, totals: taxTotalsText(high) })] : []),
      ...(more.length > 0 ? [t('tax.adds-up', { totals: taxTotalsText(more) })] : []),
    ]
    const question = JSON.stringify([rates, high, more])
    if (doubts.length > 0 && asked.current !== question) {
      asked.current = question
      throw new EntryError(doubts.join(' '))
    }
    const confirmed = { addsUp: expected.some(({ isNew }) => isNew), isHigh: high.length > 0 }
    const { totals } = await write(addTaxRates, { body: { rates, ...confirmed } })
    asked.current = undefined
    toast.success(totals.length > 0 ? `${saved}. ${taxTotalsText(totals)}` : saved)
  }
}

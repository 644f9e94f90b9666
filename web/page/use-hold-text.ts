import { currentLocale } from '#web/i18n/language.ts'
import { useRootData } from '#web/page/root-data.ts'

const dayMinutes = 24 * 60

/** Returns for how long an unpaid order holds its units, such as `24 hours` or `90 minutes`. */
export function useHoldText(): string {
  const minutes = useRootData()?.settings.orderTtlMinutes ?? dayMinutes
  const [value, unit] = minutes % 60 === 0 ? ([minutes / 60, 'hour'] as const) : ([minutes, 'minute'] as const)
  return new Intl.NumberFormat(currentLocale(), { style: 'unit', unit, unitDisplay: 'long' }).format(value)
}

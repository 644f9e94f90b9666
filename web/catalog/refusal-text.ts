import type { LineRefusal, QuantityRule } from '#contract/assess-line.ts'
import { t } from '#web/i18n/messages.ts'

/** Says why a line cannot be ordered as it is, in one sentence wherever a buyer meets it. */
export function refusalText(
  code: LineRefusal,
  facts: Partial<QuantityRule> & { nearest?: number | undefined; price?: number | undefined } = {},
): string {
  const reason = t(`line.${code}`, { ...facts })
  // Whoever reads the limit knows the nearest quantity; of a multiple it must be calculated.
  return code === 'not-a-multiple' && facts.nearest !== undefined
    ? t('line.nearest', { reason, nearest: facts.nearest })
    : reason
}

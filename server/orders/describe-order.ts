import type { Language } from '#contract/language.ts'
import { numberText } from '#server/platform/numbers.ts'
import type { OrderRow } from '#server/orders/find-orders.ts'

const andMore: Record<Language, (count: string) => string> = {
  en: (count) => `and ${count} more`,
  de: (count) => `und ${count} weitere ${count === '1' ? 'Position' : 'Positionen'}`,
}

/** Describes the lines of an order by the first one: 'Vented front brake disc and 3 more'. */
export function describeOrder(
  { order, firstLine }: OrderRow,
  language: Language = 'en',
  first = firstLine.productName,
): string {
  const others = order.lineCount - 1
  return others === 0 ? first : `${first} ${andMore[language](numberText(others, language))}`
}

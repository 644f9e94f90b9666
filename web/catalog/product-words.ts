import { formats } from '@lingui/core'
import { currentLocale } from '#web/words/language.ts'
import { t, type WordId } from '#web/words/words.ts'

const categoryWords: Record<string, WordId> = {
  engine: 'category.engine',
  brakes: 'category.brakes',
  suspension: 'category.suspension',
  electrical: 'category.electrical',
  filters: 'category.filters',
  'tyres-and-wheels': 'category.tyres-and-wheels',
  'hand-tools': 'category.hand-tools',
  'power-tools': 'category.power-tools',
  'garage-machines': 'category.garage-machines',
  fluids: 'category.fluids',
}

/** The name of a shelf; one that is unknown here keeps its own name. */
export function categoryWord(category: string): string {
  const id = categoryWords[category]
  return id ? t(id) : category
}

export const unitsText = (units: number): string => formats.number(currentLocale(), units)

import type { Tool } from '#contract/catalog.ts'

const categoryWords: Record<string, string> = {
  engine: 'Engine',
  brakes: 'Brakes',
  suspension: 'Suspension',
  electrical: 'Electrical',
  filters: 'Filters',
  'tyres-and-wheels': 'Tyres & wheels',
  'hand-tools': 'Hand tools',
  'power-tools': 'Power tools',
  'garage-machines': 'Garage machines',
  fluids: 'Fluids',
}

/** The name of a shelf; one that is unknown here keeps its own name. */
export function categoryWord(category: string): string {
  return categoryWords[category] ?? category
}

/** A warning about the stock in two or three words; undefined while there is plenty. */
export function stockWarning({ available, minOrder }: Pick<Tool, 'available' | 'minOrder'>): string | undefined {
  if (available <= 0) return 'Out of stock'
  if (available < minOrder) return `Only ${available} left`
  return available < minOrder * 4 ? 'Low stock' : undefined
}

export const unitsText = (units: number): string => units.toLocaleString('en-US')

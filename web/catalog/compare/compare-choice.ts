import { storedText } from '#web/page/stored-text.ts'

/** Limits the products that are compared: more columns cannot be read. */
export const maxCompared = 4

/** The id of the form that the ticks of a list belong to. */
export const compareForm = 'compare'

export interface ComparedProduct {
  id: string
  name: string
}

const choice = storedText('sessionStorage', 'boltyard.compare')

/** Returns the address that compares products. */
export const compareAddress = (ids: readonly string[], isOnlyDifferences = false): string =>
  `/compare?${new URLSearchParams([...ids.map((id) => ['p', id]), ...(isOnlyDifferences ? [['only', 'differences']] : [])]).toString()}`

/** Returns the products that were chosen to compare in this browser session; none on the server. */
export const useComparedProducts = (): readonly ComparedProduct[] => parse(choice.useText())

/** Adds a product to those that are compared, if there is room, or takes it away. */
export function toggleCompared(product: ComparedProduct): void {
  const chosen = parse(choice.read())
  const others = chosen.filter(({ id }) => id !== product.id)
  if (others.length < chosen.length) choice.write(JSON.stringify(others))
  else if (chosen.length < maxCompared) choice.write(JSON.stringify([...chosen, product]))
}

const last = storedText('sessionStorage', 'boltyard.compared')

/** Keeps which products have been compared, so that lists offer only another choice. */
export const keepCompared = (ids: readonly string[]): void => last.write(ids.join(' '))

/** Returns whether a choice has been compared as it is. */
export function useIsCompared(chosen: readonly ComparedProduct[]): boolean {
  const compared = (last.useText() ?? '').split(' ')
  return chosen.length > 0 && chosen.every(({ id }) => compared.includes(id))
}

export const clearCompared = (): void => choice.write(null)

function parse(text: string | null): readonly ComparedProduct[] {
  try {
    // Written by toggleCompared above.
    const products = JSON.parse(text ?? '[]') as readonly ComparedProduct[]
    return products.filter(({ id, name }) => id && name).slice(0, maxCompared)
  } catch {
    return [] // written by other code
  }
}

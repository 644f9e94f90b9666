import { useSyncExternalStore } from 'react'

/** Limits the products that are compared: more columns cannot be read. */
export const maxCompared = 4

/** The id of the form that the ticks of a list belong to. */
export const compareForm = 'compare'

export interface ComparedProduct {
  id: string
  name: string
}

const key = 'boltyard.compare'
const listeners = new Set<() => void>()
const nothing: readonly ComparedProduct[] = []
let kept: { text: string | null; products: readonly ComparedProduct[] } = { text: null, products: nothing }

/** Returns the address that compares products. */
export const compareAddress = (ids: readonly string[], isOnlyDifferences = false): string =>
  `/compare?${new URLSearchParams([...ids.map((id) => ['p', id]), ...(isOnlyDifferences ? [['only', 'differences']] : [])]).toString()}`

/** Returns the products that were chosen to compare in this browser session; none on the server. */
export const useComparedProducts = (): readonly ComparedProduct[] =>
  useSyncExternalStore(subscribe, readChosen, () => nothing)

/** Adds a product to those that are compared, if there is room, or takes it away. */
export function toggleCompared(product: ComparedProduct): void {
  const chosen = readChosen()
  const others = chosen.filter(({ id }) => id !== product.id)
  if (others.length < chosen.length) writeChosen(others)
  else if (chosen.length < maxCompared) writeChosen([...chosen, product])
}

export const clearCompared = (): void => writeChosen([])

function writeChosen(products: readonly ComparedProduct[]): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(products))
  } catch {
    return // a browser may refuse storage; the form compares what is ticked on one page
  }
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function readChosen(): readonly ComparedProduct[] {
  let text: string | null = null
  try {
    text = sessionStorage.getItem(key)
  } catch {
    return nothing
  }
  if (text !== kept.text) kept = { text, products: parse(text) }
  return kept.products
}

function parse(text: string | null): readonly ComparedProduct[] {
  try {
    // Written by writeChosen above.
    const products = JSON.parse(text ?? '[]') as readonly ComparedProduct[]
    return products.filter(({ id, name }) => id && name).slice(0, maxCompared)
  } catch {
    return nothing // written by other code
  }
}

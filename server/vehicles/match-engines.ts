import { nameKey, plainText } from '#server/vehicles/vehicle-names.ts'

interface MatchedEngine {
  name: string
  code?: string | null
}

/** Returns the engine of exactly this name or code; else all whose names have every word of it, as `2.4` means the 2.4 GDI. */
export function matchEngines<Engine extends MatchedEngine>(engines: readonly Engine[], text: string): Engine[] {
  const key = nameKey(text)
  const same =
    engines.find(({ name }) => nameKey(name) === key) ?? engines.find(({ code }) => code && nameKey(code) === key)
  if (same) return [same]
  const said = wordsOf(text)
  if (said.size === 0) return []
  return engines.filter(({ name }) => {
    const own = wordsOf(name)
    return [...said].every((word) => own.has(word))
  })
}

/** Returns the words of an engine; litres with and without their letter are the same. */
const wordsOf = (name: string): Set<string> =>
  new Set(
    plainText(name)
      .split(/[^\p{L}\p{N}.,]+/u)
      .filter(Boolean)
      .map((word) => word.replace(/^(\d)[.,](\d)l?$/, '$1.$2')),
  )

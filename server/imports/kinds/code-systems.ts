import { codeSystems } from '#contract/vehicles.ts'
import { normalizeHeader } from '#server/catalog/fields/normalize-header.ts'
import { readChoice } from '#server/catalog/fields/field.ts'

type CodeSystem = (typeof codeSystems)[number]

const systemWords: Record<CodeSystem, readonly string[]> = {
  ktype: ['k-type', 'ktypnr', 'ktyp', 'k-typ'],
  'vcdb-base': ['vcdb', 'base vehicle', 'base vehicle id', 'basevehicleid'],
  epid: ['ebay epid'],
  'hsn-tsn': ['hsn/tsn', 'hsn tsn', 'kba', 'kba-nummer'],
}

/** Lists the headers of columns with codes of vehicles. */
export const codeHeaders: readonly string[] = codeSystems.flatMap((system) => [system, ...systemWords[system]])

/** Returns the system that a cell names. */
export const readSystem = readChoice(systemWords)

/** Returns the system that the header of a column of codes names; `ktype` if none. */
export function systemOfHeader(header: string): CodeSystem {
  const asked = normalizeHeader(header)
  const isNamed = (system: CodeSystem) =>
    [system, ...systemWords[system]].some((word) => normalizeHeader(word) === asked)
  return codeSystems.find(isNamed) ?? 'ktype'
}

/** Returns a system that `readSystem` or `systemOfHeader` has written. */
export const systemOf = (text: string | undefined): CodeSystem => codeSystems.find((one) => one === text) ?? 'ktype'

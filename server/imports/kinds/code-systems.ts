import { maxLengths } from '#contract/max-lengths.ts'
import { codeSystems } from '#contract/vehicles.ts'
import { normalizeHeader } from '#server/catalog/fields/normalize-header.ts'
import { type Field, readChoice, readLine, type Texts } from '#server/catalog/fields/field.ts'

type CodeSystem = (typeof codeSystems)[number]

const systemWords: Record<CodeSystem, readonly string[]> = {
  ktype: ['k-type', 'ktypnr', 'ktyp', 'k-typ'],
  'vcdb-base': ['vcdb', 'base vehicle', 'base vehicle id', 'basevehicleid'],
  epid: ['ebay epid'],
  'hsn-tsn': [
    'hsn/tsn',
    'hsn tsn',
    'kba',
    'kba-nummer',
    'hsn',
    'hsn-nr',
    'herstellerschlüsselnummer',
    'schlüsselnummer zu 2.1',
  ],
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

/** Is the second half of a German code, whose first half, the `HSN`, is the column of codes. */
export const typeNumberField: Field<unknown> = {
  code: 'tsn',
  labels: { en: 'TSN', de: 'TSN' },
  names: ['tsn-nr', 'typschlüsselnummer', 'schlüsselnummer zu 2.2'],
  read: readLine(maxLengths.vehicleName),
  write: () => '',
  isPartNumber: true,
  isPart: true,
}

/** Returns a row with both halves of a German code as one; a list of second halves is one of codes. */
export function withWholeCode<Row extends { texts: Texts }>(row: Row): Row {
  const { tsn = '', code = '', ...texts } = row.texts
  if (tsn === '') return row
  const codes = code && tsn.split(/[|,;\s]+/).map((one) => `${code}/${one}`)
  return { ...row, texts: { ...texts, system: 'hsn-tsn', ...(codes && { code: codes.join(' ') }) } }
}

import { type Static, Type } from 'typebox'

/** Lists the encodings of CSV files that the shop reads, as the WHATWG names them, and two of DOS. */
export const encodings = [
  'utf-8',
  'utf-16le',
  'utf-16be',
  'windows-1252',
  'windows-1250',
  'windows-1251',
  'windows-1253',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'macintosh',
  'x-mac-cyrillic',
  'cp850',
  'cp852',
  'ibm866',
  'shift_jis',
  'gb18030',
] as const
export type Encoding = (typeof encodings)[number]

export const delimiters = [';', '\t', '|', ','] as const
export type Delimiter = (typeof delimiters)[number]

/** Says how a file is to be read; what is absent, the shop finds out. */
export const AskedReading = Type.Object({
  /** Of CSV. */
  encoding: Type.Optional(Type.Enum(encodings)),
  delimiter: Type.Optional(Type.Enum(delimiters)),
  /** The name of a sheet, of a workbook. */
  sheet: Type.Optional(Type.String({ minLength: 1, maxLength: 200 })),
  /** The line that has the names of the columns; what stands above it is left out. */
  headerLine: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_048_576 })),
})
export type AskedReading = Static<typeof AskedReading>

/** Describes how a file was read. */
export const Reading = Type.Object({
  ...AskedReading.properties,
  headerLine: Type.Integer(),
  /** A cell with letters that show whether the encoding is right. */
  sample: Type.Optional(Type.String()),
  /** The visible sheets of a workbook, in its order. */
  sheets: Type.Optional(Type.Array(Type.String())),
  /** The first lines with what is in them, one of which has the names of the columns. */
  lines: Type.Array(Type.Object({ line: Type.Integer(), text: Type.String() })),
})
export type Reading = Static<typeof Reading>

import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createWriteStream } from 'node:fs'
import { after, before, test } from 'node:test'
import fc from 'fast-check'
import { zipSync } from 'fflate'
import { openTable, type OpenTableOptions, type TableFormat } from '#server/imports/files/open-table.ts'
import { writeTable, type WrittenCell } from '#server/imports/files/write-table.ts'
import { stylesOf, workbook } from '#server/testing/workbook.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tables-'))
})
after(() => rm(folder, { recursive: true }))
let files = 0

async function save(content: string | Uint8Array): Promise<string> {
  const path = join(folder, String(++files))
  await writeFile(path, content)
  return path
}

async function read(content: string | Uint8Array, options?: OpenTableOptions) {
  const { rows, ...found } = await openTable(await save(content), options)
  const lines = []
  for await (const row of rows) lines.push(row)
  return { ...found, lines }
}

const refusal = (content: string | Uint8Array, options?: OpenTableOptions) =>
  read(content, options).then(
    () => assert.fail('it was read'),
    ({ code, message }: { code: string; message: string }) => ({ code, message }),
  )

async function* each<Item>(items: readonly Item[]) {
  yield* items
}

async function writeAndRead(
  format: TableFormat,
  rows: readonly (readonly WrittenCell[])[],
  delimiter: ',' | ';' = ',',
) {
  const path = join(folder, String(++files))
  await pipeline(writeTable(format, each(rows), { delimiter }), createWriteStream(path))
  const { rows: written } = await openTable(path)
  const cells = []
  for await (const row of written) cells.push(row.cells)
  return cells
}

const nasty = [
  '=1+1',
  "'=1+1",
  "''=1",
  '+49 711',
  '-5',
  '-5x',
  '@name',
  '\t=1',
  '00123',
  '90.750',
  '1E5',
  'Ø 12',
  'a\nb',
  'a\r\nb\rc',
  '  spaces  ',
  '🔧 wrench',
  '"quoted"',
  '5/16" bolt',
  'a,b;c|d\te',
  '_x0041_',
  '<b>&amp;</b>',
  '4006381333931',
  'TRUE',
  '2026-01-31',
  '\u00a0x',
  '#N/A',
]

// catalogue law 11
test('what is written is read again, cell by cell, in CSV and in XLSX', async () => {
  const cell = fc.oneof(
    fc.constantFrom(...nasty),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.string({
      unit: fc.constantFrom("'", '"', '=', '-', ',', ';', '\n', '\r', ' ', 'x', '_', '\u0001'),
      maxLength: 8,
    }),
  )
  await fc.assert(
    fc.asyncProperty(
      fc
        .integer({ min: 1, max: 6 })
        .chain((width) =>
          fc.array(fc.array(cell, { minLength: width, maxLength: width }), { minLength: 1, maxLength: 30 }),
        ),
      fc.constantFrom<TableFormat>('csv', 'xlsx'),
      fc.constantFrom<',' | ';'>(',', ';'),
      async (body, format, delimiter) => {
        const header = (body[0] ?? []).map((_, index) => `Column ${index}`)
        const rows = [header, ...body].filter((row) => row.some((one) => one.trim() !== ''))
        assert.deepEqual(await writeAndRead(format, rows, delimiter), rows)
      },
    ),
    { numRuns: 40, seed: 11 },
  )
})

test('numbers are written as numbers, and read as they look', async () => {
  const rows = [
    ['Price', 'Stock'],
    [90.7, -3],
    [0.1 + 0.2, 1e21],
    [null, 1e-7],
  ]
  const expected = [
    ['Price', 'Stock'],
    ['90.7', '-3'],
    ['0.3', '1000000000000000000000'],
    ['', '0.0000001'],
  ]
  assert.deepEqual(await writeAndRead('xlsx', rows), expected)
})

test('a workbook is read as Excel shows it: shared texts, dates, formulas, gaps, and no hidden sheet', async () => {
  const { lines } = await read(
    workbook({
      strings:
        '<si><t>SKU</t></si><si><r><rPr><b/></rPr><t>Brake </t></r><r><t xml:space="preserve">disc</t></r></si><si><t>合</t><rPh><t>go</t></rPh></si><si><t>_x005F_x0041_ a_x000D_b</t></si>',
      styles:
        '<numFmts><numFmt numFmtId="164" formatCode="dd\\.mm\\.yyyy;@"/><numFmt numFmtId="165" formatCode="0.00&quot; days&quot;"/></numFmts><cellStyleXfs><xf numFmtId="14"/></cellStyleXfs><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="165"/><xf numFmtId="22"/></cellXfs>',
      sheet: `<sheetData>
        <row r="2"><c r="A2" t="s"><v>0</v></c><c r="B2" t="s"><v>1</v></c><c r="C2" t="s"><v>2</v></c><c r="F2" t="s"><v>3</v></c></row>
        <row r="5"><c r="A5" t="str"><f>"00"&amp;1</f><v>001</v></c><c r="B5" s="1"><v>46053</v></c><c r="C5" s="2"><v>1.10</v></c><c r="D5" s="3"><v>46053.75</v></c><c r="E5" t="b"><v>1</v></c><c r="F5" t="inlineStr"><is><t>in &lt;line&gt;</t></is></c></row>
        <row><c><v>4.0063813339309997E+12</v></c><c t="e"><v>#N/A</v></c></row>
      </sheetData>`,
    }),
  )
  assert.deepEqual(lines, [
    { line: 2, cells: ['SKU', 'Brake disc', '合', '', '', '_x0041_ a\rb'] },
    { line: 5, cells: ['001', '2026-01-31', '1.1 days', '2026-01-31 18:00:00', 'true', 'in <line>'], decimals: [2] },
    { line: 6, cells: ['4006381333931', '#N/A', '', '', '', ''] },
  ])
})

test('delimiter and encoding are guessed, and lines are counted as an editor shows them', async () => {
  assert.deepEqual(await read('SKU;Name, long\r\n\r\n1;"a\r\nb"\r\n2;5/16" bolt\n'), {
    format: 'csv',
    delimiter: ';',
    encoding: 'utf-8',
    lines: [
      { line: 1, cells: ['SKU', 'Name, long'] },
      { line: 3, cells: ['1', 'a\r\nb'] },
      { line: 5, cells: ['2', '5/16" bolt'] },
    ],
  })
  for (const delimiter of [',', ';', '\t', '|'] as const) {
    const found = await read(`sku${delimiter}"a,b;c"${delimiter}x\n1${delimiter}2`)
    assert.deepEqual([found.delimiter, found.lines[1]], [delimiter, { line: 2, cells: ['1', '2', ''], isShort: true }])
  }
  const text = 'SKU\tName\n1\tScheibe Ø 12 für „vorn“\n'
  const bytes = {
    'utf-8': Buffer.from(text),
    'utf-16le': Buffer.from(text, 'utf16le'),
    'utf-16be': Buffer.from(text, 'utf16le').swap16(),
    'windows-1252': Buffer.from(text.replaceAll('„', '\x84').replaceAll('“', '\x93'), 'latin1'),
  }
  for (const [encoding, content] of Object.entries(bytes)) {
    const { lines, encoding: found } = await read(content)
    assert.deepEqual([found, lines[1]?.cells[1]], [encoding, 'Scheibe Ø 12 für „vorn“'])
  }
  assert.deepEqual((await read(`\uFEFFSKU,a\n`)).lines[0]?.cells, ['SKU', 'a'])
  assert.deepEqual((await read('sep=;\r\na,b;c')).lines, [{ line: 2, cells: ['a,b', 'c'] }])
})

test('blank lines take no time and no place, and count as lines', async () => {
  const { lines } = await read(`SKU\n${'\n'.repeat(1_000_000)}1\n`)
  assert.deepEqual(lines, [
    { line: 1, cells: ['SKU'] },
    { line: 1_000_002, cells: ['1'] },
  ])
})

/** Packs the body of an OpenDocument file. */
const openDocument = (body: string, styles = '') =>
  zipSync({
    mimetype: Buffer.from('application/vnd.oasis.opendocument.spreadsheet'),
    'META-INF/manifest.xml': Buffer.from('<manifest/>'),
    'content.xml': Buffer.from(
      `<office:document-content><office:automatic-styles>${styles}</office:automatic-styles><office:body>${body}</office:body></office:document-content>`,
    ),
  })

test('a sheet of LibreOffice is read with its numbers, days, zeros in front and repetitions', async () => {
  const cell = (type: string, value: string, shown: string, more = '') =>
    `<table:table-cell office:value-type="${type}" ${value} ${more}><office:annotation><text:p>a note</text:p></office:annotation><text:p>${shown}</text:p></table:table-cell>`
  const rows =
    `<table:table-row>${['SKU', 'Name', 'Price', 'Day', 'Weight', 'Share', 'Live', 'Again'].map((name) => cell('string', '', name)).join('')}</table:table-row>` +
    '<table:table-row table:number-rows-repeated="2"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>' +
    `<table:table-row>${[
      cell('float', 'office:value="123"', '00123'),
      cell('string', '', 'Two<text:s text:c="2"/>words</text:p><text:p>and <text:span>a line</text:span>'),
      cell('currency', 'office:value="1234.5" office:currency="EUR"', '1.234,50 €'),
      cell('date', 'office:date-value="2026-12-01T00:00:00"', '01.12.26'),
      cell('float', 'office:value="500.125"', '500,125 g'),
      cell('percentage', 'office:value="0.19"', '19 %'),
      cell('boolean', 'office:boolean-value="true"', 'WAHR'),
      cell('float', 'office:value="0.1"', '0,1', 'table:number-columns-repeated="2"'),
    ].join('')}<table:table-cell table:number-columns-repeated="16375"/></table:table-row>` +
    '<table:table-row table:number-rows-repeated="1048570"><table:table-cell table:number-columns-repeated="16384"/></table:table-row>'
  const hidden =
    '<style:style style:name="ta2"><style:table-properties table:display="false"/></style:style><style:style style:name="ta1"><style:table-properties table:display="true"/></style:style>'
  const file = openDocument(
    `<office:spreadsheet><table:table table:name="Notes" table:style-name="ta2"><table:table-row>${cell('string', '', 'x')}</table:table-row></table:table><table:table table:name="Parts" table:style-name="ta1">${rows}</table:table></office:spreadsheet>`,
    hidden,
  )
  const sheets: unknown[] = []
  const { format, lines } = await read(file, { onSheets: (found) => sheets.push(found) })
  assert.deepEqual([format, sheets], ['xlsx', [{ sheet: 'Parts', sheets: ['Parts'] }]])
  assert.deepEqual(lines, [
    { line: 1, cells: ['SKU', 'Name', 'Price', 'Day', 'Weight', 'Share', 'Live', 'Again'] },
    {
      line: 4,
      cells: ['00123', 'Two  words\nand a line', '1234.5 €', '2026-12-01', '500.1250 g', '19%', 'true', '0.1', '0.1'],
      decimals: [2, 4, 7, 8],
    },
  ])
  assert.match(
    (await refusal(openDocument('<office:text><table:table table:name="T"/></office:text>'))).message,
    /OpenDocument/,
  )
  const wide = `<office:spreadsheet><table:table table:name="T"><table:table-row>${cell('string', '', 'x', 'table:number-columns-repeated="300"')}</table:table-row></table:table></office:spreadsheet>`
  assert.equal((await refusal(openDocument(wide))).code, 'table-columns')
  const long = `<office:spreadsheet><table:table table:name="T"><table:table-row table:number-rows-repeated="1048576">${cell('string', '', 'x'.repeat(200))}</table:table-row></table:table></office:spreadsheet>`
  assert.equal((await refusal(openDocument(long))).code, 'table-unpacked')
})

test('files that cannot be read are refused with a sentence that says where', async () => {
  assert.equal((await refusal('')).code, 'table-empty')
  assert.equal((await refusal('\n \n,,\n')).code, 'table-empty')
  assert.equal((await refusal(Buffer.from('d0cf11e0a1b11ae1', 'hex'))).code, 'table-old-excel')
  assert.equal((await refusal('PK\x03\x04 no workbook')).code, 'table-damaged')
  assert.equal((await refusal(zipSync({ 'a.txt': Buffer.from('x') }))).code, 'table-damaged')
  for (const [name, format] of [
    ['Index/Document.iwa', /Numbers/],
    ['xl/workbook.bin', /\.xlsb/],
  ] as const)
    assert.match((await refusal(zipSync({ [name]: Buffer.from('x') }))).message, format)
  assert.equal((await refusal('<html><table><tr><td>SKU</td></tr></table>')).code, 'table-other-format')
  assert.equal((await refusal('<?xml version="1.0"?><BMECAT/>')).code, 'table-other-format')
  assert.equal((await refusal(Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex'))).code, 'table-format')
  assert.match((await refusal('a,b\n1,"2\n3,4\n')).message, /^Line 2: /)
  for (const row of ['99999999999', 'abc', '1.5', '-5']) {
    const sheet = `<sheetData><row r="${row}"><c><v>1</v></c></row></sheetData>`
    assert.equal((await refusal(workbook({ sheet }))).code, 'table-damaged', row)
  }
  const loneSurrogate = '<sheetData><row><c t="inlineStr"><is><t>_xD800_</t></is></c></row></sheetData>'
  assert.equal((await refusal(workbook({ sheet: loneSurrogate }))).code, 'table-character')
  assert.match((await refusal(`a,b\n1,2\n${'x'.repeat(70_000)},\0`)).message, /^Line 3/)
})

test('percentages and numbers with zeros in front are read as Excel shows them, and others as they are', async () => {
  const formats = ['0%', '0.00%', '00000', '000\\-000\\-000', '"A"00', '#,##0.00', '0', '0;[Red]0', '"5% of "0.0']
  const styles = stylesOf(['0%', ...formats])
  const show = async (cells: readonly (readonly [style: number, value: string])[]) => {
    const row = cells.map(([style, value]) => `<c s="${style}"><v>${value}</v></c>`).join('')
    return (await read(workbook({ styles, sheet: `<sheetData><row>${row}</row></sheetData>` }))).lines[0]?.cells
  }
  assert.deepEqual(
    await show([
      [0, '-0.15'],
      [1, '0.1734'],
      [2, '0.12375'],
      [3, '771'],
      [3, '1234567'],
      [4, '771234567'],
      [5, '7'],
      [6, '1234.5'],
      [7, '12.5'],
      [8, '3'],
      [9, '2.5'],
      [3, '-7'],
      [3, '7.5'],
    ]),
    [
      '-15%',
      '17.34%',
      '12.3750%',
      '00771',
      '1234567',
      '771-234-567',
      'A07',
      '1234.5',
      '12.5',
      '3',
      '5% of 2.5',
      '-7',
      '7.5',
    ],
  )
})

test('a number has the texts that its format shows before and behind it, and all its decimals', async () => {
  const shown: [format: string, value: number, text: string][] = [
    ['0 "g"', 500, '500 g'],
    ['0" g"', 500, '500 g'],
    ['0.0\\ \\k\\g', 1.125, '1.1250 kg'],
    ['[<1000]0 "g";0.00, "kg"', 500, '500 g'],
    ['[<1000]0 "g";0.00, "kg"', 1500, '1.5 kg'],
    ['#,##0.00 [$€-407]', 1234.5, '1234.5 €'],
    ['[$£-809]#,##0', 12, '£12'],
    ['[$-407]0.00', 1.5, '1.5'],
    ['"CHF" 0.00', 9, 'CHF 9'],
    ['_-* #,##0.00\\ "€"_-;-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-', -3, '-3 €'],
    ['_-* #,##0.00\\ "€"_-;-* #,##0.00\\ "€"_-;_-* "-"??\\ "€"_-;_-@_-', 0, '0 €'],
    ['_(* #,##0.00_);_(* \\(#,##0.00\\);_(* "-"??_);_(@_)', -3, '-3'],
    ['0;-0;"none"', 0, '0'],
    ['0.0\\%', 15, '15%'],
    ['"x"0.00E+00', 2, 'x2'],
    ['"ART-"0000', 771, 'ART-0771'],
    ['0000"-DE"', 771, '0771-DE'],
    ['"A0"00000', 771, 'A000771'],
    ['"A-"00\\.00', 12345, 'A-123.45'],
    ['"1."00', 10, '1.10'],
    ['General" pcs"', 12.5, '12.5 pcs'],
  ]
  const sheet = `<row>${shown.map(([, value], index) => `<c s="${index}"><v>${value}</v></c>`).join('')}</row>`
  const { lines } = await read(workbook({ styles: stylesOf(shown.map(([format]) => format)), sheet }))
  assert.deepEqual(
    lines[0]?.cells,
    shown.map(([, , text]) => text),
  )
})

test('limits of size, rows, columns, cells and unpacked size', async () => {
  const limited = (content: string | Uint8Array, limits: OpenTableOptions['limits']) =>
    refusal(content, { ...(limits && { limits }) })
  assert.equal((await limited('a,b\n1,2', { maxBytes: 3 })).code, 'table-too-large')
  assert.match((await limited('a\n1\n2\n3', { maxRows: 3 })).message, /\b2 rows/)
  assert.match((await limited('a,b\n1,2,3', { maxColumns: 2 })).message, /Line 2\b.*\b2 columns/)
  assert.match((await limited('a,b\n1,12345', { maxCellLength: 4 })).message, /Line 2, column B/)
  const bomb = workbook({ sheet: `<sheetData>${' '.repeat(3_000_000)}</sheetData>` })
  assert.equal((await limited(bomb, { maxUnpackedBytes: 2_000_000 })).code, 'table-unpacked')
  const repeated = '<row><c t="s"><v>0</v></c><c t="s"><v>0</v></c></row>'.repeat(20)
  const swelling = workbook({
    sheet: `<sheetData>${repeated}</sheetData>`,
    strings: `<si><t>${'x'.repeat(1000)}</t></si>`,
  })
  assert.equal((await limited(swelling, { maxText: 30_000 })).code, 'table-unpacked')
  const one = '<sheetData><row><c t="s"><v>0</v></c></row></sheetData>'
  const empty = workbook({ sheet: one, strings: '<si/>'.repeat(11) })
  assert.equal((await limited(empty, { maxSharedTexts: 10 })).code, 'table-unpacked')
  const unused = workbook({ sheet: one, strings: `<si><t>${'x'.repeat(1000)}</t></si>`.repeat(31) })
  assert.equal((await limited(unused, { maxText: 30_000 })).code, 'table-unpacked')
  const longAttribute = workbook({ sheet: `<sheetData><row r="${'1'.repeat(200_000)}"/></sheetData>` })
  assert.equal((await limited(longAttribute, {})).code, 'table-damaged')
  const longRow = `sku,a,b,c,d,e\n1${`,${'x'.repeat(30_000)}`.repeat(5)}\n`
  assert.equal((await read(longRow)).lines[1]?.cells[5]?.length, 30_000)
  assert.match((await refusal(`a,b\n1,2\n${','.repeat(300_000)}`)).message, /Line 3 has more than 256 columns/)
  const surplus = `a,b\n${'1,,,\n'.repeat(9)}`
  assert.match((await limited(surplus, { maxColumns: 2, maxSurplus: 10 })).message, /Line 7 has more than 2 columns/)
  assert.match((await limited(`a,b\n${',\n'.repeat(4)}1,2`, { maxRows: 3 })).message, /\b2 rows/)
  assert.equal((await read(`a,b\n${',\n'.repeat(3)}1,2`, { limits: { maxRows: 3 } })).lines.length, 2)
  const wide = workbook({ sheet: '<sheetData><row r="7"><c r="XFD7"><v>1</v></c></row></sheetData>' })
  assert.match((await limited(wide, {})).message, /Line 7 has more than 256 columns/)
})

test('a cell that is longer than a whole row may be is refused as too long, and as not closed only if it is not', async () => {
  const limits = { maxColumns: 2, maxCellLength: 100_000 }
  const long = 'x'.repeat(300_000)
  assert.deepEqual(
    await Promise.all(
      [`a,b\n1,"${long}"`, `a,b\n1,"${long} ""\r\n"\n2,3`, `a,b\n1,"${long}""`, `a,b\n1,"${long}`].map(
        async (text) => (await refusal(text, { limits })).message,
      ),
    ),
    [
      'Line 2, column B: the text is longer than 100,000 characters.',
      'Line 2, column B: the text is longer than 100,000 characters.',
      'Line 2: a cell begins with a quotation mark and does not end. Close it, or write "" for the mark.',
      'Line 2: a cell begins with a quotation mark and does not end. Close it, or write "" for the mark.',
    ],
  )
})

import { zipSync } from 'fflate'

/** Packs a workbook as Excel writes it: texts in a part of their own, behind the sheets. */
export function workbook({
  sheet,
  first,
  strings = '',
  styles = '',
}: {
  sheet: string
  /** A visible sheet before it. */
  first?: { name: string; sheet: string }
  strings?: string
  styles?: string
}) {
  const rels = (list: Record<string, [type: string, target: string]>) =>
    `<Relationships>${Object.entries(list)
      .map(([id, [type, target]]) => `<Relationship Id="${id}" Type="http://x/${type}" Target="${target}"/>`)
      .join('')}</Relationships>`
  const parts = {
    '_rels/.rels': rels({ rId1: ['officeDocument', 'xl/workbook.xml'] }),
    'xl/workbook.xml': `<workbook xmlns:r="r"><sheets><sheet name="Old" state="hidden" r:id="rId1"/>${first ? `<sheet name="${first.name}" r:id="rId5"/>` : ''}<sheet name="Parts" r:id="rId2"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': rels({
      rId1: ['worksheet', 'worksheets/sheet1.xml'],
      rId2: ['worksheet', '/xl/worksheets/sheet2.xml'],
      rId3: ['sharedStrings', 'sharedStrings.xml'],
      rId4: ['styles', 'styles.xml'],
      rId5: ['worksheet', 'worksheets/sheet3.xml'],
    }),
    'xl/worksheets/sheet2.xml': `<x:worksheet xmlns:x="x">${sheet}</x:worksheet>`,
    ...(first && { 'xl/worksheets/sheet3.xml': `<x:worksheet xmlns:x="x">${first.sheet}</x:worksheet>` }),
    'xl/styles.xml': `<styleSheet>${styles}</styleSheet>`,
    'xl/sharedStrings.xml': `<sst>${strings}</sst>`,
  }
  return zipSync(Object.fromEntries(Object.entries(parts).map(([name, xml]) => [name, Buffer.from(xml)])))
}

/** Returns the styles of cells with these formats. */
export const stylesOf = (formats: readonly string[]): string =>
  `<numFmts>${formats
    .map(
      (code, index) =>
        `<numFmt numFmtId="${170 + index}" formatCode="${code.replaceAll('"', '&quot;').replaceAll('<', '&lt;')}"/>`,
    )
    .join('')}</numFmts><cellXfs>${formats.map((_, index) => `<xf numFmtId="${170 + index}"/>`).join('')}</cellXfs>`

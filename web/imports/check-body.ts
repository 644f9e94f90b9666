import { type checkImport, type ImportDetails, newAttribute } from '#contract/imports.ts'
import type { Body } from '#contract/endpoint.ts'

/** Returns what an import is compared with as it stands: its columns, how they are read, and what is added. */
export const checkBody = (found: ImportDetails): Body<typeof checkImport> => ({
  columns: found.columns.map((column) => (column.newAttribute ? newAttribute : (column.field ?? null))),
  decimals: found.columns.map(({ decimals }) => decimals ?? null),
  units: found.columns.map(({ unit }) => unit ?? null),
  newAttributes: found.columns.map((column) => column.newAttribute ?? null),
  valueMaps: found.columns.map(({ valueMap }) => valueMap ?? null),
  clearsEmpty: found.clearsEmpty,
  addsBrands: found.addsBrands,
  addsCategories: found.addsCategories,
  addsNearNumbers: found.addsNearNumbers,
  numbersWithoutBrand: found.numbersWithoutBrand,
})

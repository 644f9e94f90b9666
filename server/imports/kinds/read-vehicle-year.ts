import { vehicleYears } from '#contract/chosen-vehicle.ts'
import { CellError, type Field, readWhole } from '#server/catalog/fields/field.ts'

const readAnyWhole = readWhole(-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER)

/** Returns a year in which vehicles can have been built; an error names years as such, without a sign for thousands. */
export const readVehicleYear: Field['read'] = (cell, style) => {
  const year = readAnyWhole(cell, style)
  const { minimum, maximum } = vehicleYears
  if (Number(year) < minimum || Number(year) > maximum)
    throw new CellError('out-of-range', { text: cell.trim(), least: String(minimum), most: String(maximum) })
  return year
}

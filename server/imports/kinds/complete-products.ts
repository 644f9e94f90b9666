import type { ImportFix } from '#contract/imports.ts'
import { withTitles } from '#server/catalog/fields/document-fields.ts'
import { withPresentNumbers } from '#server/catalog/fields/number-fields.ts'
import { withReserved } from '#server/imports/kinds/stock-counts.ts'
import { readList, type Texts, writeList } from '#server/catalog/fields/field.ts'

/** Adds the minimum of a pack size, what orders hold of a count below it, the numbers that are there and the titles of documents, and divides lists of pictures. */
export const completeProduct = (
  texts: Texts,
  present: Texts,
  incomplete: ReadonlySet<string>,
  { fixes }: { fixes: readonly ImportFix[] },
): Texts =>
  withFittingQuantities(
    withPresentNumbers(
      withMinimum(
        withTitles(
          withMainPicture(withoutNothing(withReserved(texts, present), present), present, incomplete),
          present,
          incomplete,
        ),
        present,
      ),
      present,
    ),
    present,
    fixes,
  )

/** Raises the minimum to the next multiple of the pack size, and lowers the maximum to one, where a person has said so. */
function withFittingQuantities(texts: Texts, present: Texts, fixes: readonly ImportFix[]): Texts {
  if (!fixes.some(({ fix }) => fix === 'fit-quantities')) return texts
  const valueOf = (code: string) => Number(texts[code] || present[code] || 0)
  const [multiple, maximum] = [valueOf('multiple') || 1, valueOf('maximum')]
  const minimum = Math.ceil((valueOf('minimum') || 1) / multiple) * multiple
  const fitting = Math.max(minimum, Math.floor(maximum / multiple) * multiple)
  return {
    ...texts,
    ...(minimum !== (valueOf('minimum') || 1) && { minimum: String(minimum) }),
    ...(maximum > 0 && fitting !== maximum && { maximum: String(fitting) }),
  }
}

/** Returns texts without units of which none were received, and without a text about vehicles that the product has. */
function withoutNothing({ received = '0', fits = '', ...others }: Texts, present: Texts): Texts {
  const lines = (present['fits'] ?? '').split('\n')
  return {
    ...others,
    ...(received !== '0' && { received }),
    ...(fits !== '' && !lines.includes(fits) && { fits }),
  }
}

/** Adds the minimum to a pack size without one, if the present minimum is no multiple of it: the next multiple. */
function withMinimum(texts: Texts, present: Texts): Texts {
  const multiple = Number(texts['multiple'] || 1)
  if (texts['minimum'] !== undefined || multiple <= 1) return texts
  const minimum = Number(present['minimum'] ?? 1)
  return minimum % multiple === 0 ? texts : { ...texts, minimum: String(Math.ceil(minimum / multiple) * multiple) }
}

/**
 * Makes the first picture of a list the main one where a row or product has none. A list of which some could not be had replaces no
 * pictures.
 */
function withMainPicture(texts: Texts, present: Texts, incomplete: ReadonlySet<string>): Texts {
  const [main, ...more] = readList(texts['picture'] ?? '')
  const further = texts['pictures'] === undefined ? undefined : readList(texts['pictures'])
  const { pictures: _, ...others } = texts
  const divided = (first: string | undefined, rest: readonly string[]): Texts => {
    const keeps = present['pictures'] && ['picture', 'pictures'].some((one) => incomplete.has(one))
    return { ...others, ...(first && { picture: first }), ...(keeps ? {} : { pictures: writeList(rest) }) }
  }
  if (main !== undefined && more.length > 0) return divided(main, [...more, ...(further ?? [])])
  if (further === undefined || further.length === 0 || texts['pictures'] === present['pictures']) return texts
  if (texts['picture'] !== undefined) return divided(texts['picture'], further)
  const [first = '', ...rest] = further
  const isMain = !present['picture'] || present['picture'] === first
  return isMain ? divided(present['picture'] ? undefined : first, rest) : divided(undefined, further)
}

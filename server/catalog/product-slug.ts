import slugify from '@sindresorhus/slugify'

const maxLength = 80
/** Bounds the names whose words are kept: making them takes 20 µs, as long as a list takes for a row. */
const maxKept = 20_000
const kept = new Map<string, string>()

/** Returns the words of a product's address, in Latin letters; empty for a name in a script that has no transliteration. */
export function makeSlug(name: string): string {
  const slug = slugify(name)
  if (slug.length <= maxLength) return slug
  const end = slug.lastIndexOf('-', maxLength)
  return slug.slice(0, end > 0 ? end : maxLength)
}

/** Returns the words of a product's address, which lists ask for again and again. */
export function productSlug(name: string): string {
  const known = kept.get(name)
  if (known !== undefined) return known
  const slug = makeSlug(name)
  if (kept.size >= maxKept) kept.clear()
  kept.set(name, slug)
  return slug
}

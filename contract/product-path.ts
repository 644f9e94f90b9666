/** Returns the address of a product's page: with words for people and search engines, and the id that finds it. */
export const productPath = ({ _id, slug }: { _id: string; slug?: string | undefined }): string =>
  `/products/${slug ? `${slug}-` : ''}${_id}`

/** Reads the last segment of such an address; without words, it is the id. */
export function readProductSegment(segment: string): { id: string; words: string } {
  const [, words = '', id = segment] =
    /^(?:(.*)-)?([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$/is.exec(segment) ?? []
  return { id, words }
}

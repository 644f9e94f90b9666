/** Stands before the address of a document among the sources of pictures. */
export const documentMark = 'pdf:'

export const documentSource = (url: string): string => documentMark + url

/** Returns the address of a source that is a document; undefined for a picture. */
export const documentAddress = (source: string): string | undefined =>
  source.startsWith(documentMark) ? source.slice(documentMark.length) : undefined

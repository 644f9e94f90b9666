/** Returns a header as it is compared: without case, blanks and signs. */
export const normalizeHeader = (header: string) =>
  header
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\s._#*/()[\]:-]+/gu, ' ')
    .trim()

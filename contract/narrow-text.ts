/**
 * Replaces full-width signs and blanks, as Japanese and Chinese programs type them (`１２３－４`), by the plain ones; nothing else, since `5²`
 * is not 52.
 */
export const narrowText = (text: string): string =>
  text.replaceAll(/[\uff01-\uff5e\uffe0\uffe1\uffe5\uffe6\u3000]/g, (sign) => sign.normalize('NFKC'))

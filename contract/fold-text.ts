/** Letters that stand for others, and signs that phones, word processors and PDFs write for those of a keyboard, each with its own. */
const letters = ['øđðłıħŧŋĸς', 'oddlihtnkσ'] as const
const signs = ['“”„‟‘’‚‛′ʼ‐‒–—−⁃×✕✖⨯⁄∕', `""""''''''------xxxx//`] as const
const ligatures: readonly (readonly [string, string])[] = [
  ['′′', '"'],
  ['ß', 'ss'],
  ['æ', 'ae'],
  ['œ', 'oe'],
  ['þ', 'th'],
]

const plainSigns = new Map(
  [letters, signs].flatMap(([from, to]) => Array.from(from, (sign, at) => [sign, to[at] ?? ''] as const)),
)

/**
 * Returns a text as it is indexed and searched for: in lower case, with the letters and signs of a plain keyboard. Umlauts stay, composed. `fold_text` of the
 * migrations does the same.
 */
export function foldText(text: string): string {
  if (!/[^\p{ASCII}]/u.test(text)) return text.toLowerCase()
  const composed = text
    // Invisible: breaks of words, and the mark at the beginning of files.
    .replaceAll(/[\u00ad\u200b-\u200d\u2060\ufeff]/g, '')
    .replaceAll(/[\u00a9\u00ae\u2120\u2122]/g, ' ')
    .replaceAll(/([0-9])([\u00bc-\u00be\u2150-\u215e])/g, '$1 $2')
    .normalize('NFKD')
    .replaceAll(/(?<![aouAOU])\u0308|[\u0300-\u0307\u0309-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    // Of a diameter.
    .replaceAll(/[ø⌀](?= ?[0-9])/g, ' ')
  const spelled = ligatures.reduce((all, [from, to]) => all.replaceAll(from, to), composed)
  return Array.from(spelled, (sign) => plainSigns.get(sign) ?? sign)
    .join('')
    .replaceAll(/[\u0080-\u00bf\u00f7\u2000-\u2bff\u3001-\u3003\u3008-\u301f]/g, ' ')
}

import { createReadStream } from 'node:fs'
import { createTextReader } from '#server/imports/files/decode-text.ts'
import type { Encoding } from '#contract/table-reading.ts'

// Of 164 files of parts in 26 languages, mostly ASCII, this decodes 159 rightly, jschardet 4.1.0 78 and chardet 2.2.0 43 (2026-11-29). The
// others have one word above ASCII each. 50,000 rows take 0.2 s more of CPU time.

/**
 * Lists the letters above ASCII of the languages of product files by how often they are written: often, now and then, rarely. Languages of
 * the first encoding come first, since of two that explain a file equally well the first is taken.
 */
const alphabets: readonly { encodings: readonly Encoding[]; letters: readonly string[] }[] = [
  {
    encodings: ['windows-1252', 'macintosh', 'cp850'],
    letters: [
      'äüö ß é',
      'é èàê çôâîûùïëœ',
      'éóíáñ ú üª',
      'ãçáéí óõêâà úôü',
      'àèò ùéì îó',
      'éë ïèö üóçê',
      'øåæ é üöä',
      'äö å éüæø',
      'íðáó þæúöéý í',
    ],
  },
  {
    encodings: ['windows-1250', 'cp852'],
    letters: ['łóżę ąść źń', 'íáéě ýřčšžů úňťďó', 'áéíó čšžýťľ úďňôäŕĺ', 'áéö óíőü úű', 'ăîşţ âé á', 'čšž ć đé'],
  },
  { encodings: ['windows-1257'], letters: ['ėšįų ąžūčę é', 'āīēš ļņūžģ ķčŗ', 'äõüö š ž'] },
  { encodings: ['windows-1254'], letters: ['ıüöçş ğ âîû', 'ıüöçşğ i â'] },
  {
    encodings: ['windows-1251', 'x-mac-cyrillic', 'ibm866'],
    letters: [
      'оеаинтсрлкв мдпуяыьгзбчйжх шюцщэфъё',
      'оаеинтірвксл мдпуяьгзбчйхжї шюцщєфґ',
      'аеоинтрсвлк мдпузябъгчжшцйхщ ьюф',
      'аоеинтрсјвулк мдпзгбчшжх цњљћђџф',
    ],
  },
  { encodings: ['windows-1253'], letters: ['αοειντσρηςκπ λμυόίάέγδήώθφχ ύξζβψϊΐϋΰ'] },
  { encodings: ['windows-1255'], letters: ['יוהלאתרבמ שנםדקחעפטכג זצסןךףץ'] },
  { encodings: ['windows-1256'], letters: ['اليمنرتبو دسعهكقفةحطش جصخضذزغثظءأإآىئؤپچژگ'] },
]

/** What languages of all encodings have among letters and numbers, and what stands within words. */
const symbols = new Set('°®™€£„“”‚‘’–—…×±²³¹µ½¼¾Ø«»§·•№ºª¡¿\u00a0©´')
const joiners = new Set('’´·\u00ad')

const shares = [1, 0.35, 0.08]
/** What a sign counts that nothing of a language explains, and one that nobody writes. */
const foreign = 0.001
const never = 0.000_01

/** Returns how likely each letter of a language is among its letters above ASCII. */
function likelihoods(letters: string): ReadonlyMap<string, number> {
  const weights = letters
    .split(' ')
    .flatMap((group, rank) => Array.from(group, (one) => [one, shares[rank] ?? 0] as const))
  const sum = weights.reduce((total, [, weight]) => total + weight, 0)
  return new Map(weights.map(([letter, weight]) => [letter, weight / sum]))
}

/** Likelihoods of what is not explained by an alphabet: a sign of Chinese or Japanese by how common it is. */
const isKana = (sign: string) => /[\u3041-\u30fe\u3001\u3002\u300c\u300d]/u.test(sign)
const isWideForm = (sign: string) => /[\uff01-\uff5e\u3000-\u3002]/u.test(sign)

/** How likely an encoding is before anything is read, as a logarithm: of two that explain a file equally well, the more usual one is taken. */
const priors: Partial<Record<Encoding, number>> = {
  'windows-1252': 0,
  macintosh: -2,
  'x-mac-cyrillic': -2,
  cp850: -2,
  cp852: -2,
  ibm866: -2,
}
const otherPrior = -0.7

const languages = alphabets.flatMap(({ encodings, letters }) =>
  encodings.flatMap((encoding) => letters.map((some) => ({ encoding, known: likelihoods(some) }))),
)

/** A file shows its encoding in the first megabytes, if at all; these many different texts are enough. */
const maxBytes = 4_000_000
const maxTexts = 2000

/** Returns the encoding of a file that is no UTF-8: the one in which its letters above ASCII are most likely words of a language. */
export async function detectEncoding(path: string): Promise<Encoding> {
  const texts = new Set<string>()
  let rest = ''
  for await (const chunk of createReadStream(path, { end: maxBytes })) {
    // No sign of these is the second byte of another one.
    const pieces = (rest + (chunk as Buffer).toString('latin1')).split(/[\r\n\t,;"]+/)
    rest = (pieces.pop() ?? '').slice(-1000)
    for (const piece of pieces) if (/[\u0080-\u00ff]/.test(piece)) texts.add(piece)
    if (texts.size >= maxTexts) break
  }
  if (/[\u0080-\u00ff]/.test(rest)) texts.add(rest)
  const bytes = Array.from(texts, (text) => Buffer.from(text, 'latin1'))
  let best: { encoding: Encoding; score: number } = { encoding: 'windows-1252', score: -Infinity }
  const take = (encoding: Encoding, found: number) => {
    const sum = found + (priors[encoding] ?? otherPrior)
    if (sum > best.score) best = { encoding, score: sum }
  }
  const decoded = new Map<Encoding, string[]>()
  const textsIn = (encoding: Encoding) => {
    const known = decoded.get(encoding) ?? bytes.map((one) => createTextReader(encoding).decode(one))
    decoded.set(encoding, known)
    return known
  }
  for (const { encoding, known } of languages)
    take(
      encoding,
      score(textsIn(encoding), (sign) => known.get(sign)),
    )
  take('gb18030', score(textsIn('gb18030'), ofChinese))
  take('shift_jis', score(textsIn('shift_jis'), ofJapanese))
  return best.encoding
}

/** The two thousand signs that are written most have the first rows of the standards. */
const commonChinese = new Set<string>()
const commonJapanese = new Set<string>()
const [chinese, japanese] = [new TextDecoder('gb18030'), new TextDecoder('shift_jis')]
for (let second = 0xa1; second < 0xff; second += 1)
  for (let first = 0xb0; first < 0xd8; first += 1) commonChinese.add(chinese.decode(new Uint8Array([first, second])))
for (let first = 0x88; first < 0x98; first += 1)
  for (let second = 0x40; second < 0xfd; second += 1)
    commonJapanese.add(japanese.decode(new Uint8Array([first, second])))

const ofChinese = (sign: string) => (commonChinese.has(sign) ? 1 / 1000 : isWideForm(sign) ? 1 / 200 : undefined)
const ofJapanese = (sign: string) =>
  isKana(sign) ? 1 / 30 : commonJapanese.has(sign) ? 1 / 1000 : isWideForm(sign) ? 1 / 200 : undefined

/** Adds up how likely the signs above ASCII are, as logarithms. */
function score(texts: readonly string[], known: (sign: string) => number | undefined): number {
  let sum = 0
  for (const text of texts)
    for (let index = 0; index < text.length; index += 1)
      if (text.charCodeAt(index) > 127) sum += Math.log(likelihoodAt(text, index, known))
  return sum
}

const isLetter = (sign: string) => /\p{L}/u.test(sign)
const isLower = (sign: string) => /\p{Ll}/u.test(sign)
const isUpper = (sign: string) => /\p{Lu}/u.test(sign)

function likelihoodAt(text: string, index: number, known: (sign: string) => number | undefined): number {
  const [before = '', sign = '', behind = ''] = [text[index - 1], text[index], text[index + 1]]
  const isInside = isLetter(before) && isLetter(behind)
  const isAlone = !isLetter(before) && !isLetter(behind)
  const hasNumber = /\d/.test(text.slice(Math.max(0, index - 2), index + 3))
  const isCased = (isLower(sign) || isUpper(sign)) && sign !== 'µ'
  if (symbols.has(sign) && (isAlone || !isCased)) {
    // `cm³`, `µm` and `Nº` are more than a sign behind a letter.
    if ((/[mM][²³]|[nN]º/.test(before + sign) && !isLetter(behind)) || sign === 'µ') return 0.5
    return isInside && !joiners.has(sign) ? never : hasNumber ? 0.05 : 0.02
  }
  if (!isLetter(sign)) return never
  const alone = isUpper(sign) || hasNumber ? 0.05 : 0.3
  // A word has one alphabet.
  const isMixed = isCased && !/\p{Script=Latin}/u.test(sign) && /[a-z]/i.test(before + behind)
  const likelihood = (known(sign.toLowerCase()) ?? foreign) * (isAlone ? alone : isMixed ? 0.01 : 1)
  // Capitals stand in front of small letters, and not among them.
  const isBroken = isUpper(sign) ? isLower(before) : isLower(sign) && isUpper(before) && isUpper(text[index - 2] ?? '')
  return isBroken ? likelihood * 0.01 : likelihood
}

/** Patterns of sizes in a folded text, each with what takes their place; `fold_sizes` of the migrations has the same. */
const sizes: readonly (readonly [RegExp, string])[] = [
  // 3/8", 3/8 in
  [/([0-9]) *(?:"|''|(?:inch(?:es)?|in|zoll)(?![a-z0-9]))/g, '$1 '],
  // Bolt patterns: 5/112, 5-114.3
  [/(?<![a-z0-9.,/×*-])([3-8]|10)[/-](?=(?:9[89]|1[0-9][0-9]|205)(?:[.,][0-9]+)?(?![a-z0-9/-]))/g, '$1×'],
  // 280 × 22 mm, 280mm x 22mm; M16 x 1,5
  [/([0-9])(?: *mm)? *[x*] *(?=[0-9])/g, '$1×'],
  [/(×[0-9.,]+) *mm(?![a-z0-9])/g, '$1 '],
  [/([0-9])[.,](?=[0-9]+×)/g, '$1·'],
  [/(×[0-9]+)[.,](?=[0-9])/g, '$1·'],
  [/·([0-9]*[1-9])?0+(?![0-9])/g, '·$1'],
  [/·(?![0-9])/g, ''],
  [/(?<![a-z0-9])m +(?=[0-9])/g, 'm'],
  // 205/55R16, 205 55 16, 205/55 ZR-16, 155 R 13
  [/(?<![0-9])([1-3][0-9]5) *[/ -] *([2-9][05]) *[/ -]? *(?:z?[rdb]f?)? *-? *(1[0-9]|2[0-4])(?![0-9])/g, ' $1×$2×$3 '],
  [/(?<![0-9])([1-3][0-9]5) *z?r *-? *(1[0-9]|2[0-4])(?![0-9])/g, ' $1×$2 '],
  // While it is typed: 205/55R, 205/55 R1
  [/(?<![0-9])([1-3][0-9]5)\/([2-9][05]) *z?r *([12]?)(?![a-z0-9])/g, ' $1×$2×$3 '],
  // 5W-30
  [/(?<![a-z0-9])([0-9]{1,2})w[ /-]*([0-9]{2})(?![0-9])/g, ' $1w$2 '],
]

/**
 * Returns a folded text with its sizes written in one way, each as one word: tires and dimensions with `×` between their numbers, decimals with
 * `·`, without inches and millimeters.
 */
export const foldSizes = (folded: string): string =>
  /[0-9]/.test(folded) ? sizes.reduce((text, [pattern, plain]) => text.replaceAll(pattern, plain), folded) : folded

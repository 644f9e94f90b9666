/** Returns a word with the umlauts that its letters may stand for. */
export const withUmlauts = (word: string) =>
  // The `ue` of `Steuer`, `Mauer` and `quer` is none.
  word
    .replaceAll('ae', 'ä')
    .replaceAll('oe', 'ö')
    .replaceAll(/(?<![aeq])ue/g, 'ü')

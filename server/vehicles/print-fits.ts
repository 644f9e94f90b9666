import type { Fit } from '#server/vehicles/fits.ts'

interface Words {
  from: string
  to: string
  until: string
  positions: Readonly<Record<string, string>>
}
const words = {
  en: {
    from: 'from',
    to: 'to',
    until: 'until',
    positions: { front: 'front', rear: 'rear', left: 'left', right: 'right' },
  },
  de: {
    from: 'ab',
    to: 'bis',
    until: 'bis',
    positions: { front: 'vorn', rear: 'hinten', left: 'links', right: 'rechts' },
  },
  fr: {
    from: 'depuis',
    to: 'à',
    until: 'jusqu’en',
    // `avant` behind an Audi is its estate.
    positions: { front: 'AV', rear: 'arrière', left: 'gauche', right: 'droit' },
  },
  pl: { from: 'od', to: 'do', until: 'do', positions: { front: 'przód', rear: 'tył', left: 'lewy', right: 'prawy' } },
  it: {
    from: 'dal',
    to: 'al',
    until: 'fino al',
    positions: { front: 'anteriore', rear: 'posteriore', left: 'sinistro', right: 'destro' },
  },
  es: {
    from: 'desde',
    to: 'hasta',
    until: 'hasta',
    positions: { front: 'delantero', rear: 'trasero', left: 'izquierdo', right: 'derecho' },
  },
} satisfies Record<string, Words>

export type FitLanguage = keyof typeof words

/** Returns fits as a text from which `readFits` reads the same fits. */
export const printFits = (fits: readonly Fit[], language: FitLanguage): string =>
  fits.map((fit) => printFit(fit, words[language])).join('; ')

/** Returns a position, of one side or two, in the words of a language. */
export const printPosition = (position: string, language: FitLanguage): string => positionIn(position, words[language])

const positionIn = (position: string, { positions }: Words): string =>
  position
    .split(' ')
    .map((side) => positions[side] ?? side)
    .join(' ')

function printFit(fit: Fit, language: Words): string {
  const { make, family, generation, from, to, builtFrom, builtTo, engine, position, condition } = fit
  const monthOf = (day: string | undefined) => (day === undefined ? '' : `${day.slice(5, 7)}/`)
  const [first, last] = [`${monthOf(builtFrom)}${from}`, `${monthOf(builtTo)}${to}`]
  const years =
    from === null
      ? to !== null && `${language.until} ${last}`
      : first === last && builtFrom === undefined
        ? first
        : to === null
          ? `${first}+`
          : `${language.from} ${first} ${language.to} ${last}`
  // Classes of load follow their family at once.
  const [, load, rest = condition] = /^([\dIVXMK]+(?: HD)?)(?:, (.*))?$/.exec(condition ?? '') ?? []
  // A family such as 2008 must not look like the first of the years.
  const shownYears = years && /^\d{4}$/.test(family) ? `(${years})` : years
  return [
    make,
    family,
    load,
    generation,
    shownYears,
    engine,
    position && positionIn(position, language),
    load ? rest && `(${rest})` : condition && `(${condition})`,
  ]
    .filter(Boolean)
    .join(' ')
}

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

function printFit(fit: Fit, language: Words): string {
  const { make, family, generation, from, to, builtFrom, builtTo, engine, position, condition } = fit
  const monthOf = (day: string | undefined) => (day === undefined ? '' : `${day.slice(5, 7)}/`)
  const [first, last] = [`${monthOf(builtFrom)}${from}`, `${monthOf(builtTo)}${to}`]
  const years =
    from === null
      ? to !== null && `${language.until} ${last}`
      : first === last && builtFrom === undefined
        ? first
        : `${language.from} ${first}${to === null ? '' : ` ${language.to} ${last}`}`
  const sides = position?.split(' ').map((side) => language.positions[side] ?? side)
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
    sides?.join(' '),
    load ? rest && `(${rest})` : condition && `(${condition})`,
  ]
    .filter(Boolean)
    .join(' ')
}

/** Limits for how many years papers are kept: no law that we know of asks for fewer or more. */
export const retentionYears = { least: 5, most: 30 } as const

/**
 * Lists for how many years sellers of a country have to keep invoices at least, as far as we know in 2026; books can take longer, and so can
 * goods and buyers of some kinds. It is guidance, which the screen says, and no rule of the shop.
 */
export const legalRetentionYears: Readonly<Record<string, number>> = {
  AT: 7,
  AU: 5,
  BE: 10,
  CA: 6,
  CH: 10,
  CZ: 10,
  DE: 8,
  DK: 5,
  ES: 6,
  FR: 10,
  GB: 6,
  IE: 6,
  IT: 10,
  JP: 7,
  LU: 10,
  NL: 7,
  NZ: 7,
  PL: 5,
  PT: 10,
  SE: 7,
  US: 7,
}

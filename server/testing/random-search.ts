import type { Parameters } from 'fast-check'

/** Seeds every random search of the tests: `npm test` repeats the same ones, `npm run fuzz` runs others and prints their seed. */
export const seed = Number(process.env['TEST_SEED'] ?? 1)

/** Multiplies the runs of every search: each change makes fewer than a release. */
export const effort = Number(process.env['TEST_EFFORT'] ?? 0.4)

/** Returns the number of runs of a search that makes `count` at an effort of 1; at least one. */
export const runs = (count: number): number => Math.ceil(count * effort)

/** Returns the seed and the number of runs for `fc.assert`. */
export const search = (count = 100): Pick<Parameters, 'numRuns' | 'seed'> => ({ seed, numRuns: runs(count) })

/** Returns a source of numbers from 0 to 1 that is the same for the same seed (mulberry32). */
export function seededRandom(): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

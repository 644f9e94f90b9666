import type { EventWay } from './cards-deps.ts'

const latestMs = 20_000

/** How events travel on a bad day: half of them late and so out of order, some twice, some never. */
export function unrulyWay(random: () => number = Math.random): EventWay {
  const delayMs = random() < 0.5 ? 0 : Math.floor(random() * latestMs)
  const luck = random()
  return { delayMs, copies: luck < 0.1 ? 0 : luck < 0.3 ? 2 : 1 }
}

/** How events travel when the webhook's address is wrong: never. Whoever wants to know has to ask. */
export const lostWay = (): EventWay => ({ delayMs: 0, copies: 0 })

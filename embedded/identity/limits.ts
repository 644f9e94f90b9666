import { eq, sql } from 'drizzle-orm'
import { isIPv6 } from 'node:net'
import type { Identity } from './identity-deps.ts'
import { limitCounters } from './identity.tables.ts'
import { tooManyAttempts } from './wire-error.ts'

const minute = 60_000
const hour = 60 * minute

export interface Limit {
  hits: number
  windowMs: number
  /** The refusal's code, if not TOO_MANY_ATTEMPTS_TRY_LATER. */
  code?: string
}

export const limits = {
  signUpsOfAddress: { hits: 10, windowMs: hour },
  failedSignInsOfAddress: { hits: 100, windowMs: hour },
  mailsAtOnce: { hits: 1, windowMs: minute },
  mailsOfAccount: { hits: 5, windowMs: hour, code: 'QUOTA_EXCEEDED' },
  resetsOfAccount: { hits: 5, windowMs: hour, code: 'RESET_PASSWORD_EXCEED_LIMIT' },
  mailsOfAddress: { hits: 20, windowMs: hour },
  captchasOfAddress: { hits: 600, windowMs: hour },
  textsAtOnce: { hits: 1, windowMs: 30_000 },
  textsOfNumberAnHour: { hits: 5, windowMs: hour, code: 'QUOTA_EXCEEDED' },
  textsOfNumberADay: { hits: 10, windowMs: 24 * hour, code: 'QUOTA_EXCEEDED' },
  textsOfAddress: { hits: 20, windowMs: 24 * hour },
} satisfies Record<string, Limit>

/** Counts one use in a window that starts with the first; throws a 429 once it is used up. */
export async function countUse(identity: Identity, name: string, limit: Limit): Promise<void> {
  if (!identity.limits) return
  const now = identity.now()
  const ended = sql`${limitCounters.windowEndsAt} <= ${now}`
  const counted = await identity.db
    .insert(limitCounters)
    .values({ name, hits: 1, windowEndsAt: new Date(now.getTime() + limit.windowMs) })
    .onConflictDoUpdate({
      target: limitCounters.name,
      set: {
        hits: sql`CASE WHEN ${ended} THEN 1 ELSE ${limitCounters.hits} + 1 END`,
        windowEndsAt: sql`CASE WHEN ${ended} THEN excluded.window_ends_at ELSE ${limitCounters.windowEndsAt} END`,
      },
      setWhere: sql`${ended} OR ${limitCounters.hits} < ${limit.hits}`,
    })
    .returning({ hits: limitCounters.hits })
  if (counted.length === 0) throw tooManyAttempts(await secondsLeft(identity, name), limit.code)
}

/** Throws a 429 if the limit is used up already; counts nothing. */
export async function assertUsesLeft(identity: Identity, name: string, limit: Limit): Promise<void> {
  if (!identity.limits) return
  const [row] = await identity.db.select().from(limitCounters).where(eq(limitCounters.name, name))
  const now = identity.now()
  if (row && row.windowEndsAt > now && row.hits >= limit.hits) {
    throw tooManyAttempts((row.windowEndsAt.getTime() - now.getTime()) / 1000, limit.code)
  }
}

const attemptsBeforePause = 5

/**
 * Takes one attempt at a secret before it is checked, so that parallel guesses count too. From the fifth failure on
 * each costs a pause of 1, 2, 4 … 15 minutes, unless `allowExtraTries` bought some. `forgetAttempts` after a success.
 */
export async function takeAttempt(identity: Identity, name: string): Promise<void> {
  if (!identity.limits) return
  const now = identity.now()
  const windowEndsAt = new Date(now.getTime() + 15 * minute)
  const ended = sql`${limitCounters.windowEndsAt} <= ${now}`
  const hits = sql`CASE WHEN ${ended} THEN 1 ELSE ${limitCounters.hits} + 1 END`
  const pause = sql`make_interval(mins => least(15, power(2, least(10, ${hits} - ${attemptsBeforePause}))::int))`
  const paused = sql`CASE WHEN ${hits} >= ${attemptsBeforePause} THEN ${now}::timestamptz + ${pause} END`
  const waiting = sql`${limitCounters.blockedUntil} > ${now}`
  const taken = await identity.db
    .insert(limitCounters)
    .values({ name, hits: 1, windowEndsAt })
    .onConflictDoUpdate({
      target: limitCounters.name,
      set: {
        hits,
        blockedUntil: paused,
        extraTries: sql`CASE WHEN ${waiting} THEN ${limitCounters.extraTries} - 1 ELSE ${limitCounters.extraTries} END`,
        windowEndsAt: sql`greatest(excluded.window_ends_at, excluded.window_ends_at + (${paused} - ${now}::timestamptz))`,
      },
      setWhere: sql`${waiting} IS NOT TRUE OR ${limitCounters.extraTries} > 0`,
    })
    .returning({ hits: limitCounters.hits })
  if (taken.length === 0) throw tooManyAttempts(await secondsLeft(identity, name))
}

/** So many attempts are taken in spite of a pause; where there is none, nothing changes. */
export async function allowExtraTries(identity: Identity, name: string, tries: number): Promise<void> {
  if (!identity.limits) return
  await identity.db.update(limitCounters).set({ extraTries: tries }).where(eq(limitCounters.name, name))
}

export async function forgetAttempts(identity: Identity, name: string): Promise<void> {
  if (!identity.limits) return
  await identity.db.delete(limitCounters).where(eq(limitCounters.name, name))
}

/** The part of an IP address that one customer of a network provider cannot change: an IPv6 /64. */
export function network(ipAddress: string): string {
  if (!isIPv6(ipAddress)) return ipAddress
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ipAddress)
  if (mapped?.[1]) return mapped[1]
  const [head = '', tail] = ipAddress.toLowerCase().split('::')
  const groups = head === '' ? [] : head.split(':')
  const tailGroups = tail ? tail.split(':') : []
  while (tail !== undefined && groups.length + tailGroups.length < 8) groups.push('0')
  return `${[...groups, ...tailGroups].slice(0, 4).join(':')}::/64`
}

async function secondsLeft(identity: Identity, name: string): Promise<number> {
  const [row] = await identity.db.select().from(limitCounters).where(eq(limitCounters.name, name))
  const until = row?.blockedUntil ?? row?.windowEndsAt
  return until ? (until.getTime() - identity.now().getTime()) / 1000 : 1
}

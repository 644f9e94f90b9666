import { and, eq, gt, sql } from 'drizzle-orm'
import type { Identity, Tx } from './identity-deps.ts'
import { limitCounters } from './identity.tables.ts'
import type { WireRequest } from './wire-body.ts'
import { tooManyAttempts } from './wire-error.ts'

const minute = 60_000
const hour = 60 * minute

export interface Limit {
  hits: number
  windowMs: number
  /** The error code, if not TOO_MANY_ATTEMPTS_TRY_LATER. */
  code?: string
  /** The first sentence of the message, if not 'Too many attempts.' */
  reason?: string
  /** The limit including proofs of work; unlimited if absent. */
  ceiling?: number
}

const onItsWay = 'A message is on its way already.'
const textOnItsWay = 'A text message is on its way already.'

export const limits = {
  signUpsOfAddress: { hits: 10, windowMs: hour },
  failedSignInsOfAddress: { hits: 100, windowMs: hour },
  changesOfAccount: { hits: 30, windowMs: hour },
  mailsAtOnce: { hits: 1, windowMs: minute, reason: onItsWay },
  mailsOfAccount: { hits: 5, windowMs: hour, code: 'QUOTA_EXCEEDED' },
  resetsOfAccount: { hits: 5, windowMs: hour, code: 'RESET_PASSWORD_EXCEED_LIMIT' },
  mailsOfAddress: { hits: 20, windowMs: hour },
  captchasOfAddress: { hits: 600, windowMs: hour },
  emailQuestions: { hits: 10, windowMs: hour, ceiling: 100 },
  passwordGuessesOfAccount: { hits: 20, windowMs: hour },
  // A code has so few digits that work alone would find it.
  codeGuessesOfAccount: { hits: 10, windowMs: 24 * hour, ceiling: 50 },
  recoveryGuessesOfAccount: { hits: 20, windowMs: hour },
  textsAtOnce: { hits: 1, windowMs: 30_000, reason: textOnItsWay },
  textsOfNumberAnHour: { hits: 5, windowMs: hour, code: 'QUOTA_EXCEEDED' },
  textsOfNumberADay: { hits: 10, windowMs: 24 * hour, code: 'QUOTA_EXCEEDED' },
  textsOfAddress: { hits: 20, windowMs: 24 * hour },
} satisfies Record<string, Limit>

type Counters = Pick<Identity, 'db' | 'now'>

/** Consumes one use; throws a 429 above the limit, unless proof of work raised it, up to its ceiling. */
export async function consumeLimit(identity: Identity, name: string, limit: Limit): Promise<void> {
  const seconds = identity.limits ? await countUse(identity, name, limit) : undefined
  if (seconds !== undefined) throw tooManyAttempts(seconds, limit.code, limit.reason)
}

/** Consumes one use of each limit, or of none: what is refused by the last must not count for the first. */
export async function consumeLimits(identity: Identity, named: readonly (readonly [string, Limit])[]): Promise<void> {
  const consumed: string[] = []
  try {
    for (const [name, limit] of named) {
      await consumeLimit(identity, name, limit)
      consumed.push(name)
    }
  } catch (refusal) {
    for (const name of consumed) await returnUse(identity, name)
    throw refusal
  }
}

/** Counts one use. Returns the seconds to wait if none is left, and counts nothing then. */
export async function countUse(counters: Counters, name: string, limit: Limit): Promise<number | undefined> {
  const uses = await upsertUse(counters, name, limit, true)
  return uses === undefined ? secondsLeft(counters, name) : undefined
}

/** Takes one use off again. */
export async function returnUse({ db }: Pick<Counters, 'db'>, name: string): Promise<void> {
  const oneLess = { hits: sql`${limitCounters.hits} - 1` }
  await db
    .update(limitCounters)
    .set(oneLess)
    .where(and(eq(limitCounters.name, name), gt(limitCounters.hits, 0)))
}

/** Counts one use in a window that starts with the first. Returns the uses so far, or undefined if the limit forbids it. */
async function upsertUse(
  { db, now }: Counters,
  name: string,
  { hits, windowMs, ceiling = 0 }: Limit,
  isEnforced: boolean,
): Promise<number | undefined> {
  const at = now()
  const ended = sql`${limitCounters.windowEndsAt} <= ${at}`
  const isFree = isEnforced ? sql`(${ended} OR ${limitCounters.hits} < ${hits})` : sql`true`
  const [counted] = await db
    .insert(limitCounters)
    .values({ name, hits: 1, windowEndsAt: new Date(at.getTime() + windowMs) })
    .onConflictDoUpdate({
      target: limitCounters.name,
      set: {
        hits: sql`CASE WHEN ${ended} THEN 1 ELSE ${limitCounters.hits} + 1 END`,
        windowEndsAt: sql`CASE WHEN ${ended} THEN excluded.window_ends_at ELSE ${limitCounters.windowEndsAt} END`,
        extraTries: sql`CASE WHEN ${isFree} THEN ${limitCounters.extraTries} ELSE ${limitCounters.extraTries} - 1 END`,
      },
      setWhere: sql`${isFree} OR (${limitCounters.extraTries} > 0 AND ${limitCounters.hits} < ${ceiling})`,
    })
    .returning({ hits: limitCounters.hits })
  return counted?.hits
}

/** Throws a 429 if the limit is used up already; counts nothing. */
export async function assertLimitLeft(identity: Identity, name: string, limit: Limit): Promise<void> {
  if (!identity.limits) return
  const [row] = await identity.db.select().from(limitCounters).where(eq(limitCounters.name, name))
  const now = identity.now()
  if (row && row.windowEndsAt > now && row.hits >= limit.hits) {
    throw tooManyAttempts((row.windowEndsAt.getTime() - now.getTime()) / 1000, limit.code)
  }
}

const attemptsBeforePause = 5
const attemptRetentionMs = 15 * minute
const extraAttemptsPerProof = 3

/** Describes a limit that proof of work can raise. */
export interface Provable {
  name: string
  /** The counter of the ceiling. */
  subject: string
  limit: Limit
}

/** Describes a guessable secret and the network of the attempt. */
export interface Guess extends Provable {
  /** The owner of the secret; counts attempts from all networks. */
  subject: string
  /** Counts attempts from this network; pauses and extra attempts apply to it only. */
  name: string
  /** The number of wrong attempts per subject without proof of work. */
  limit: Limit
}

export function guessAt(subject: string, { network }: Pick<WireRequest, 'network'>, limit: Limit): Guess {
  return { subject, name: `${subject} ${network}`, limit }
}

/**
 * Takes one attempt at a secret before it is checked, so that parallel guesses count too. From the fifth failure of a
 * network on each costs a pause of 1, 2, 4 … 15 minutes, and after too many failures of all networks together none is
 * free: both unless `allowExtraTries` bought some. So an attacked owner comes in by a little work. `resetAttempts`
 * after a success.
 */
export async function consumeAttempt(identity: Identity, guess: Guess): Promise<void> {
  if (!identity.limits) return
  const ofSubject = (await upsertUse(identity, guess.subject, guess.limit, false)) ?? 1
  const isGuarded = ofSubject > guess.limit.hits
  if (ofSubject <= (guess.limit.ceiling ?? Infinity) && (await consumeNetworkAttempt(identity, guess, isGuarded)))
    return
  await returnUse(identity, guess.subject)
  throw tooManyAttempts(await secondsLeft(identity, isGuarded ? guess.subject : guess.name))
}

/** Allows extra attempts after a proof of work, in spite of pauses and of attempts from other networks. */
export async function allowExtraTries(identity: Identity, { name, subject, limit }: Provable): Promise<number> {
  if (!identity.limits) return extraAttemptsPerProof
  if (limit.ceiling !== undefined) await assertLimitLeft(identity, subject, { ...limit, hits: limit.ceiling })
  const now = identity.now()
  const ended = sql`${limitCounters.windowEndsAt} <= ${now}`
  const bought = {
    windowEndsAt: new Date(now.getTime() + attemptRetentionMs),
    extraTries: extraAttemptsPerProof,
  }
  await identity.db
    .insert(limitCounters)
    .values({ name, hits: 0, ...bought })
    .onConflictDoUpdate({
      target: limitCounters.name,
      set: {
        extraTries: bought.extraTries,
        hits: sql`CASE WHEN ${ended} THEN 0 ELSE ${limitCounters.hits} END`,
        windowEndsAt: sql`greatest(${limitCounters.windowEndsAt}, excluded.window_ends_at)`,
      },
    })
  return extraAttemptsPerProof
}

/** Resets the attempts of this network after a success; the subject has one wrong attempt less. */
export async function resetAttempts(identity: Identity, guess: Guess): Promise<void> {
  if (!identity.limits) return
  await identity.db.delete(limitCounters).where(eq(limitCounters.name, guess.name))
  await returnUse(identity, guess.subject)
}

/** Resets the counters after the secret was replaced. */
export async function resetGuesses(tx: Tx, subject: string): Promise<void> {
  await tx.delete(limitCounters).where(eq(limitCounters.name, subject))
}

/** Returns false if this network must wait and has no extra attempts. */
async function consumeNetworkAttempt(identity: Identity, { name }: Guess, isGuarded: boolean): Promise<boolean> {
  const { db } = identity
  const at = identity.now()
  const windowEndsAt = new Date(at.getTime() + attemptRetentionMs)
  const ended = sql`${limitCounters.windowEndsAt} <= ${at}`
  const hits = sql`CASE WHEN ${ended} THEN 1 ELSE ${limitCounters.hits} + 1 END`
  const pause = sql`make_interval(mins => least(15, power(2, least(10, ${hits} - ${attemptsBeforePause}))::int))`
  const paused = sql`CASE WHEN ${hits} >= ${attemptsBeforePause} THEN ${at}::timestamptz + ${pause} END`
  const waiting = isGuarded ? sql`true` : sql`${limitCounters.blockedUntil} > ${at}`
  const set = {
    hits,
    blockedUntil: paused,
    extraTries: sql`CASE WHEN ${waiting} THEN ${limitCounters.extraTries} - 1 ELSE ${limitCounters.extraTries} END`,
    windowEndsAt: sql`greatest(${windowEndsAt}, ${windowEndsAt}::timestamptz + (${paused} - ${at}::timestamptz))`,
  }
  const counted = { hits: limitCounters.hits }
  const taken = isGuarded
    ? await db
        .update(limitCounters)
        .set(set)
        .where(and(eq(limitCounters.name, name), gt(limitCounters.extraTries, 0)))
        .returning(counted)
    : await db
        .insert(limitCounters)
        .values({ name, hits: 1, windowEndsAt })
        .onConflictDoUpdate({
          target: limitCounters.name,
          set,
          setWhere: sql`${waiting} IS NOT TRUE OR ${limitCounters.extraTries} > 0`,
        })
        .returning(counted)
  return taken.length > 0
}

async function secondsLeft({ db, now }: Counters, name: string): Promise<number> {
  const [row] = await db.select().from(limitCounters).where(eq(limitCounters.name, name))
  const until = row?.blockedUntil ?? row?.windowEndsAt
  return until ? (until.getTime() - now().getTime()) / 1000 : 1
}

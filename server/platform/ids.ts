import { randomUUID } from 'node:crypto'
import type { ProblemCode } from '#contract/problem.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Returns a UUID version 7: ordered by time, with 74 random bits. */
export function newId(now = Date.now()): string {
  const time = now.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

/** Lets a well-formed id pass; anything else cannot exist and is refused with `missing`. */
export function parseId(text: string, missing: ProblemCode): string {
  if (!isId(text)) throw problem(missing)
  return text.toLowerCase()
}

/** Whether a text is a well-formed id. */
export const isId = (text: string): boolean =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)

import { randomBytes } from 'node:crypto'
import type { ProblemCode } from '#contract/problem.ts'
import { problem } from '#server/platform/problem.ts'

/** A UUID of version 7: ordered by time, so that indexes stay compact, with 74 random bits. */
export function newId(now = Date.now()): string {
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt8(0x70 | (bytes.readUInt8(6) & 0x0f), 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  const hex = bytes.toString('hex')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`
}

/** Lets a well-formed id pass; anything else cannot exist and is refused with `missing`. */
export function parseId(text: string, missing: ProblemCode): string {
  if (!/^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i.test(text)) throw problem(missing)
  return text.toLowerCase()
}

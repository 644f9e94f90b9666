import type { Call } from './identity-deps.ts'
import { readText } from './wire-body.ts'
import { WireError } from './wire-error.ts'

/** Returns the name that is sent, trimmed; undefined for none, '' to clear it. Throws INVALID_DISPLAY_NAME. */
export function readDisplayName(call: Call): string | undefined {
  const name = readText(call.body, 'displayName')?.trim()
  if (name && (name.length > 256 || call.isPersonName?.(name) === false)) {
    throw new WireError('INVALID_DISPLAY_NAME', 'A name is short, on one line, and holds no web or email address.')
  }
  return name
}

import type { ImportSourceRecord } from '#server/imports/imports.tables.ts'
import type { SecretSeal } from '#server/platform/secrets.ts'

type Sealed = Pick<ImportSourceRecord, 'id' | 'location' | 'credential' | 'credentialName'>

/** Binds a secret to the host that it is for, so that whoever changes the address must know it. */
export const secretLabel = ({ id, location, credential, credentialName }: Sealed): string =>
  JSON.stringify([id, new URL(location).origin, credential, credentialName])

/** Returns the secret of a source; undefined if it was sealed by another key. */
export const openSecret = (
  { unseal }: SecretSeal,
  { sealedSecret, ...source }: ImportSourceRecord,
): string | undefined => (sealedSecret === null ? undefined : unseal(secretLabel(source), sealedSecret))

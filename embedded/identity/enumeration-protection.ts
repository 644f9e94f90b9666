import type { IdentityDeps } from './identity-deps.ts'

/** Whether answers keep to themselves if an address has an account: as long as the operator does not say otherwise. */
export function isEnumerationProtected(deps: Pick<IdentityDeps, 'enumerationProtection'>): boolean {
  return deps.enumerationProtection?.() ?? true
}

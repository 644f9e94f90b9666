import type { IdentityDeps } from './identity-deps.ts'
import { WireError } from './wire-error.ts'

/** Throws unless a link in a mail may lead back there: http(s), and an authorised domain or a subdomain of one. */
export function assertContinueUrl(deps: IdentityDeps, continueUrl: string | undefined): void {
  if (continueUrl === undefined) return
  const url = URL.parse(continueUrl)
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password) {
    throw new WireError('INVALID_CONTINUE_URI')
  }
  const host = url.hostname.toLowerCase()
  const allowed = deps.authorizedDomains().some((domain) => host === domain || host.endsWith(`.${domain}`))
  if (!allowed) throw new WireError('UNAUTHORIZED_DOMAIN', 'Domain not whitelisted by project')
}

import type { IncomingMessage, ServerResponse } from 'node:http'
import helmet from 'helmet'

export type CommonHeaders = Readonly<Record<string, string>>

/** Returns the headers of every response. Pages add a policy of their own. */
export function commonHeaders({ overTls }: { overTls: boolean }): CommonHeaders {
  const headers: Record<string, string> = {}
  const collect = {
    setHeader: (name: string, value: string) => void (headers[name.toLowerCase()] = value),
    removeHeader: () => undefined,
  }
  helmet({
    contentSecurityPolicy: { useDefaults: false, directives: { defaultSrc: ["'none'"], frameAncestors: ["'none'"] } },
    crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
    strictTransportSecurity: overTls ? { maxAge: 31_536_000 } : false,
  })({} as IncomingMessage, collect as unknown as ServerResponse, () => undefined)
  return headers
}

import { isIP } from 'node:net'

/**
 * Returns the part of an X-Forwarded-For that the trusted proxies have written, as IP addresses without ports: limits count visitors by
 * them, and some proxies write a new port for each connection. What is no IP address is not believed, nor what stands before it, so that
 * the address of the proxy counts.
 */
export function normalizeForwardedFor(header: string, trustedProxies: number): string {
  const addresses: string[] = []
  for (const entry of header.split(',').slice(-trustedProxies).toReversed()) {
    const address = withoutPort(entry.trim())
    if (!isIP(address)) break
    addresses.unshift(address)
  }
  return addresses.join(', ')
}

const withoutPort = (entry: string) =>
  /^\[([^\]]+)\](?::\d+)?$/.exec(entry)?.[1] ?? /^([\d.]+):\d+$/.exec(entry)?.[1] ?? entry

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fillTemplate } from '#cluster/fill-template.ts'

export interface BalancerParts {
  /** The file with the certificate of the cluster's authority. */
  authority: string
  /** The ports of the balancer itself, on loopback like all others. */
  shopPort: number
  primaryPort: number
  /** Lists the ports of the three shop servers and database nodes. */
  shopPorts: readonly number[]
  postgresPorts: readonly number[]
  patroniPorts: readonly number[]
}

const host = '127.0.0.1'
const template = join(import.meta.dirname, '../deploy/cluster/haproxy.cfg')

/** Returns HAProxy's configuration for a cluster on this machine. */
export function fillBalancer(parts: BalancerParts): string {
  const { authority, shopPort, primaryPort, shopPorts, postgresPorts, patroniPorts } = parts
  const values: Record<string, string | number> = {
    TLS_CA: authority,
    BALANCER_UID: process.getuid?.() ?? 0,
    BALANCER_GID: process.getgid?.() ?? 0,
    PRIMARY_ADDRESS: `${host}:${primaryPort}`,
    SHOP_ADDRESS: `${host}:${shopPort}`,
  }
  for (const [index, port] of shopPorts.entries()) {
    const number = index + 1
    values[`NODE${number}_HOST`] = values[`SHOP${number}_HOST`] = host
    values[`NODE${number}_POSTGRES_PORT`] = postgresPorts[index] ?? 0
    values[`NODE${number}_PATRONI_PORT`] = patroniPorts[index] ?? 0
    values[`SHOP${number}_PORT`] = port
  }
  return fillTemplate(readFileSync(template, 'utf8'), values)
}

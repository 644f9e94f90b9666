import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { request } from 'node:https'
import { json } from 'node:stream/consumers'
import { type Certificate, readCertificate } from '#cluster/certificates.ts'

const timeoutMs = 2000

/** Returns what etcd or Patroni answers with 200, as a member of the cluster asks; undefined otherwise. */
export async function askMember<Body = unknown>(url: string, certificate: Certificate): Promise<Body | undefined> {
  try {
    const asked = request(url, { ...readCertificate(certificate), signal: AbortSignal.timeout(timeoutMs) }).end()
    const [response] = (await once(asked, 'response')) as [IncomingMessage]
    const body = (await json(response)) as Body
    return response.statusCode === 200 ? body : undefined
  } catch {
    return undefined
  }
}

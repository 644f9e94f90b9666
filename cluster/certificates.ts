import { execFileSync } from 'node:child_process'
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { SystemUser } from '#embedded/postgres/unprivileged-user.ts'

/** The files of one member: etcd, Patroni, PostgreSQL and HAProxy take the same. */
export interface Certificate {
  authority: string
  certificate: string
  key: string
}

// As docs/guides/cluster.md does it for real hosts.
const years = ['-days', '3650']
const newKey = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes']

/** Makes an authority and a certificate for this machine, once, by openssl. */
export function makeCertificates(directory: string): Certificate {
  const [authority, authorityKey, certificate, key] = ['ca.crt', 'ca.key', 'node.crt', 'node.key'].map((name) =>
    join(directory, name),
  ) as [string, string, string, string]
  if (existsSync(certificate)) return { authority, certificate, key }
  const openssl = (...args: string[]) => execFileSync('openssl', args, { stdio: 'pipe' })
  openssl(
    'req',
    '-x509',
    ...newKey,
    ...years,
    '-subj',
    '/CN=Boltyard cluster',
    '-keyout',
    authorityKey,
    '-out',
    authority,
  )
  const request = join(directory, 'node.csr')
  openssl('req', ...newKey, '-subj', '/CN=localhost', '-keyout', key, '-out', request)
  const names = join(directory, 'names')
  writeFileSync(names, 'subjectAltName=DNS:localhost,IP:127.0.0.1\nextendedKeyUsage=serverAuth,clientAuth\n')
  const signing = ['-CA', authority, '-CAkey', authorityKey, '-CAcreateserial', '-extfile', names]
  openssl('x509', '-req', '-in', request, ...years, ...signing, '-out', certificate)
  return { authority, certificate, key }
}

/** Copies a certificate to a folder of its own, owned by a user: PostgreSQL takes no key that others may read. */
export function copyCertificate(from: Certificate, folder: string, user: SystemUser | undefined): Certificate {
  mkdirSync(folder, { recursive: true })
  const copy = (path: string, name: string) => {
    const to = join(folder, name)
    copyFileSync(path, to)
    chmodSync(to, 0o600)
    if (user) chownSync(to, user.uid, user.gid)
    return to
  }
  if (user) chownSync(folder, user.uid, user.gid)
  return {
    authority: copy(from.authority, 'ca.crt'),
    certificate: copy(from.certificate, 'node.crt'),
    key: copy(from.key, 'node.key'),
  }
}

/** Reads a certificate for Node's TLS. */
export const readCertificate = ({ authority, certificate, key }: Certificate) => ({
  ca: readFileSync(authority),
  cert: readFileSync(certificate),
  key: readFileSync(key),
})

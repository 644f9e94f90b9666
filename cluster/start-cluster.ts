import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { chownSync, existsSync, mkdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import pg from 'pg'
import { createClient } from '#embedded/postgres/connections.ts'
import { findUnprivilegedUser } from '#embedded/postgres/unprivileged-user.ts'
import { askMember } from '#cluster/ask-member.ts'
import { type Certificate, copyCertificate, makeCertificates } from '#cluster/certificates.ts'
import { fillBalancer } from '#cluster/fill-balancer.ts'
import { fillTemplate, readEnvFile } from '#cluster/fill-template.ts'
import { findPrograms, type Programs } from '#cluster/find-programs.ts'
import { findLeftovers, Member } from '#cluster/member.ts'

export interface ClusterOptions {
  /** Contains a folder for each process; created if missing. */
  directory: string
  /** The balancer's port for the shop; the others follow. */
  firstPort: number
  /** `short` replaces a silent primary after 6 s, `usual`, for networks between the nodes, after 30 s. */
  timing: keyof typeof timings
  /** Settings of the shop servers besides those of deploy/cluster/boltyard.env. */
  shopEnv?: Record<string, string | undefined>
  report?: (step: string) => void
  /** Ends what has been started so far. */
  signal?: AbortSignal
}

/** Describes one node of the database. */
export interface ClusterNode {
  name: string
  etcd: Member
  patroni: Member
  /** Patroni's own address. */
  patroniUrl: string
  /** The address of its PostgreSQL, for the shop's role. */
  databaseUrl: string
  /** The folder of its PostgreSQL, with postmaster.pid. */
  postgresDirectory: string
}

export interface Cluster {
  /** The shop, through the balancer. */
  url: string
  /** The primary, through the balancer. */
  databaseUrl: string
  nodes: ClusterNode[]
  shops: { member: Member; url: string }[]
  /** Returns the settings of a shop server. */
  shopEnv(index: number): Record<string, string | undefined>
  storage: Member
  balancer: Member
  /** Holds the certificate that a member shows to the others. */
  certificate: Certificate
  /** Where each primary puts its write-ahead log, for a restore to a point in time. */
  archiveDirectory: string
  /** Return the node's address for the superuser of PostgreSQL, and for base backups. */
  superuserUrl(node: ClusterNode): string
  replicationUrl(node: ClusterNode): string
  /** Returns whether all nodes run, one of them as the primary and one as its synchronous standby. */
  hasStandby(): Promise<boolean>
  /** Return the node whose PostgreSQL takes writes, and the one that each commit waits for; undefined while there is none. */
  findPrimary(): Promise<ClusterNode | undefined>
  findStandby(): Promise<ClusterNode | undefined>
  stop(): Promise<void>
}

/** Says in a sentence why the cluster cannot run. */
export class ClusterError extends Error {
  override name = 'ClusterError'
}

const timings = {
  short: { PATRONI_TTL: 6, PATRONI_LOOP_WAIT: 1, PATRONI_RETRY_TIMEOUT: 2 },
  usual: { PATRONI_TTL: 30, PATRONI_LOOP_WAIT: 10, PATRONI_RETRY_TIMEOUT: 10 },
}

const host = '127.0.0.1'
const templates = join(import.meta.dirname, '../deploy/cluster')
const nodeNames = ['node1', 'node2', 'node3']
const bucket = 'boltyard'

/** Starts all processes from the configuration files of deploy/cluster, the database first, and waits until the shop is ready. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { directory, firstPort, report = () => undefined } = options
  const programs = findPrograms()
  const folder = (...names: string[]) => {
    const path = join(directory, ...names)
    mkdirSync(path, { recursive: true })
    return path
  }
  const logs = folder('logs')
  if (findLeftovers(logs).length > 0)
    throw new ClusterError('Processes of this cluster are still running. End them with: npm run cluster -- stop')
  const ports = portsFrom(firstPort)
  for (const port of Object.values(ports).flat())
    if (!(await isFree(port)))
      throw new ClusterError(
        `Port ${port} is taken by another program. Stop it, or set CLUSTER_PORT to another number.`,
      )
  const secrets = readSecrets(join(folder(), 'secrets.json'))
  const certificate = makeCertificates(folder('tls'))
  const members: Member[] = []
  const member = (settings: Omit<ConstructorParameters<typeof Member>[0], 'logs'>) => {
    const created = new Member({ ...settings, logs })
    members.push(created)
    return created
  }
  /** Ends all processes at once, if this one exits without `stop`. */
  const kill = () => {
    for (const one of members) one.kill('SIGKILL', { hold: true })
    for (const pid of nodeNames.flatMap((name) => findPostmaster(join(directory, name, 'postgres/data'))))
      process.kill(pid, 'SIGKILL')
  }
  process.once('exit', kill)

  const stop = async () => {
    // The shops first, so that they finish what is under way.
    const ending = members.toReversed()
    await Promise.all(ending.filter(({ name }) => name.startsWith('shop')).map((shop) => shop.stop(30_000)))
    await Promise.all(ending.filter(({ name }) => !/^(?:shop|etcd)/.test(name)).map((process) => process.stop(30_000)))
    await Promise.all(ending.filter(({ name }) => name.startsWith('etcd')).map((etcd) => etcd.stop()))
    process.off('exit', kill)
  }

  const until = (what: string, isSo: () => Promise<boolean>) => waitFor(what, isSo, options.signal)
  try {
    report('etcd')
    const nodes = await prepareNodes({ options, programs, secrets, ports, certificate, folder, member })
    for (const { etcd } of nodes) etcd.start()
    await until('etcd to answer', async () => {
      const health = await askMember<{ health: string }>(`https://${host}:${ports.etcd[0]}/health`, certificate)
      return health?.health === 'true'
    })
    report('PostgreSQL under Patroni')
    for (const { patroni } of nodes) patroni.start()
    const balancer = prepareBalancer({ programs, ports, certificate, folder, member })
    balancer.start()
    await until('a primary with a synchronous standby', () => hasStandby(nodes, certificate))
    const databaseUrl = addressOf({ port: ports.primary, certificate, user: 'shop', password: secrets.shop })
    await createShopDatabase(ports.primary, secrets, certificate)

    report('storage and shop servers')
    const storage = member({
      name: 'storage',
      command: process.execPath,
      args: [join(import.meta.dirname, 'storage.ts'), String(ports.storage), folder('storage'), bucket],
    })
    storage.start()
    const url = `http://${host}:${firstPort}`
    const shopEnv = (index: number) => ({
      ...options.shopEnv,
      ...readEnvFile(
        fillTemplate(readFileSync(join(templates, 'boltyard.env'), 'utf8'), {
          SHOP_HOST: host,
          SHOP_PORT: ports.shops[index] ?? 0,
          PUBLIC_URL: url,
          DATA_DIR: folder(`shop${index + 1}`),
          SECRET_KEY: secrets.secretKey,
          DATABASE_URL: databaseUrl,
          DATABASE_READ_URL: nodes.map((node) => node.databaseUrl).join(' '),
          S3_ENDPOINT: `http://${host}:${ports.storage}`,
          S3_BUCKET: bucket,
          S3_ACCESS_KEY_ID: 'S3RVER',
          S3_SECRET_ACCESS_KEY: 'S3RVER',
        }),
      ),
    })
    const shops = ports.shops.map((port, index) => ({
      member: member({
        name: `shop${index + 1}`,
        command: process.execPath,
        args: [process.env['BOLTYARD_SHOP'] ?? 'server/composition/main.ts'],
        env: shopEnv(index),
        cwd: projectFolder,
      }),
      url: `http://${host}:${port}`,
    }))
    // The first one migrates and adds the demo shop; the others would do the same work at the same time.
    for (const shop of shops) {
      shop.member.start()
      await until(`${shop.member.name} to be ready`, () => answersOk(`${shop.url}/readyz`))
    }
    await until('the balancer to find them', () => answersOk(`${url}/readyz`))
    return {
      url,
      databaseUrl,
      nodes,
      shops,
      storage,
      balancer,
      shopEnv,
      certificate,
      archiveDirectory: folder('archive'),
      superuserUrl: ({ databaseUrl: address }) =>
        Object.assign(new URL(address), { username: 'postgres', password: secrets.superuser, pathname: '/postgres' })
          .href,
      replicationUrl: ({ databaseUrl: address }) =>
        Object.assign(new URL(address), { username: 'replicator', password: secrets.replication }).href,
      hasStandby: () => hasStandby(nodes, certificate),
      findPrimary: () => findNode(nodes, '/primary', certificate),
      findStandby: () => findNode(nodes, '/sync', certificate),
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Returns the process of PostgreSQL in a folder; empty if it does not run. */
function findPostmaster(postgresDirectory: string): number[] {
  const file = join(postgresDirectory, 'postmaster.pid')
  const pid = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n', 1)[0]) : 0
  return existsSync(`/proc/${pid}/cwd`) && readlinkSync(`/proc/${pid}/cwd`) === postgresDirectory ? [pid] : []
}

const projectFolder = join(import.meta.dirname, '..')

type Ports = ReturnType<typeof portsFrom>
function portsFrom(first: number) {
  const three = (from: number) => [first + from, first + from + 1, first + from + 2]
  return {
    shop: first,
    shops: three(1),
    primary: first + 9,
    postgres: three(10),
    patroni: three(20),
    etcd: three(30),
    etcdPeers: three(40),
    storage: first + 50,
  }
}

async function isFree(port: number): Promise<boolean> {
  const probe = createServer().listen({ host, port, exclusive: true })
  try {
    await once(probe, 'listening')
    return true
  } catch {
    return false
  } finally {
    probe.close()
  }
}

interface ClusterSecrets {
  superuser: string
  replication: string
  shop: string
  secretKey: string
}

/** Returns the passwords of this cluster, which the first start makes. */
function readSecrets(file: string): ClusterSecrets {
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as ClusterSecrets
  const create = () => randomBytes(24).toString('hex')
  const secrets = { superuser: create(), replication: create(), shop: create(), secretKey: create() }
  writeFileSync(file, `${JSON.stringify(secrets, null, 2)}\n`, { mode: 0o600, flush: true })
  return secrets
}

interface Preparation {
  options: ClusterOptions
  programs: Programs
  secrets: ClusterSecrets
  ports: Ports
  certificate: Certificate
  folder: (...names: string[]) => string
  member: (settings: Omit<ConstructorParameters<typeof Member>[0], 'logs'>) => Member
}

/** Writes the configuration of the three nodes. */
async function prepareNodes({
  options,
  programs,
  secrets,
  ports,
  certificate,
  folder,
  member,
}: Preparation): Promise<ClusterNode[]> {
  const user = await findUnprivilegedUser(folder('node1', 'postgres'))
  const own = (path: string) => {
    if (user) chownSync(path, user.uid, user.gid)
    return path
  }
  const archive = own(folder('archive'))
  const read = (name: string) => readFileSync(join(templates, name), 'utf8')
  return nodeNames.map((name, index) => {
    const port = {
      etcd: ports.etcd[index] ?? 0,
      patroni: ports.patroni[index] ?? 0,
      postgres: ports.postgres[index] ?? 0,
    }
    const home = own(folder(name))
    const tls = copyCertificate(certificate, join(home, 'tls'), user)
    const tlsFiles = { TLS_CA: tls.authority, TLS_CERTIFICATE: tls.certificate, TLS_KEY: tls.key }
    const data = join(home, 'postgres')
    own(folder(name, 'postgres'))
    const etcdEnv = fillTemplate(read('etcd.env'), {
      ...tlsFiles,
      NODE: name,
      NODE_HOST: host,
      ETCD_STATE: 'new',
      ETCD_DIR: folder(name, 'etcd'),
      ETCD_PORT: port.etcd,
      ETCD_PEER_PORT: ports.etcdPeers[index] ?? 0,
      ETCD_MEMBERS: nodeNames.map((node, at) => `${node}=https://${host}:${ports.etcdPeers[at]}`).join(','),
    })
    // A copy, as the user of PostgreSQL may not reach the project.
    const archiveScript = join(home, 'archive-log.sh')
    writeFileSync(archiveScript, read('archive-log.sh'), { mode: 0o755 })
    const configuration = join(home, 'patroni.yml')
    const text = fillTemplate(read('patroni.yml'), {
      ...timings[options.timing],
      ...tlsFiles,
      NODE: name,
      NODE_HOST: host,
      PATRONI_PORT: port.patroni,
      ETCD_HOSTS: ports.etcd.map((etcd) => `${host}:${etcd}`).join(','),
      POSTGRES_PORT: port.postgres,
      POSTGRES_DIR: join(data, 'data'),
      POSTGRES_BIN: programs.postgresBin,
      POSTGRES_PASSWORDS: join(home, 'pgpass'),
      POSTGRES_SOCKETS: data,
      SHARED_BUFFERS: '128MB',
      SUPERUSER_PASSWORD: secrets.superuser,
      REPLICATION_PASSWORD: secrets.replication,
      NODE_NETWORK: '127.0.0.1/32',
      SHOP_NETWORK: '127.0.0.1/32',
      ARCHIVE_COMMAND: `"${archiveScript}" %p %f "${archive}"`,
    })
    writeFileSync(configuration, text, { mode: 0o600 })
    own(configuration)
    return {
      name,
      etcd: member({ name: `etcd-${name}`, command: programs.etcd, args: [], env: readEnvFile(etcdEnv) }),
      patroni: member({ name: `patroni-${name}`, command: programs.patroni, args: [configuration], user, cwd: home }),
      patroniUrl: `https://${host}:${port.patroni}`,
      databaseUrl: addressOf({ port: port.postgres, certificate, user: 'shop', password: secrets.shop }),
      postgresDirectory: join(data, 'data'),
    }
  })
}

function prepareBalancer({
  programs,
  ports,
  certificate,
  folder,
  member,
}: Pick<Preparation, 'programs' | 'ports' | 'certificate' | 'folder' | 'member'>) {
  const configuration = join(folder('balancer'), 'haproxy.cfg')
  const text = fillBalancer({
    authority: certificate.authority,
    shopPort: ports.shop,
    primaryPort: ports.primary,
    shopPorts: ports.shops,
    postgresPorts: ports.postgres,
    patroniPorts: ports.patroni,
  })
  writeFileSync(configuration, text)
  return member({ name: 'balancer', command: programs.haproxy, args: ['-db', '-f', configuration] })
}

/** Creates the role and the database of the shop, once. */
async function createShopDatabase(port: number, secrets: ClusterSecrets, certificate: Certificate): Promise<void> {
  const superuser = createClient({
    connectionString: addressOf({ port, certificate, user: 'postgres', password: secrets.superuser }),
    connectionTimeoutMillis: 5000,
  })
  await superuser.connect()
  try {
    const role = await superuser.query(`SELECT FROM pg_roles WHERE rolname = 'shop'`)
    if (!role.rowCount) await superuser.query(`CREATE ROLE shop LOGIN PASSWORD ${pg.escapeLiteral(secrets.shop)}`)
    const database = await superuser.query(`SELECT FROM pg_database WHERE datname = 'shop'`)
    if (!database.rowCount) await superuser.query('CREATE DATABASE shop OWNER shop')
  } finally {
    await superuser.end()
  }
}

interface Login {
  port: number
  certificate: Certificate
  user: 'shop' | 'postgres'
  password: string
}

/** Returns an address of PostgreSQL; the database has the name of the user. */
const addressOf = ({ port, certificate, user, password }: Login) =>
  `postgres://${user}:${password}@localhost:${port}/${user}?sslmode=verify-full&sslrootcert=${encodeURIComponent(certificate.authority)}`

interface PatroniMember {
  name: string
  role: string
  state: string
}

async function hasStandby(nodes: readonly ClusterNode[], certificate: Certificate): Promise<boolean> {
  for (const { patroniUrl } of nodes) {
    const answer = await askMember<{ members?: PatroniMember[] }>(`${patroniUrl}/cluster`, certificate)
    if (!answer) continue
    const { members = [] } = answer
    const has = (role: string) => members.some((one) => one.role === role)
    return (
      members.length === nodes.length &&
      members.every(({ state }) => /running|streaming/.test(state)) &&
      has('leader') &&
      has('sync_standby')
    )
  }
  return false
}

/** Returns the first node whose Patroni answers a health check with 200. */
async function findNode(
  nodes: readonly ClusterNode[],
  path: string,
  certificate: Certificate,
): Promise<ClusterNode | undefined> {
  const are = await Promise.all(nodes.map(({ patroniUrl }) => askMember(`${patroniUrl}${path}`, certificate)))
  return nodes.find((_, index) => are[index] !== undefined)
}

async function answersOk(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok
  } catch {
    return false
  }
}

const maxWaitMs = 180_000

async function waitFor(what: string, isSo: () => Promise<boolean>, signal: AbortSignal | undefined): Promise<void> {
  const begun = performance.now()
  while (!(await isSo())) {
    if (performance.now() - begun > maxWaitMs)
      throw new Error(`The cluster waited three minutes in vain for ${what}; its logs say why.`)
    await delay(200, undefined, signal ? { signal } : {})
  }
}

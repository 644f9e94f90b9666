import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { homedir, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { promisify } from 'node:util'
import { findProgram } from '#cluster/find-programs.ts'
import { findFreePort } from '#embedded/postgres/free-port.ts'
import { addProduct, enter, owner, ownerEnv, signUpBuyers } from '#torture/buyers.ts'
import { call } from '#torture/call.ts'
import { logProgress } from '#torture/log-progress.ts'
import { check, info, inSeconds, type Result } from '#torture/result.ts'

const root = join(import.meta.dirname, '..')
/** The user that the image runs as. */
const user = 10_001
const name = 'localhost/boltyard'
/** Programs close every file that they may open: under the large limits of some machines apt needs minutes for it. */
const limits = '--ulimit nofile=1024:1024'

/** Runs podman with images in a folder of its own. crun refuses a machine with both versions of cgroups, so one is hidden from it. */
type Podman = (args: readonly string[]) => [string, string[]]
const openPodman =
  (folder: string): Podman =>
  (args) => {
    const script = 'umount /sys/fs/cgroup/unified 2>/dev/null; exec podman "$@"'
    const places = ['--root', join(folder, 'storage'), '--runroot', join(folder, 'run')]
    return ['unshare', ['--mount', 'sh', '-c', script, 'podman', ...places, '--cgroup-manager', 'cgroupfs', ...args]]
  }
const run = ([program, args]: ReturnType<Podman>) => promisify(execFile)(program, args, { maxBuffer: 2 ** 28 })

/**
 * Builds the image of deploy/Containerfile with podman, on a base made of Debian's packages, and starts it twice on one volume with the
 * flags of the guide; an order is placed in between. Needs root. Throws a MissingProgramsError.
 */
export async function container(): Promise<Result[]> {
  findProgram('podman')
  findProgram('mmdebstrap')
  const folder = await mkdtemp(join(tmpdir(), 'boltyard-container-'))
  const podman = openPodman(folder)
  const data = join(folder, 'data')
  await mkdir(data)
  await chown(data, user, user)
  try {
    await makeBase(podman)
    const begun = performance.now()
    const build = `build --isolation chroot --layers=false --format docker ${limits} --build-arg BASE=localhost/base --tag ${name}`
    const ignored = join(root, 'deploy/Containerfile.dockerignore')
    const files = ['--ignorefile', ignored, '--file', join(root, 'deploy/Containerfile'), root]
    await run(podman([...build.split(' '), ...(await npmMounts(folder)), ...files]))
    const built = performance.now() - begun
    logProgress(`the image is built after ${inSeconds(built)}`)

    const { stdout: bytes } = await run(podman(['image', 'inspect', '--format', '{{.Size}}', name]))
    const first = await start(podman, data)
    const admin = await enter(first.url, 'signInWithPassword', owner)
    const product = await addProduct(first.url, admin, 100)
    const [buyer] = await signUpBuyers(first.url, 1)
    const order = {
      productId: product._id,
      quantity: 2,
      totalPrice: 2.5,
      address: '1 Workshop Lane',
      phoneNumber: '5550100',
    }
    const placed = await call<{ _id: string }>(first.url, 'POST', '/orders', {
      token: buyer?.token,
      body: order,
    })
    const ended = await first.stop()
    const second = await start(podman, data)
    const kept = await call<{ quantity: number }>(second.url, 'GET', `/order/${placed.body._id}`, {
      token: buyer?.token,
    })
    const again = await second.stop()
    return [
      info('built in', `${inSeconds(built)}, ${Math.round(Number(bytes) / 1e6)} MB`),
      info('ready after', `${inSeconds(first.ms)}, on the same volume ${inSeconds(second.ms)}`),
      check('an order', placed.status === 200, `was answered ${placed.status}`, '200'),
      check('exit after SIGTERM', ended === 0 && again === 0, `with ${ended} and ${again}`, '0 both times'),
      check('the order after the second start', kept.body.quantity === 2, `${kept.body.quantity} units`, '2 units'),
    ]
  } finally {
    // The engine leaves its store mounted onto itself.
    await promisify(execFile)('umount', ['--recursive', join(folder, 'storage/overlay')]).catch(() => undefined)
    await rm(folder, { recursive: true, force: true })
  }
}

/** Makes the base of Debian's packages: machines that reach no registry of images have those. */
async function makeBase(podman: Podman): Promise<void> {
  const sources = ['/etc/apt/sources.list.d/debian.sources', '/etc/apt/sources.list'].find(existsSync)
  const [program, args] = podman(['import', '-', 'localhost/base'])
  const make = `ulimit -n 1024; mmdebstrap --quiet --mode=root --variant=minbase --include=ca-certificates,nodejs,npm bookworm - '${sources}'`
  await promisify(execFile)('bash', ['-c', `set -o pipefail; (${make}) | "$@"`, 'bash', program, ...args])
  logProgress('the base is made of Debian packages')
}

/** Returns the mounts with which npm reaches its registry while the image is built as it does here; they are not in the image. */
async function npmMounts(folder: string): Promise<string[]> {
  const own = await readFile(join(homedir(), '.npmrc'), 'utf8').catch(() => '')
  const authority = process.env['NODE_EXTRA_CA_CERTS']
  const settings = join(folder, 'npmrc')
  await writeFile(settings, authority ? `${own}\ncafile=/etc/npm-authority.pem\n` : own, { mode: 0o600 })
  const mounts = [`${settings}:/root/.npmrc:ro`, ...(authority ? [`${authority}:/etc/npm-authority.pem:ro`] : [])]
  return mounts.flatMap((mount) => ['--volume', mount])
}

/** Starts the image on the volume with the flags of docs/guides/operations.md, on the network of this machine, and waits until it is ready. */
async function start(podman: Podman, data: string) {
  const begun = performance.now()
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const env = { PORT: String(port), HOST: '127.0.0.1', PUBLIC_URL: url, PAYMENTS: 'sandbox', ...ownerEnv }
  const engineFlags = `run --rm --network host --no-healthcheck --cgroups=disabled ${limits} --ulimit nproc=4096:4096`
  const guideFlags = '--read-only --tmpfs /tmp --cap-drop all --security-opt no-new-privileges --stop-timeout 45'
  const settings = Object.entries(env).flatMap(([key, value]) => ['--env', `${key}=${value}`])
  const flags = [...engineFlags.split(' '), ...guideFlags.split(' '), '--volume', `${data}:/data`, ...settings]
  const [program, args] = podman([...flags, name])
  const engine = spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  let printed = ''
  for (const stream of [engine.stdout, engine.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (printed += text))
  const exit = once(engine, 'exit')
  const isReady = () =>
    fetch(`${url}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await isReady())) {
    if (engine.exitCode !== null || performance.now() - begun > 180_000)
      throw new Error(`The container is not ready. It said:\n${printed.slice(-3000)}`)
    await delay(100)
  }
  return {
    url,
    ms: performance.now() - begun,
    async stop(): Promise<number> {
      engine.kill('SIGTERM')
      const [code] = await exit
      return Number(code)
    },
  }
}

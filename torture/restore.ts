import { execFileSync } from 'node:child_process'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import sharp from 'sharp'
import { findFreePort } from '#embedded/postgres/free-port.ts'
import { startPostgres } from '#embedded/postgres/start-postgres.ts'
import { completeRestore } from '#server/backup/complete-restore.ts'
import { runShopCommand, startShopCommand } from '#server/testing/run-shop-command.ts'
import { findPostgresPid, runShopProcess } from '#server/testing/run-shop-process.ts'
import { comparable, takeShopSnapshot } from '#server/testing/shop-snapshot.ts'
import { waitUntil } from '#server/testing/wait-until.ts'
import { type Result, check, inSeconds, never, info } from '#torture/result.ts'
import { enter, ownerEnv } from '#torture/buyers.ts'
import { logProgress } from '#torture/log-progress.ts'

const faults = ['the restore', 'PostgreSQL'] as const

/** Restores two backups alternately and kills the process at random; the shop is always one of the two, complete. */
export async function restore({ kills: maxKills, minutes }: { kills: number; minutes: number }): Promise<Result[]> {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-torture-'))
  const home = join(directory, 'home')
  const files = [join(directory, 'first.backup'), join(directory, 'second.backup')]
  try {
    for (const [index, file] of files.entries()) await makeBackup(join(directory, `shop-${index}`), file)
    const full = await withoutRoom(join(directory, 'full'), files[0] ?? '')

    let wholeMs = 0
    const run = async (file: string) => {
      const begun = performance.now()
      const { code, stderr } = await runShopCommand(['restore', file, '--replace'], { DATA_DIR: home })
      if (code !== 0) throw new Error(stderr)
      wholeMs = performance.now() - begun
      return describe(home)
    }
    // Pictures stay when a shop is replaced: only after the third restore both have been seen with those of both.
    const second = (await run(files[0] ?? ''), await run(files[1] ?? ''))
    const wholes = [await run(files[0] ?? ''), second]
    logProgress(`two shops are restored, the last in ${inSeconds(wholeMs)}`)

    const torn: string[] = []
    const untrue: string[] = []
    let current = 0
    let replaced = 0
    let kills = 0
    const begun = performance.now()
    for (; kills < maxKills && performance.now() - begun < minutes * 60_000; kills++) {
      const next = 1 - current
      const fault = faults[kills % 2] ?? 'the restore'
      const command = startShopCommand(['restore', files[next] ?? '', '--replace'], { DATA_DIR: home })
      // Some time for Node and PostgreSQL to start, the rest at random, so that most faults come before the end.
      await delay((0.3 + 0.7 * Math.random()) * wholeMs)
      const postgres = await findPostgresPid(home)
      if (fault === 'PostgreSQL' && postgres) kill(postgres, 'SIGKILL')
      if (fault === 'the restore') kill(command.pid, 'SIGKILL')
      const { code, stderr } = await command.ended
      const found = await describe(home)
      const now = wholes.indexOf(found)
      const seen = now === current ? 'the old shop' : now === next ? 'the restored shop' : 'neither shop'
      if (now < 0) torn.push(`after kill ${kills + 1}, of ${fault}`)
      const isUntrue = code === 0 ? now !== next : /Nothing was changed/.test(stderr) && now !== current
      if (isUntrue) untrue.push(`"${stderr.trim()}", but it was ${seen}`)
      logProgress(`${kills + 1} of ${maxKills}: kill -9 of ${fault}: ${seen} ${stderr.trim()}`)
      if (now === next) replaced++
      if (now >= 0) current = now
    }
    return [
      never('shops that are neither the old nor the restored one', torn, ` of ${kills} kills`),
      never('sentences that are not true', untrue),
      info('outcomes', `${kills - replaced} times the old shop, ${replaced} times the restored one`),
      full,
    ]
  } finally {
    for (const name of ['home', 'full', 'shop-0', 'shop-1']) await endPostgres(join(directory, name))
    await rm(directory, { recursive: true, force: true })
  }
}

/** Creates a backup of a shop with thousands of rows and some images. */
async function makeBackup(dataDirectory: string, file: string): Promise<void> {
  const env = { DATA_DIR: dataDirectory }
  const created = await runShopCommand(['generate', '--products', '2000', '--orders', '4000'], env)
  if (created.code !== 0) throw new Error(created.stderr)
  const shop = await runShopProcess(dataDirectory, { ...ownerEnv, PORT: String(await findFreePort()) })
  try {
    const { token } = await enter(shop.url, 'signUp', { email: 'buyer@torture.test', password: 'only for this run' })
    for (let picture = 0; picture < 5; picture++) {
      const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
      const bytes = await sharp({ create: { width: 300, height: 300, channels: 3, background: 'white', noise } })
        .jpeg()
        .toBuffer()
      const body = new FormData()
      body.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), 'noise.jpg')
      const { status } = await fetch(`${shop.url}/1/upload`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}` },
        body,
      })
      if (status !== 200) throw new Error(`A picture was refused with ${status}.`)
    }
  } finally {
    await shop.stop('SIGTERM')
  }
  const { code, stderr } = await runShopCommand(['backup', file], env)
  if (code !== 0) throw new Error(stderr)
}

/** The whole of a closed shop, after what its next start would complete; without files of restores that failed, which the next one removes. */
async function describe(dataDirectory: string): Promise<string> {
  const postgres = await startPostgres({ directory: join(dataDirectory, 'postgres'), log: () => undefined })
  try {
    await completeRestore({ databaseUrl: postgres.url, dataDirectory })
    const whole = comparable(await takeShopSnapshot({ databaseUrl: postgres.url, dataDirectory }))
    return JSON.stringify(Object.fromEntries(Object.entries(whole).filter(([name]) => !name.includes('.restore-'))))
  } finally {
    await postgres.stop()
  }
}

/** Restores images to a disk without space. */
async function withoutRoom(dataDirectory: string, file: string): Promise<Result> {
  const media = join(dataDirectory, 'media')
  await mkdir(media, { recursive: true })
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k,mode=755', 'none', media], { stdio: 'pipe' })
  } catch (error) {
    return info('a full disk', `not run, no small disk can be mounted here: ${String(error).split('\n')[0]}`)
  }
  try {
    const { code, stderr } = await runShopCommand(['restore', file], { DATA_DIR: dataDirectory })
    const isTold = code === 1 && stderr.endsWith('the disk is full. Nothing was changed.\n')
    const database = JSON.parse(await describe(dataDirectory)) as object
    const seen = `${stderr.trim()} ${Object.keys(database).length} tables and files are there`
    return check(
      'a full disk is reported in one sentence, and nothing is restored',
      isTold && Object.keys(database).length === 0,
      seen,
      'so',
    )
  } finally {
    execFileSync('umount', [media])
  }
}

async function endPostgres(dataDirectory: string): Promise<void> {
  const left = await findPostgresPid(dataDirectory)
  if (left) kill(left, 'SIGQUIT')
  await waitUntil(async () => (await findPostgresPid(dataDirectory)) === undefined, 'PostgreSQL has ended')
}

/** Signals a process that may have ended by itself meanwhile. */
function kill(pid: number, signal: 'SIGKILL' | 'SIGQUIT'): void {
  try {
    process.kill(pid, signal)
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error
  }
}

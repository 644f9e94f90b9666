import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'

/** Names the bundle, if the test runner has built it; otherwise the sources. */
const bundle = process.env['BOLTYARD_SHOP']
const program = bundle === undefined ? 'server/composition/cli.ts' : join(dirname(bundle), 'cli.js')

export interface ShopCommand {
  pid: number
  ended: Promise<{ code: number | null; stdout: string; stderr: string }>
}

/** Starts `npm run shop -- …` in a process of its own, on the shop that the settings name. */
export function startShopCommand(
  args: readonly string[],
  env: Record<string, string>,
  folder = join(import.meta.dirname, '../..'),
): ShopCommand {
  const child = spawn(process.execPath, [program, ...args], {
    cwd: folder,
    env: {
      PATH: process.env['PATH'],
      ...(process.env['NODE_COMPILE_CACHE'] ? { NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] } : {}),
      ...env,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  // Ends with this process.
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  child.once('exit', () => process.off('exit', end))
  const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')]).then(
    ([stdout, stderr, [code]]) => ({ code: code as number | null, stdout, stderr }),
  )
  return { pid: child.pid ?? 0, ended }
}

/** Runs `npm run shop -- …` to its end. */
export const runShopCommand = (args: readonly string[], env: Record<string, string>, folder?: string) =>
  startShopCommand(args, env, folder).ended

import { execFile, execFileSync } from 'node:child_process'
import { copyFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)
const git = (...args: string[]) =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()

/** Returns the tag of the latest release. Throws if there is none. */
export function findPreviousVersion(): string {
  const tag = findLatestTag()
  if (tag === undefined)
    throw new Error('No version was released yet. Name a commit with the same first migrations: --from REF.')
  return tag
}

/** Returns the tag of the latest release; undefined if there is none. */
export function findLatestTag(): string | undefined {
  try {
    return git('describe', '--tags', '--abbrev=0')
  } catch {
    return undefined
  }
}

/** Names a commit for people. */
export const describeVersion = (ref: string) => git('log', '-1', '--format=%h %s', ref)

/** Gives a copy of the project in a folder on the same disk the installed packages. */
export async function linkPackages(directory: string): Promise<void> {
  await run('cp', ['-al', join(root, 'node_modules'), join(directory, 'node_modules')])
  const caches = join(directory, 'node_modules/.cache')
  rmSync(caches, { recursive: true, force: true })
  // npm writes to this one in place, and it would be ours.
  const list = join(directory, 'node_modules/.package-lock.json')
  rmSync(list)
  copyFileSync(join(root, 'node_modules/.package-lock.json'), list)
}

/**
 * Checks a version out into a folder of its own and builds it as `npm start` does; `change` edits it before. The folder is on the disk
 * of the project, whose packages it shares.
 */
export async function prepareVersion(
  directory: string,
  ref: string,
  change: (directory: string) => Promise<void> = async () => undefined,
): Promise<AsyncDisposable> {
  git('worktree', 'add', '--detach', directory, ref)
  const remove = () => {
    // Faster than git, which looks at every file.
    rmSync(directory, { recursive: true, force: true })
    git('worktree', 'prune')
  }
  // However the run ends.
  process.once('exit', remove)
  try {
    await linkPackages(directory)
    // What is built of the same sources is not built again.
    await run('cp', ['-a', join(root, 'build'), join(directory, 'build')])
    await change(directory)
    await run(process.execPath, ['bin/build.js'], { cwd: directory, maxBuffer: 1e8 })
    return {
      async [Symbol.asyncDispose]() {
        process.off('exit', remove)
        remove()
      },
    }
  } catch (error) {
    process.off('exit', remove)
    remove()
    throw error
  }
}

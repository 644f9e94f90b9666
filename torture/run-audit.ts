import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'

/** Returns the findings of `npm run shop -- audit` on the running shop; empty if there are none. */
export async function audit(env: Record<string, string>): Promise<string[]> {
  try {
    await promisify(execFile)(process.execPath, ['server/composition/cli.ts', 'audit'], {
      cwd: join(import.meta.dirname, '..'),
      env: { PATH: process.env['PATH'], ...env },
    })
    return []
  } catch (error) {
    if (!(error instanceof Error) || !('stdout' in error) || !('stderr' in error)) throw error
    return `${String(error.stdout)}${String(error.stderr)}`.trim().split('\n')
  }
}

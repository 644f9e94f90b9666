import { readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { runProgram } from './run-program.js'
import { build, install, pinnedNode, pinnedNodeEnv, root, withBundledShop } from './prepare.js'

await install()
if (process.execPath === realpathSync(pinnedNode)) {
  process.chdir(root)
  await build()
  Object.assign(process.env, pinnedNodeEnv(), await withBundledShop())
  const { runAll } = await import('./run-all-tests.js')
  process.exitCode = await runAll(process.argv.slice(2))
} else {
  runProgram([fileURLToPath(import.meta.url), ...process.argv.slice(2)], withoutShopSettings())
}

/** Unsets every setting of .env.example, so that those of a developer's own shop do not reach the shops of the tests. */
function withoutShopSettings() {
  const settings = readFileSync(join(root, '.env.example'), 'utf8').matchAll(/^# ([A-Z][A-Z0-9_]*)=/gm)
  return Object.fromEntries([...settings].map(([, name]) => [name, undefined]))
}

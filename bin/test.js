import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { handOver } from './hand-over.js'
import { build, install, pinnedNode, root, withBundledShop, withPinnedNode } from './prepare.js'

await install()
if (process.execPath === realpathSync(pinnedNode)) {
  process.chdir(root)
  await build()
  Object.assign(process.env, withPinnedNode(), await withBundledShop())
  const { runAll } = await import('./run-all-tests.js')
  process.exitCode = await runAll(process.argv.slice(2))
} else {
  handOver([fileURLToPath(import.meta.url), ...process.argv.slice(2)], withoutShopSettings())
}

/** What a person has set for a shop of theirs must not reach the shops of the tests. */
function withoutShopSettings() {
  const names =
    /^(?:PORT|HOST|PUBLIC_URL|DATA_DIR|DATABASE_.*|ADMIN_.*|DEMO|SECRET_KEY|SMTP_URL|MAIL_FROM|NODE_ENV|LOG_LEVEL|PAYMENTS)$/
  const prefixes =
    /^(?:METRICS|OTEL|STRIPE|FIREBASE|GOOGLE|FACEBOOK|GITHUB|TWITTER|S3|SMS|IMGBB|RATE|WEB|STARTUP|ORDER|SANDBOX|ENUMERATION|TRUSTED|BOLTYARD)_/
  const unset = Object.keys(process.env).filter((name) => names.test(name) || prefixes.test(name))
  return Object.fromEntries(unset.map((name) => [name, undefined]))
}

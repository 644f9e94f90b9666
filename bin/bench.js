import { handOver } from './hand-over.js'
import { build, install, withBundledShop } from './prepare.js'

await install()
await build()
handOver(['--enable-source-maps', 'bench/main.ts', ...process.argv.slice(2)], await withBundledShop())

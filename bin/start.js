import { build, install } from './prepare.js'
import { runServer } from './run-program.js'

await install({ forShop: true })
await build()
runServer([
  // Collects garbage earlier: keeps the memory of a small shop from growing by hundreds of megabytes.
  '--max-semi-space-size=8',
  '--import',
  './bin/follow-parent.js',
  'build/shop/main.js',
])

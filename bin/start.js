import { runServer } from './run-program.js'
import { build, bundleServer, install } from './prepare.js'

await install()
await build()
await bundleServer()
runServer([
  // Collects garbage earlier: keeps the memory of a small shop from growing by hundreds of megabytes.
  '--max-semi-space-size=8',
  '--import',
  './bin/follow-parent.js',
  'build/shop/main.js',
])

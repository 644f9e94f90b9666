import { handOverServer } from './hand-over.js'
import { build, bundleServer, install } from './prepare.js'

await install()
await build()
await bundleServer()
handOverServer([
  // A small shop's memory: short-lived objects may not spread over hundreds of megabytes before they are collected.
  '--max-semi-space-size=8',
  '--import',
  './bin/follow-parent.js',
  'build/shop/main.js',
])

import { handOver } from './hand-over.js'
import { install } from './prepare.js'

await install()
handOver(['--enable-source-maps', 'server/testing/fuzz/main.ts', ...process.argv.slice(2)])

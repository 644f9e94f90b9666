import { handOverServer } from './hand-over.js'
import { build, install } from './prepare.js'

await install()
await build()
handOverServer(['--enable-source-maps', '--import', './bin/follow-parent.js', 'server/main.ts'])

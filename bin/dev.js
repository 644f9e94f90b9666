import { handOverServer } from './hand-over.js'
import { install } from './prepare.js'

const watched = ['server', 'contract', 'embedded', 'database'].map((folder) => `--watch-path=${folder}`)

await install()
// Vite ends the whole process on a SIGTERM, before the shop has stopped; it leaves a SIGINT to the shop.
handOverServer(
  [
    '--watch-preserve-output',
    '--watch-kill-signal=SIGINT',
    ...watched,
    '--enable-source-maps',
    '--import',
    './bin/light-drizzle.js',
    'server/main.ts',
  ],
  { env: { BOLTYARD_DEV: '1' }, stopSignal: 'SIGINT' },
)

import { runServer } from './run-program.js'
import { buildForDevelopment, install } from './prepare.js'

const watched = ['server', 'contract', 'embedded', 'database'].map((folder) => `--watch-path=${folder}`)

await install({ forShop: true })
await buildForDevelopment()
// Vite exits at once on SIGTERM, before the shop has stopped, but leaves SIGINT to the shop.
runServer(
  [
    '--watch-preserve-output',
    '--watch-kill-signal=SIGINT',
    ...watched,
    '--enable-source-maps',
    'server/composition/main.ts',
  ],
  { env: { BOLTYARD_DEV: '1' }, stopSignal: 'SIGINT' },
)

import { handOverServer } from './hand-over.js'
import { install } from './prepare.js'

const watched = ['server', 'contract', 'embedded', 'database'].map((folder) => `--watch-path=${folder}`)

await install()
handOverServer(['--watch-preserve-output', ...watched, '--enable-source-maps', 'server/main.ts'], { BOLTYARD_DEV: '1' })

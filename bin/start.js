import { build, bundledShop, install, shopFlags } from './prepare.js'
import { runServer } from './run-program.js'

await install({ forShop: true })
await build()
runServer([...shopFlags, '--import', './bin/follow-parent.js', bundledShop.BOLTYARD_SHOP])

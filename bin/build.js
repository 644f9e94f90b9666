import { build, bundleServer, install } from './prepare.js'

// What `npm start` does before it starts the shop, for a new version that is installed while the old one serves.
await install()
await build()
await bundleServer()

import { build, install, pruneDevDependencies } from './prepare.js'

// Builds as `npm start` does before it starts the shop, for a new version that is installed while the old one serves. With --prune, only what
// runs the shop is left: for an image.
await install()
await build()
if (process.argv.includes('--prune')) await pruneDevDependencies()

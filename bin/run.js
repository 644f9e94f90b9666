import { build, bundledShop, install } from './prepare.js'
import { runProgram } from './run-program.js'

// Runs a program of the project: `node bin/run.js [--built] FILE ARGUMENTS…`. With --built, the shops that it starts run as
// `npm start` runs them.

const isBuilt = process.argv[2] === '--built'
const args = process.argv.slice(isBuilt ? 3 : 2)

await install()
if (isBuilt) await build()
runProgram(['--enable-source-maps', ...args], isBuilt ? bundledShop : {})

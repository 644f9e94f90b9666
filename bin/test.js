import { buildWithTests, bundledShop, install } from './prepare.js'
import { runProgram } from './run-program.js'
import { envFileOptions } from './runtime.js'

await install()
await buildWithTests()
runProgram([...envFileOptions(), 'bin/run-all-tests.js', ...process.argv.slice(2)], bundledShop)

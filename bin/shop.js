import { install } from './prepare.js'
import { runProgram } from './run-program.js'
import { envFileOptions } from './runtime.js'

await install()
runProgram(['--enable-source-maps', ...envFileOptions(), 'server/composition/cli.ts', ...process.argv.slice(2)])

import { install } from './prepare.js'
import { runChecks } from './run-checks.js'

await install()
const failed = (await runChecks()).filter(({ passed }) => !passed)
process.exitCode = failed.length > 0 ? 1 : 0

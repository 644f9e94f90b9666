import { startPostgres } from '../start-postgres.ts'

// A stand-in for the shop's process, for tests that kill it: says where PostgreSQL is, then stays, deaf to Ctrl-C.
const [directory = ''] = process.argv.slice(2)
process.on('SIGINT', () => undefined)
const postgres = await startPostgres({ directory, log: (sentence) => process.stderr.write(`${sentence}\n`) })
process.stdout.write(`${postgres.url}\n`)
process.stdin.resume()

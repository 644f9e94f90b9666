import { startPostgres } from '../start-postgres.ts'

// Runs PostgreSQL in a process that tests can kill: prints its URL and ignores Ctrl-C.
const [directory = ''] = process.argv.slice(2)
process.on('SIGINT', () => undefined)
const postgres = await startPostgres({ directory, log: (message) => process.stderr.write(`${message}\n`) })
process.stdout.write(`${postgres.url}\n`)
process.stdin.resume()

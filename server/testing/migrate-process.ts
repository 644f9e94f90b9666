import { createPool } from '#server/platform/database/connections.ts'
import { migrate } from '#server/platform/database/migrate.ts'

// Migrates a database in a process of its own, which a test kills: `node server/testing/migrate-process.ts URL DIRECTORY`.

const [url, directory = ''] = process.argv.slice(2)
const pool = createPool({ connectionString: url, max: 2 })
await migrate(pool, [{ room: 'shop', directory }])
await pool.end()

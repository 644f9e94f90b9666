import { drizzle } from 'drizzle-orm/node-postgres'
import Fastify from 'fastify'
import { createPool } from '../../postgres/testing/test-database.ts'
import { cardsRoutes } from '../cards.routes.ts'

// Runs the sandbox in a process of its own, which a test can kill in the middle of its work.
const [databaseUrl = '', secretKey = '', webhookUrl = '', webhookSecret = '', aheadMs = '0'] = process.argv.slice(2)
const pool = createPool({ connectionString: databaseUrl, max: 8 })
const app = Fastify()
await app.register(
  cardsRoutes({
    db: drizzle(pool),
    secretKey,
    webhook: { url: () => webhookUrl, secret: webhookSecret },
    now: () => new Date(Date.now() + Number(aheadMs)),
  }),
)
console.log(await app.listen({ host: '127.0.0.1', port: 0 }))

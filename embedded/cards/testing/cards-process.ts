import { drizzle } from 'drizzle-orm/node-postgres'
import Fastify from 'fastify'
import pg from 'pg'
import { cardsRoutes } from '../cards-routes.ts'

// The sandbox in a process of its own, so that a test can end it in the middle of its work.
const [databaseUrl = '', secretKey = '', webhookUrl = '', webhookSecret = '', aheadMs = '0'] = process.argv.slice(2)
const pool = new pg.Pool({ connectionString: databaseUrl, max: 8 })
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

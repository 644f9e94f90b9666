import { drizzle } from 'drizzle-orm/node-postgres'
import fastify from 'fastify'
import { createPool } from '../../postgres/testing/test-database.ts'
import { identityRoutes } from '../identity.routes.ts'

// An identity service in a process of its own, for tests that kill it: database, key and what to hang in come by argument.
const [databaseUrl = '', encryptionKey = '', hangIn = ''] = process.argv.slice(2)
const hang = () => {
  process.stdout.write('hanging\n')
  return new Promise<void>(() => undefined)
}
const app = fastify()
await app.register(
  identityRoutes({
    db: drizzle(createPool({ connectionString: databaseUrl })),
    issuer: () => 'http://shop.test',
    projectId: 'boltyard-test',
    encryptionKey: Buffer.from(encryptionKey, 'hex'),
    authorizedDomains: () => ['shop.test'],
    sendMail: () => (hangIn === 'sendMail' ? hang() : Promise.resolve()),
    siteName: () => Promise.resolve('Boltyard'),
    sendSms: () => Promise.resolve(),
    revokeAccess: () => (hangIn === 'endAccess' ? hang() : Promise.resolve()),
    now: () => new Date(),
    limits: false,
    networkOf: (ipAddress) => ipAddress,
    hashInTurn: (_network, work) => work(),
  }),
)
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)

import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyInstance } from 'fastify'

const cookieName = 'recent_write'
/** Twice the lag at which a replica is left out. */
const maxAgeSeconds = 10

/** Whether the client may have changed something that replicas do not show yet. */
export const hasRecentWrite = ({ authorization, cookie }: IncomingHttpHeaders): boolean =>
  authorization !== undefined || (cookie?.includes(`${cookieName}=`) ?? false)

/** Marks each client whose change was accepted, so that what it reads next comes from the primary. */
export function markRecentWrites(app: FastifyInstance, { overTls }: { overTls: boolean }): void {
  const cookie = `${cookieName}=1; Path=/; Max-Age=${maxAgeSeconds}; HttpOnly; SameSite=Lax${overTls ? '; Secure' : ''}`
  app.addHook('onSend', async (request, reply) => {
    if (request.method !== 'GET' && request.method !== 'HEAD' && reply.statusCode < 400)
      reply.header('set-cookie', cookie)
  })
}

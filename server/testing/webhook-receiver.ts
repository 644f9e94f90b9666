import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Webhook } from 'standardwebhooks'

export interface ReceivedWebhook {
  id: string
  /** Verified with this secret; undefined if none of the known ones fits. */
  event: { type: string; timestamp: string; data: { _id: string } & Record<string, unknown> } | undefined
  signatures: number
  body: string
}

/** Starts a server that verifies webhooks as their receivers do; `answer` says the next status, or nothing to stay silent. */
export async function openWebhookReceiver(port = 0) {
  const received: ReceivedWebhook[] = []
  const secrets: string[] = []
  const behavior = { answer: (): number | undefined => 200, text: '' }
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (chunk: Buffer) => void (body += chunk.toString()))
    request.on('end', () => {
      const headers = request.headers as Record<string, string>
      received.push({
        id: headers['webhook-id'] ?? '',
        event: verify(secrets, body, headers),
        signatures: (headers['webhook-signature'] ?? '').split(' ').length,
        body,
      })
      const status = behavior.answer()
      if (status !== undefined) response.writeHead(status).end(behavior.text)
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${bound.port}/hook`,
    port: bound.port,
    received,
    secrets,
    behavior,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

function verify(secrets: readonly string[], body: string, headers: Record<string, string>): ReceivedWebhook['event'] {
  for (const secret of secrets) {
    try {
      return new Webhook(secret).verify(body, headers) as ReceivedWebhook['event']
    } catch {
      // Signed with another one.
    }
  }
  return undefined
}

import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import PostalMime, { type Email } from 'postal-mime'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'

export interface ReceivedMail extends Email {
  envelope: { from: string; to: string[] }
}

export interface MailServer extends AsyncDisposable {
  /** For SMTP_URL. */
  url: string
  received: ReceivedMail[]
  /** The response to a recipient; undefined accepts. */
  refuse: (recipient: string) => { status: number; reason: string } | undefined
  /** Refuses connections until it is opened again. */
  close(): Promise<void>
  open(): Promise<void>
}

/** Starts a mail server that accepts and parses every mail. */
export async function mailServer(options: SMTPServerOptions = {}): Promise<MailServer> {
  const received: ReceivedMail[] = []
  let running: SMTPServer | undefined
  let port = 0
  const server: MailServer = {
    url: '',
    received,
    refuse: () => undefined,
    async open() {
      const smtp = new SMTPServer({
        authOptional: true,
        disabledCommands: ['STARTTLS'],
        closeTimeout: 100,
        onRcptTo({ address }, _session, done) {
          const refusal = server.refuse(address)
          done(refusal ? Object.assign(new Error(refusal.reason), { responseCode: refusal.status }) : undefined)
        },
        onData(stream, { envelope }, done) {
          void stream
            .toArray()
            .then((chunks: Buffer[]) => PostalMime.parse(Buffer.concat(chunks)))
            .then((mail) => {
              received.push({
                ...mail,
                envelope: {
                  from: envelope.mailFrom ? envelope.mailFrom.address : '',
                  to: envelope.rcptTo.map(({ address }) => address),
                },
              })
              done()
            }, done)
        },
        ...options,
      })
      // A client that goes away in the middle is its own business.
      smtp.on('error', () => undefined)
      smtp.listen(port, '127.0.0.1')
      await once(smtp.server, 'listening')
      port = (smtp.server.address() as AddressInfo).port
      server.url = `smtp://127.0.0.1:${port}`
      running = smtp
    },
    async close() {
      const smtp = running
      running = undefined
      if (smtp) await new Promise<void>((resolve) => smtp.close(resolve))
    },
    [Symbol.asyncDispose]: () => server.close(),
  }
  await server.open()
  return server
}

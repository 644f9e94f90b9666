/** Describes one message of a client: a simple query, or everything up to a Sync. */
export interface ClientMessage {
  bytes: Buffer
  /** The SQL text, if known to this connection; empty for other messages. */
  text: string
}

/** Cuts what a client of PostgreSQL sends into what it asks; the first message, which opens the connection, is one of them. */
export function readClientMessages(onMessage: (asked: ClientMessage) => void): (bytes: Buffer) => void {
  const statements = new Map<string, string>()
  let left: Buffer = Buffer.alloc(0)
  let batch: Buffer[] = []
  let text = ''
  let isOpen = false
  return (bytes) => {
    left = Buffer.concat([left, bytes])
    for (;;) {
      // Only the very first message has no letter in front.
      const head = isOpen ? 1 : 0
      if (left.length < head + 4) return
      const length = head + left.readInt32BE(head)
      if (left.length < length) return
      const message = left.subarray(0, length)
      left = left.subarray(length)
      const kind = isOpen ? String.fromCharCode(message[0] ?? 0) : ''
      isOpen = true
      batch.push(message)
      if (kind === 'Q') text = readText(message, 5)
      if (kind === 'P') {
        const name = readText(message, 5)
        text = readText(message, 5 + Buffer.byteLength(name) + 1)
        statements.set(name, text)
      }
      if (kind === 'B') {
        const portal = readText(message, 5)
        text = statements.get(readText(message, 5 + Buffer.byteLength(portal) + 1)) ?? text
      }
      // Parse, Bind, Describe, Execute and Close wait for their Sync.
      if ('PBDEC'.includes(kind) && kind !== '') continue
      onMessage({ bytes: Buffer.concat(batch), text })
      batch = []
      text = ''
    }
  }
}

/** Cuts what PostgreSQL sends into its messages. */
export function readServerMessages(onMessage: (message: Buffer) => void): (bytes: Buffer) => void {
  let left: Buffer = Buffer.alloc(0)
  return (bytes) => {
    left = Buffer.concat([left, bytes])
    while (left.length >= 5) {
      const length = 1 + left.readInt32BE(1)
      if (left.length < length) return
      const message = left.subarray(0, length)
      left = left.subarray(length)
      onMessage(message)
    }
  }
}

/** Cuts what PostgreSQL answers: each answer ends with the word that it is ready, and in or out of a transaction. */
export function readServerAnswers(
  onAnswer: (response: { bytes: Buffer; inTransaction: boolean | undefined }) => void,
): (bytes: Buffer) => void {
  let batch: Buffer[] = []
  return readServerMessages((message) => {
    batch.push(message)
    const kind = String.fromCharCode(message[0] ?? 0)
    const isReady = kind === 'Z'
    // A request for a password or COPY data waits for the client.
    if (!isReady && kind !== 'R' && kind !== 'G') return
    onAnswer({ bytes: Buffer.concat(batch), inTransaction: isReady ? message[5] !== 'I'.charCodeAt(0) : undefined })
    batch = []
  })
}

/** Builds a simple query message. */
export function queryMessage(text: string): Buffer {
  const body = Buffer.from(`${text}\0`)
  const head = Buffer.alloc(5)
  head.write('Q')
  head.writeInt32BE(4 + body.length, 1)
  return Buffer.concat([head, body])
}

function readText(message: Buffer, from: number): string {
  return message.toString('utf8', from, message.indexOf(0, from))
}

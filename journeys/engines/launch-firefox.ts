#!/usr/bin/env node
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { WebSocket, WebSocketServer } from 'ws'

// Starts Firefox for Playwright, which opens every page with commands that the Firefox of Debian (ESR) may not know yet. They only
// choose colors, so a success is answered in its place; all others pass through.

const unknownCommands = new Set(['emulation.setMediaFeaturesOverride'])

const firefox = spawn(process.env['FIREFOX_PATH'] ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'inherit', 'pipe'],
})
firefox.once('exit', (code) => process.exit(code ?? 1))
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => firefox.kill(signal))

for await (const line of createInterface({ input: firefox.stderr })) {
  const address = /WebDriver BiDi listening on (ws:\S+)/.exec(line)?.[1]
  process.stderr.write(`${address ? line.replace(address, await openProxy(address)) : line}\n`)
}

async function openProxy(address: string): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (near, { url = '' }) => void connect(near, `${address}${url}`))
  await once(server, 'listening')
  const bound = server.address()
  return `ws://127.0.0.1:${typeof bound === 'object' && bound ? bound.port : 0}`
}

async function connect(near: WebSocket, address: string): Promise<void> {
  const far = new WebSocket(address, { maxPayload: 2 ** 30 })
  const isOpen = once(far, 'open')
  far.on('message', (data, isBinary) => near.send(data, { binary: isBinary }))
  far.once('close', () => near.close())
  near.once('close', () => far.close())
  near.on('message', (data: Buffer) => {
    // All that come before it is open wait in their order.
    void isOpen.then(() => {
      const command: { id: number; method: string } = JSON.parse(data.toString())
      if (unknownCommands.has(command.method))
        near.send(JSON.stringify({ type: 'success', id: command.id, result: {} }))
      else far.send(data.toString())
    })
  })
  await isOpen
}

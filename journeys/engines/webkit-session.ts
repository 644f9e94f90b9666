import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { findFreePort } from '#embedded/postgres/free-port.ts'

const driverPath = '/usr/bin/WebKitWebDriver'
const displayPath = '/usr/bin/Xvfb'

/** Tells whether WebKitGTK's driver and a display without a screen are installed. */
export const hasWebKit = () => existsSync(driverPath) && existsSync(displayPath)

/** Sends one command of W3C WebDriver. The dozen that are used need no client, of which the smallest weighs 18 MB. */
export type WebDriver = <T>(method: 'GET' | 'POST' | 'DELETE', path: string, body?: object) => Promise<T>

/** Opens a window of WebKitGTK's browser on a display of its own. */
export async function openWebKit(): Promise<{ send: WebDriver } & AsyncDisposable> {
  const display = spawn(displayPath, ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const number = await firstLine(display.stdout)
  const port = await findFreePort()
  const driver = spawn(driverPath, [`--port=${port}`], {
    stdio: 'ignore',
    env: { ...process.env, DISPLAY: `:${number}`, GDK_BACKEND: 'x11' },
  })
  const root = `http://127.0.0.1:${port}`
  const end = async () => {
    driver.kill()
    display.kill()
  }
  try {
    await waitUntilReady(root)
    const { sessionId } = await call<{ sessionId: string }>('POST', `${root}/session`, { capabilities: {} })
    const session = `${root}/session/${sessionId}`
    return {
      send: (method, path, body) => call(method, `${session}${path}`, body),
      async [Symbol.asyncDispose]() {
        await call('DELETE', session)
        await end()
      },
    }
  } catch (error) {
    await end()
    throw error
  }
}

/** A refusal of the driver, e.g. `stale element reference`. */
export class WebDriverError extends Error {}

async function call<T>(method: string, address: string, body?: object): Promise<T> {
  const response = await fetch(address, { method, ...(body ? { body: JSON.stringify(body) } : {}) })
  const { value } = (await response.json()) as { value: T & { error?: string; message?: string } }
  if (!response.ok) throw new WebDriverError(`${value.error}: ${value.message}`)
  return value
}

async function firstLine(stream: NodeJS.ReadableStream): Promise<string> {
  for await (const line of createInterface({ input: stream })) return line
  throw new Error('Xvfb did not start.')
}

async function waitUntilReady(root: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt++) {
    const isReady = await fetch(`${root}/status`).then(
      (response) => response.ok,
      () => false,
    )
    if (isReady) return
    await delay(50)
  }
  throw new Error('WebKitWebDriver did not start.')
}

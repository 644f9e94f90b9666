import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const installed = join(import.meta.dirname, '../../node_modules/@firebase/auth/dist/esm')
const library = readdirSync(installed)
  .filter((name) => name.endsWith('.js'))
  .map((name) => readFileSync(join(installed, name), 'utf8'))
  .join('\n')
const read = (name: string) => readFileSync(join(import.meta.dirname, name), 'utf8')

// spec 9.8
test('the timeouts and intervals of the identity SDK are unchanged', () => {
  for (const words of [
    'const DEFAULT_WIDTH = 500;',
    'const DEFAULT_HEIGHT = 600;',
    '_POLL_WINDOW_CLOSE_TIMEOUT = new Delay(2000, 10000)',
    'const PING_TIMEOUT = new Delay(5000, 15000);',
    'const NETWORK_TIMEOUT = new Delay(30000, 60000);',
    '_POLLING_INTERVAL_MS$1 = 1000;',
    '_POLLING_INTERVAL_MS = 800;',
    '800 /* _TimeoutDuration.LONG_ACK */',
    '3000 /* _TimeoutDuration.COMPLETION */',
    'EVENT_DUPLICATION_CACHE_DURATION_MS = 10 * 60 * 1000;',
    'numAttempts++ > _TRANSACTION_RETRY_COUNT',
    '_TRANSACTION_RETRY_COUNT = 3;',
  ]) {
    assert.ok(library.includes(words), words)
  }
})

// spec 9.7
test('the shop asks for the same windows and the same places to keep a session', () => {
  const windows = read('sdk/popups.ts')
  assert.match(windows, /`width=500,height=600,/)
  assert.match(windows, /closedGraceMs = 2000\b/)
  assert.match(
    read('sdk/auth.ts'),
    /persistence: \[indexedDBLocalPersistence, browserLocalPersistence, browserSessionPersistence\]/,
  )
})

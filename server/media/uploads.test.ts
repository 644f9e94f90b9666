import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { pino } from 'pino'
import sharp from 'sharp'
import type { ProblemBody } from '#contract/problem.ts'
import { maxUploadsPerHour } from '#server/media/upload-limits.ts'
import { createCustomer } from '#server/testing/create-customer.ts'
import { openTestShop, type Person, type TestShop } from '#server/testing/open-test-shop.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

let shop: TestShop
let picture: Buffer
const logged: string[] = []
before(async () => {
  const log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
  shop = await openTestShop({ log, env: { RATE_LIMITS: 'on' } })
  picture = await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
    .png()
    .toBuffer()
})
after(() => shop[Symbol.asyncDispose]())

function upload(person: Pick<Person, 'token'>, bytes: Buffer) {
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(bytes)]), 'x.png')
  return shop.call('POST', '/1/upload', { token: person.token, body: form })
}

/** Starts an upload that stops after a megabyte. */
async function hold(
  person: Pick<Person, 'token'>,
  localAddress = '127.0.0.1',
): Promise<{ socket: Socket; answer: () => string }> {
  const socket = connect({ port: Number(new URL(shop.url).port), host: '127.0.0.1', localAddress })
  let answer = ''
  socket.on('data', (bytes) => (answer += bytes.toString()))
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.write(
    `POST /1/upload HTTP/1.1\r\nhost: x\r\nauthorization: Bearer ${person.token}\r\n` +
      'content-type: multipart/form-data; boundary=b\r\ncontent-length: 9000000\r\n\r\n' +
      '--b\r\ncontent-disposition: form-data; name="image"; filename="x.png"\r\n\r\n',
  )
  socket.write(Buffer.alloc(1_000_000, 7))
  return { socket, answer: () => answer }
}

const unverified = { emailVerified: false }
const directory = () => join(shop.dataDirectory, 'uploads')
const filesNow = async () => (await readdir(directory(), { recursive: true })).filter((name) => name.includes('/'))

// security 32
test('every try to store a picture counts, also of the same one, of none, and of one that breaks off', async () => {
  const customer = await createCustomer(shop, 'unverified', unverified)
  for (const bytes of [picture, picture]) assert.equal((await upload(customer, bytes)).status, 200)
  const { socket } = await hold(customer)
  await waitUntil(async () => (await filesNow()).length === 1, 'the upload has begun')
  socket.destroy()
  await waitUntil(async () => (await filesNow()).length === 0, 'nothing is left of it')
  for (let tries = 3; tries < maxUploadsPerHour.unverified; tries++) {
    assert.equal((await upload(customer, Buffer.from('no picture'))).body.code, 'image-unreadable')
  }
  const refused = await upload(customer, picture)
  assert.equal(`${refused.status} ${refused.body.code}`, '429 too-many-requests')
  assert.ok(Number(refused.headers.get('retry-after')) > 0)
})

test('a verified user may upload more', async () => {
  for (let tries = 0; tries <= maxUploadsPerHour.unverified; tries++) {
    assert.equal((await upload(shop.admin, Buffer.from('no picture'))).body.code, 'image-unreadable')
  }
})

// security 32
test('one user uploads two images concurrently, to files; a third is rejected', async () => {
  const customer = await createCustomer(shop, 'patient')
  const held = [await hold(customer), await hold(customer)]
  await waitUntil(async () => (await filesNow()).length === 2, 'both are being written')
  const third = await upload(customer, picture)
  assert.equal(`${third.status} ${third.body.code}`, '429 too-many-requests')
  const other = await createCustomer(shop, 'neighbour')
  assert.equal((await upload(other, picture)).status, 200)
  for (const { socket } of held) socket.destroy()
  await waitUntil(async () => (await filesNow()).length === 0, 'what was begun is gone')
  assert.equal((await upload(customer, picture)).status, 200)
})

test('however many persons hold uploads, the process takes some at once and keeps places for the verified', async () => {
  const crowd = await Promise.all(Array.from({ length: 10 }, (_, n) => createCustomer(shop, `crowd-${n}`, unverified)))
  const held = await Promise.all([...crowd, ...crowd].map((person, n) => hold(person, `127.0.1.${n + 1}`)))
  const refusals = () => held.filter(({ answer }) => answer().startsWith('HTTP/1.1 429'))
  await waitUntil(() => refusals().length > 0, 'the places are taken')
  const files = await filesNow()
  assert.ok(files.length <= 12, `${files.length} at once`)
  assert.equal((await upload(shop.admin, picture)).status, 200)
  for (const { socket } of held) socket.destroy()
  await waitUntil(async () => (await filesNow()).length === 0, 'what was begun is gone')
})

test('neither one address nor many verified customers keep others and the admin from uploading', async () => {
  const crowd = await Promise.all(Array.from({ length: 15 }, (_, n) => createCustomer(shop, `verified-${n}`)))
  const near = await Promise.all(crowd.map((person) => hold(person, '127.0.2.1')))
  await waitUntil(() => near.filter(({ answer }) => answer().startsWith('HTTP/1.1 429')).length === 9, 'six are taken')
  const neighbour = await createCustomer(shop, 'elsewhere')
  assert.equal((await upload(neighbour, picture)).status, 200)
  const far = await Promise.all(crowd.map((person, n) => hold(person, `127.0.3.${n + 1}`)))
  const more = await Promise.all(crowd.map((person, n) => hold(person, `127.0.4.${n + 1}`)))
  await waitUntil(async () => (await filesNow()).length === 24, 'all are taken')
  assert.equal((await upload(neighbour, picture)).status, 429)
  assert.equal((await upload(shop.admin, picture)).status, 200)
  for (const { socket } of [...near, ...far, ...more]) socket.destroy()
  await waitUntil(async () => (await filesNow()).length === 0, 'what was begun is gone')
})

test('more than 20 MB are cut off while they come, without a stack in the log', async () => {
  const customer = await createCustomer(shop, 'generous')
  logged.length = 0
  const { status, body } = await upload(customer, Buffer.alloc(21 * 1024 * 1024, 7))
  assert.equal(`${status} ${(body as ProblemBody).code}`, '413 too-large')
  assert.deepEqual(await filesNow(), [])
  assert.doesNotMatch(logged.join(''), /"stack"|save request file/)
})

test('uploads of a killed process are removed at the next start', async () => {
  const { pid } = spawnSync(process.execPath, ['-e', '0'])
  const folder = join(directory(), `${hostname()}-${pid}`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'half'), 'x')
  const living = join(directory(), `${hostname()}-${process.ppid}`)
  await mkdir(living)
  await using next = await openTestShop({ sharing: shop })
  assert.ok(next.url)
  assert.equal(existsSync(folder), false)
  assert.equal(existsSync(living), true, 'that of a living process stays')
})

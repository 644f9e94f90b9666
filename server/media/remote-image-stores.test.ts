import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { createRequire } from 'node:module'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { buffer } from 'node:stream/consumers'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { sql } from 'drizzle-orm'
import sharp from 'sharp'
import { deletePictureFiles, deletePictures } from '#server/media/delete-pictures.ts'
import { createS3ImageStore } from '#server/media/s3-image-store.ts'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

interface S3Server {
  run(): Promise<{ port: number }>
  close(): Promise<void>
}
// It comes without types.
const S3rver = createRequire(import.meta.url)('@20minutes/s3rver') as new (options: object) => S3Server

async function upload(shop: TestShop, token: string) {
  const bytes = await sharp({ create: { width: 400, height: 300, channels: 3, background: 'teal' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/png' }), 'teal.png')
  return shop.call<{ code?: string; data: { url: string } }>('POST', '/1/upload', { token, body: form })
}

async function openS3(context: TestContext): Promise<{ S3_ENDPOINT: string; [name: string]: string }> {
  const directory = await mkdtemp(join(tmpdir(), 'boltyard-s3-'))
  const server = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    configureBuckets: [{ name: 'pictures', configs: [] }],
  })
  const { port } = await server.run()
  context.after(async () => {
    await server.close().catch(() => undefined) // one test has closed it already
    await rm(directory, { recursive: true, force: true })
  })
  return {
    S3_ENDPOINT: `http://127.0.0.1:${port}`,
    S3_BUCKET: 'pictures',
    S3_ACCESS_KEY_ID: 'S3RVER',
    S3_SECRET_ACCESS_KEY: 'S3RVER',
  }
}

test('pictures in S3 storage are shared by every process and served from our own address', async (context) => {
  const env = await openS3(context)
  await using one = await openTestShop({ env })
  await using other = await openTestShop({ env, sharing: one })
  const { token } = await one.signUp('painter')
  const { status, body } = await upload(one, token)
  assert.equal(status, 200)
  for (const file of ['960.webp', '320.avif', '640.jpg']) {
    const picture = await fetch(other.url + body.data.url.replace('960.webp', file))
    assert.equal(picture.status, 200, file)
    assert.match(picture.headers.get('content-type') ?? '', /^image\//)
    assert.match(picture.headers.get('cache-control') ?? '', /immutable/)
    assert.equal(
      (await sharp(Buffer.from(await picture.arrayBuffer())).metadata()).width,
      file === '320.avif' ? 320 : 400,
    )
  }
  for (const path of ['/media/nothing/960.webp', '/media/x/secret', '/media/..%2f..%2fx/960.webp']) {
    assert.equal((await fetch(one.url + path)).status, 404, path)
  }
  const { rows } = await one.db.execute<{ id: string }>(sql`SELECT id FROM images`)
  const ids = rows.map(({ id }) => id)
  await one.db.transaction((tx) => deletePictures(tx, { enqueue: () => Promise.resolve() }, ids))
  const store = createS3ImageStore({
    endpoint: env.S3_ENDPOINT,
    bucket: 'pictures',
    region: 'auto',
    accessKeyId: 'S3RVER',
    secretAccessKey: 'S3RVER',
  })
  // Twice, as a job that is repeated.
  await deletePictureFiles(one.db, store, ids)
  await deletePictureFiles(one.db, store, ids)
  assert.equal((await fetch(other.url + body.data.url)).status, 404)
})

test('a failing store is reported as an outage and leaves no partial image', async (context) => {
  const env = { ...(await openS3(context)), S3_SECRET_ACCESS_KEY: 'wrong' }
  await using shop = await openTestShop({ env })
  const { token } = await shop.signUp('painter')
  const { status, body } = await upload(shop, token)
  assert.equal(`${status} ${body.code}`, '503 picture-storage-unavailable')
})

test('an unresponsive store times out, also during garbage collection', async (context) => {
  const silent = createServer(() => undefined)
  await once(silent.listen(0, '127.0.0.1'), 'listening')
  context.after(() => silent.close().closeAllConnections())
  const { port } = silent.address() as AddressInfo
  const keys = { bucket: 'pictures', region: 'auto', accessKeyId: 'a', secretAccessKey: 'b' }
  const store = createS3ImageStore({ ...keys, endpoint: `http://127.0.0.1:${port}` }, 1000)
  setFlagsFromString('--expose-gc')
  const tidying = setInterval(runInNewContext('gc') as () => void, 50)
  context.after(() => clearInterval(tidying))
  const given = AbortSignal.timeout(60_000)
  given.addEventListener('abort', () => silent.closeAllConnections())
  await assert.rejects(async () => store.read?.('id', '960.webp'), { name: 'TimeoutError' })
  await assert.rejects(store.save('id', new Map([['960.webp', Buffer.alloc(1000)]])), { name: 'TimeoutError' })
})

// spec 7.23
test('ImgBB gets the picture and the key from the server, and its address is what a review may show', async (context) => {
  const asked: { url: string; method: string; image: unknown }[] = []
  const imgbb = createServer((request, response) => {
    void buffer(request).then(async (body) => {
      const { method = '', url = '', headers } = request
      const form = await new Response(new Uint8Array(body), {
        headers: { 'content-type': headers['content-type'] ?? '' },
      }).formData()
      asked.push({ method, url, image: form.get('image') })
      response.setHeader('content-type', 'application/json')
      response.end(
        JSON.stringify({ success: true, status: 200, data: { id: 'abc', url: 'https://i.ibb.co/abc/teal.jpg' } }),
      )
    })
  })
  await new Promise<void>((resolve) => imgbb.listen(0, '127.0.0.1', resolve))
  context.after(() => imgbb.close())
  const address = imgbb.address()
  const port = typeof address === 'object' && address ? address.port : 0
  await using shop = await openTestShop({ env: { IMGBB_API_KEY: 'top secret', IMGBB_URL: `http://127.0.0.1:${port}` } })
  const { token, email } = await shop.signUp('painter')
  const { body } = await upload(shop, token)
  assert.equal(body.data.url, 'https://i.ibb.co/abc/teal.jpg')
  assert.equal(asked.length, 1)
  assert.equal(asked[0]?.url, '/1/upload?key=top%20secret')
  assert.equal(asked[0]?.method, 'POST')
  const { image } = asked[0]
  assert.ok(image instanceof File)
  const { format, width, height } = await sharp(await image.arrayBuffer()).metadata()
  assert.deepEqual([format, width, height], ['jpeg', 400, 300])
  assert.ok(!JSON.stringify(body).includes('top secret'))
  const review = { massage: 'Good.', image: body.data.url, rating: 5 }
  assert.equal((await shop.call('POST', '/add-review', { token, body: review })).status, 200)
  const profile = { displayName: 'P', education: 'E', skill: 'S', photoURL: body.data.url }
  assert.equal((await shop.call('PUT', `/user-info-update/${email}`, { token, body: profile })).status, 200)
  const elsewhere = { ...review, image: 'https://i.ibb.co.evil.test/abc/teal.jpg' }
  assert.equal((await shop.call('POST', '/add-review', { token, body: elsewhere })).body.code, 'image-not-ours')
})

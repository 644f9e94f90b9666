import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32, deflateSync } from 'node:zlib'
import sharp from 'sharp'
import { type Person, productBody, provideTestShop } from '#server/testing/open-test-shop.ts'
import { dumpTables } from '#server/testing/dump-tables.ts'

let person: Person
const shop = provideTestShop({}, async () => {
  person = await shop.signUp('painter')
})

interface Uploaded {
  success: boolean
  code?: string
  message?: string
  data: { url: string; placeholder: string; width: number; height: number }
}

function upload(bytes: Uint8Array, { field = 'image', name = 'x.png', type = 'image/png' } = {}) {
  const form = new FormData()
  form.set(field, new Blob([new Uint8Array(bytes)], { type }), name)
  return shop.call<Uploaded>('POST', '/1/upload?key=ignored', { token: person.token, body: form })
}
const drawn = (width: number, height: number) => sharp({ create: { width, height, channels: 3, background: 'orange' } })

// spec 7.23
// security 38
test('a picture is stored in nine variants and served as what it is', async () => {
  const { status, body } = await upload(await drawn(1600, 1200).png().toBuffer())
  assert.equal(status, 200)
  assert.equal(body.success, true)
  assert.match(body.data.url, /^\/media\/[\w-]+\/960\.webp$/)
  assert.deepEqual([body.data.width, body.data.height], [960, 720])
  for (const width of [320, 640, 960]) {
    for (const [name, format] of [
      ['webp', 'webp'],
      ['avif', 'avif'],
      ['jpg', 'jpeg'],
    ] as const) {
      const url = shop.url + body.data.url.replace('960.webp', `${width}.${name}`)
      const response = await fetch(url)
      assert.equal(response.status, 200, url)
      assert.equal(response.headers.get('content-type'), `image/${format}`)
      assert.equal(response.headers.get('x-content-type-options'), 'nosniff')
      assert.match(response.headers.get('cache-control') ?? '', /immutable/)
      const metadata = await sharp(Buffer.from(await response.arrayBuffer())).metadata()
      assert.equal(metadata.width, width)
    }
  }
})

test('every kind of picture is read: JPEG turned upright, transparent, grey, animated, tiny, very tall', async () => {
  const tall = drawn(500, 20_000)
  for (const [name, bytes, size] of [
    ['jpeg', await drawn(400, 200).jpeg().withMetadata({ orientation: 6 }).toBuffer(), [200, 400]],
    ['transparent', await drawn(50, 40).ensureAlpha(0.5).png().toBuffer(), [50, 40]],
    ['grey', await drawn(50, 40).greyscale().png().toBuffer(), [50, 40]],
    ['webp', await drawn(50, 40).webp().toBuffer(), [50, 40]],
    ['avif', await drawn(50, 40).avif().toBuffer(), [50, 40]],
    ['gif', await drawn(50, 40).gif().toBuffer(), [50, 40]],
    ['one pixel', await drawn(1, 1).png().toBuffer(), [1, 1]],
    ['tall', await tall.png().toBuffer(), undefined],
  ] as const) {
    const { status, body } = await upload(bytes)
    assert.equal(status, 200, `${name}: ${JSON.stringify(body)}`)
    if (size) assert.deepEqual([body.data.width, body.data.height], size, name)
  }
})

// security 37
test('nothing but pixels survives', async () => {
  const secret = 'ZZ-SECRET-ZZ'
  const png = await drawn(60, 60).png().toBuffer()
  const jpeg = await drawn(60, 60)
    .withExif({ IFD0: { Copyright: secret } })
    .jpeg()
    .toBuffer()
  assert.ok(jpeg.includes(secret))
  for (const bytes of [jpeg, Buffer.concat([png, Buffer.from(`<script>${secret}</script>`)])]) {
    const { body } = await upload(bytes)
    for (const variant of ['320.webp', '320.avif', '960.webp']) {
      const stored = await fetch(shop.url + body.data.url.replace('960.webp', variant))
      assert.ok(!Buffer.from(await stored.arrayBuffer()).includes(secret))
    }
  }
})

// spec 8.18
// security 37
test('invalid and oversized images are rejected with a message and not stored', async () => {
  const untouched = await dumpTables(shop.db)
  const png = await drawn(300, 300).png().toBuffer()
  const bomb = blackSquare(30_000)
  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><script>1</script></svg>')
  const noise = (mb: number) => Buffer.concat([png, Buffer.alloc(mb * 1024 * 1024, 7)])
  for (const [name, bytes, code] of [
    ['a bomb', bomb, 'image-unreadable'],
    ['SVG', svg, 'image-unreadable'],
    ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), 'image-unreadable'],
    ['HTML that begins as a GIF', Buffer.from('GIF89a/*<script>alert(1)</script>*/=1'), 'image-unreadable'],
    ['half of it', png.subarray(0, png.length / 2), 'image-unreadable'],
    ['nothing', Buffer.alloc(0), 'image-unreadable'],
    ['an animation without end', await longAnimation(), 'image-too-long'],
    ['21 MB', noise(21), 'too-large'],
  ] as const) {
    const { status, body } = await upload(bytes)
    assert.equal(body.code, code, name)
    assert.ok(status === 400 || status === 413, name)
    assert.ok((body.message?.length ?? 0) > 10)
  }
  const wrongField = await upload(png, { field: 'picture' })
  assert.equal(`${wrongField.status} ${wrongField.body.code}`, '400 image-required')
  const noFile = new FormData()
  noFile.set('image', 'text')
  for (const body of [noFile, new FormData()]) {
    const result = await shop.call('POST', '/1/upload', { token: person.token, body })
    assert.equal(`${result.status} ${result.body.code}`, '400 image-required')
    assert.equal(result.body.message, 'Image is Required')
  }
  for (const body of [
    '--b\r\nnonsense',
    '--b\r\ncontent-disposition: form-data; name="image"; filename="x"\r\n\r\nab',
  ]) {
    const headers = { 'content-type': 'multipart/form-data; boundary=b', authorization: `Bearer ${person.token}` }
    const response = await fetch(`${shop.url}/1/upload`, { method: 'POST', headers, body })
    assert.equal(response.status, 400, await response.text())
  }
  const asJson = await shop.call('POST', '/1/upload', { token: person.token, body: { image: 'x' } })
  assert.equal(asJson.body.code, 'image-required')
  assert.equal(await dumpTables(shop.db), untouched)
})

test('the same image is stored once, with a placeholder', async () => {
  const bytes = await drawn(900, 600).jpeg().toBuffer()
  const [first, second] = await Promise.all([upload(bytes), upload(bytes)])
  assert.equal(first.status, 200)
  assert.deepEqual(second.body.data, first.body.data)
  assert.match(first.body.data.placeholder, /^data:image\/webp;base64,[\w+/=]{40,400}$/)
})

// security 39
test('the folder of pictures shows nothing else', async () => {
  for (const path of [
    '/media/',
    '/media/..%2fsecret-key',
    '/media/%2e%2e/secret-key',
    '/media/x',
    '/media/.x/960.webp',
  ]) {
    const { status } = await fetch(shop.url + path)
    assert.ok(status >= 400 && status < 500, `${path} ${status}`)
  }
})

test('products and reviews take only pictures that are stored here', async () => {
  const admin = shop.admin.token
  const product = await shop.addProduct()
  for (const address of [
    'https://evil.test/x.png',
    '//evil.test/x',
    '/media/../x',
    '/tools',
    'javascript:1',
    'data:,x',
  ]) {
    const tool = productBody({ name: address, img: address })
    const review = { massage: 'x', image: address, rating: 1 }
    for (const result of [
      await shop.call('POST', '/tools', { token: admin, body: tool }),
      await shop.call('PUT', `/tools/${product._id}`, { token: admin, body: { img: address } }),
      await shop.call('POST', '/add-review', { token: person.token, body: review }),
    ]) {
      assert.equal(`${result.status} ${result.body.code}`, '400 image-not-ours', address)
    }
  }
})

/** Renders eleven frames of one second each. */
function longAnimation(): Promise<Buffer> {
  const frames = Buffer.alloc(8 * 8 * 3 * 11, 128)
  for (let frame = 0; frame < 11; frame++) frames.fill(20 * frame, frame * 192, (frame + 1) * 192)
  return sharp(frames, { raw: { width: 8, height: 88, channels: 3, pageHeight: 8 } })
    .gif({ delay: Array.from({ length: 11 }, () => 1000) })
    .toBuffer()
}

/** Creates a valid PNG of one bit per pixel: a small file of 900 megapixels. */
function blackSquare(side: number): Buffer {
  const chunk = (name: string, data: Buffer) => {
    const body = Buffer.concat([Buffer.from(name), data])
    const frame = Buffer.alloc(8)
    frame.writeUInt32BE(data.length, 0)
    frame.writeUInt32BE(crc32(body), 4)
    return Buffer.concat([frame.subarray(0, 4), body, frame.subarray(4)])
  }
  const header = Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0])
  header.writeUInt32BE(side, 0)
  header.writeUInt32BE(side, 4)
  const pixels = deflateSync(Buffer.alloc(side * (1 + Math.ceil(side / 8))))
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', pixels), chunk('IEND', Buffer.alloc(0))])
}

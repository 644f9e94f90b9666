import assert from 'node:assert/strict'
import fs from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { mock, test } from 'node:test'
import { zipSync } from 'fflate'
import sharp from 'sharp'
import type { Import } from '#contract/imports.ts'
import { orUnavailable } from '#server/media/store-image.ts'
import { finished, listRows } from '#server/testing/import-table.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop()

const full = Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' })

/** Lets streams into files fail as on a full disk. */
async function onFullDisk<Result>(work: () => Promise<Result>): Promise<Result> {
  const fail = (...parameters: unknown[]) => (parameters.at(-1) as (error: Error) => void)(full)
  const mocks = [mock.method(fs, 'write', fail), mock.method(fs, 'writev', fail)]
  try {
    return await work()
  } finally {
    for (const one of mocks) one.mock.restore()
  }
}

async function send<Answer = unknown>(path: string, field: string, bytes: Uint8Array<ArrayBuffer>, name: string) {
  const form = new FormData()
  form.set(field, new Blob([bytes]), name)
  return shop.call<Answer & { code: string; message: string }>('POST', path, { token: shop.admin.token, body: form })
}
const table = new TextEncoder().encode('Part number,Name\nA-1,Pad\n')
const picture = async () =>
  new Uint8Array(
    await sharp({ create: { width: 2, height: 2, channels: 3, background: 'red' } })
      .png()
      .toBuffer(),
  )

/** Returns the files of uploads and archives. */
async function listLeftovers() {
  const names = await Promise.all(
    ['uploads', 'import-files', 'import-archives'].map((folder) =>
      readdir(join(shop.dataDirectory, folder), { recursive: true, withFileTypes: true }).catch(() => []),
    ),
  )
  return names.flat().filter((entry) => entry.isFile())
}

test('a full disk is no fault of who uploads, and nothing is left of the file', async () => {
  const png = await picture()
  const uploads = [
    ['/imports?kind=products', 'table', table, 'rows.csv'],
    ['/imports', 'pictures', table, 'pictures.zip'],
    ['/1/upload', 'image', png, 'x.png'],
    ['/documents', 'document', table, 'x.pdf'],
  ] as const
  for (const [path, field, bytes, name] of uploads) {
    const { status, body } = await onFullDisk(() => send(path, field, bytes, name))
    assert.equal(`${path} ${status} ${body.code}`, `${path} 507 storage-full`)
    assert.match(body.message, /disk of the shop is full/)
    assert.deepEqual(await listLeftovers(), [], path)
  }
  assert.equal((await shop.call<unknown[]>('GET', '/imports', { token: shop.admin.token })).body.length, 0)
  assert.equal((await send('/imports?kind=products', 'table', table, 'rows.csv')).status, 200)
})

test('a connection takes the next request after a large file that a full disk has refused', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const statusOf = (method: string, path: string, headers: Record<string, string> = {}, body = '') =>
    new Promise<number | undefined>((resolve, reject) => {
      const asked = request(`${shop.url}${path}`, { method, agent, headers }, (response) => {
        response.resume().once('end', () => resolve(response.statusCode))
      })
      asked.once('error', reject).end(body)
    })
  const rows = 'A-1,Pad\n'.repeat(1_000_000)
  const form = `--x\r\ncontent-disposition: form-data; name="table"; filename="rows.csv"\r\n\r\n${rows}\r\n--x--\r\n`
  const headers = { authorization: `Bearer ${shop.admin.token}`, 'content-type': 'multipart/form-data; boundary=x' }
  try {
    assert.equal(await onFullDisk(() => statusOf('POST', '/imports?kind=products', headers, form)), 507)
    assert.equal(await statusOf('GET', '/healthz'), 200)
  } finally {
    agent.destroy()
  }
})

test('pictures of an archive that a full disk does not take say so', async () => {
  await shop.addProduct({ name: 'Without room', sku: 'FULL-1' })
  const archive = new Uint8Array(zipSync({ 'FULL-1.png': await picture() }))
  const filling = mock.method(fs.promises, 'writeFile', () => Promise.reject(full))
  syncBuiltinESMExports()
  try {
    const { body } = await send<{ import: Import }>('/imports', 'pictures', archive, 'pictures.zip')
    const { _id } = await finished(shop, body.import._id)
    const [row] = await listRows(shop, _id)
    assert.match(row?.errors[0]?.message ?? '', /the disk of the shop is full/)
  } finally {
    filling.mock.restore()
    syncBuiltinESMExports()
  }
})

test('a store of pictures on a full disk says so, too', async () => {
  await assert.rejects(
    orUnavailable(() => Promise.reject(full)),
    full,
  )
})

test('a folder of uploads that is gone is an error of the shop', async () => {
  await rm(join(shop.dataDirectory, 'import-files'), { recursive: true })
  const { status, body } = await send('/imports?kind=products', 'table', table, 'rows.csv')
  assert.equal(`${status} ${body.code}`, '500 unexpected')
})

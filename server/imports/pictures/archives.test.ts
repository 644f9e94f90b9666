import assert from 'node:assert/strict'
import fs from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, mock, test } from 'node:test'
import { zipSync } from 'fflate'
import { createArchives, readArchive } from '#server/imports/pictures/archives.ts'
import { newId } from '#server/platform/ids.ts'

let folder = ''
before(async () => void (folder = await mkdtemp(join(tmpdir(), 'archives-'))))
after(() => rm(folder, { recursive: true }))

const nameOf = (index: number) => `${String(index).padStart(5, '0')}.png`

/** Returns an archive whose entries are all the same bytes. */
function archiveOfOneStream(count: number): Buffer {
  const whole = Buffer.from(zipSync({ [nameOf(0)]: new Uint8Array(1000) }))
  const end = whole.subarray(-22)
  const listed = whole.subarray(end.readUInt32LE(16), -22)
  const entries = Array.from({ length: count }, (_, index) => {
    const entry = Buffer.from(listed)
    entry.write(nameOf(index), 46)
    return entry
  })
  const ending = Buffer.from(end)
  ending.writeUInt16LE(count, 8)
  ending.writeUInt16LE(count, 10)
  ending.writeUInt32LE(count * listed.length, 12)
  return Buffer.concat([whole.subarray(0, end.readUInt32LE(16)), ...entries, ending])
}

test('an archive of many names for one stream is refused, before any of them is unpacked', async () => {
  const path = join(folder, 'shared.zip')
  await writeFile(path, archiveOfOneStream(1))
  assert.deepEqual((await readArchive({ path, fileName: 'shared.zip' })).attached, [nameOf(0)])
  await writeFile(path, archiveOfOneStream(5000))
  await assert.rejects(readArchive({ path, fileName: 'shared.zip' }), { code: 'archive-unreadable' })
})

test('archives whose pictures are asked for in turn are read once each, not once for each picture', async () => {
  const archives = createArchives(folder)
  const ids = [newId(), newId()]
  const count = 200
  const names = Array.from({ length: count }, (_, index) => nameOf(index))
  for (const id of ids)
    await writeFile(archives.pathOf(id), zipSync(Object.fromEntries(names.map((name) => [name, Buffer.from(name)]))))
  const read = mock.method(fs, 'read')
  try {
    for (const name of names) for (const id of ids) assert.equal(String(await archives.unpack(id, name)), name)
    // Of each picture the end of the archive, its header and its bytes; of each archive three parts of each entry.
    const most = 2 * count * 4 + 2 * count * 4
    assert.ok(read.mock.callCount() < most, `${read.mock.callCount()} reads`)
  } finally {
    read.mock.restore()
  }
  for (const id of ids) await archives.remove(id)
})

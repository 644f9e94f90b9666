import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { createArchives } from '#server/imports/pictures/archives.ts'
import { createUploadDirectory } from '#server/media/upload-directory.ts'

test('folders of uploads are open to the user of the shop only, also those of an earlier version', async () => {
  const home = await mkdtemp(join(tmpdir(), 'boltyard-uploads-'))
  const modeOf = async (folder: string) => ((await stat(folder)).mode & 0o777).toString(8)
  try {
    const own = await createUploadDirectory(join(home, 'uploads'))
    await mkdir(join(home, 'archives'))
    await chmod(join(home, 'archives'), 0o755)
    await createArchives(join(home, 'archives')).list()
    for (const folder of [own, join(home, 'uploads'), join(home, 'archives')])
      if (process.platform !== 'win32') assert.equal(await modeOf(folder), '700', folder)
  } finally {
    await rm(home, { recursive: true, force: true })
  }
})

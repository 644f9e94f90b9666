import { mkdir, open, rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import sharp, { type Sharp } from 'sharp'
import { imageAddress, imageWidths } from '#server/media/image-address.ts'
import { images } from '#server/media/media.tables.ts'
import type { Database } from '#server/platform/database.ts'
import { newId } from '#server/platform/ids.ts'
import { problem } from '#server/platform/problem.ts'

// A small file may claim to be a huge picture; it is refused before any pixel is decoded.
const mostPixels = 40_000_000
const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])

// WebP and AVIF end at 16,384 pixels; a very tall picture is made narrower to stay far below.
const widest = Math.max(...imageWidths)

sharp.concurrency(2)
sharp.cache(false)

interface Upload {
  bytes: Buffer
  by: { id: string } | undefined
  /** Only for drawings that ship with the shop: visitors' SVG is never rendered. */
  trustedSvg?: boolean
}

/**
 * Stores a picture in all its variants (re-encoded, so that nothing but pixels survives) and answers its address and size.
 * The row is written when the files are on disk. Throws `image-unreadable`.
 */
export async function storeImage(db: Database, directory: string, upload: Upload) {
  const picture = await readPicture(upload)
  const id = newId()
  const draft = join(directory, `.${id}`)
  await mkdir(draft, { recursive: true })
  try {
    let size = { width: 0, height: 0 }
    for (const width of imageWidths) {
      const resized = picture.clone().resize({ width, withoutEnlargement: true })
      const [webp] = await Promise.all([
        resized.clone().webp({ quality: 76, effort: 2 }).toBuffer({ resolveWithObject: true }),
        resized
          .clone()
          .avif({ quality: 52, effort: 1 })
          .toBuffer()
          .then((bytes) => write(join(draft, `${width}.avif`), bytes)),
      ])
      await write(join(draft, `${width}.webp`), webp.data)
      size = { width: webp.info.width, height: webp.info.height }
    }
    await rename(draft, join(directory, id))
    await db.insert(images).values({ id, ...size, uploadedBy: upload.by?.id ?? null })
    return { url: imageAddress(id), ...size }
  } catch (error) {
    await Promise.all([
      rm(draft, { recursive: true, force: true }),
      rm(join(directory, id), { recursive: true, force: true }),
    ])
    throw error
  }
}

async function readPicture({ bytes, trustedSvg }: Upload): Promise<Sharp> {
  try {
    const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', animated: false })
    const { format } = await picture.metadata()
    if (!(formats.has(format) || (trustedSvg && format === 'svg'))) throw problem('image-unreadable')
    // Decoding once proves the file whole and fixes its rotation; all variants come from these pixels.
    const { data, info } = await picture
      .rotate()
      .resize({ width: widest, height: 4 * widest, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true })
    return sharp(data, { raw: { width: info.width, height: info.height, channels: info.channels } })
  } catch {
    throw problem('image-unreadable')
  }
}

async function write(file: string, bytes: Buffer): Promise<void> {
  const handle = await open(file, 'w', 0o644)
  try {
    await handle.writeFile(bytes)
    await handle.sync()
  } finally {
    await handle.close()
  }
}

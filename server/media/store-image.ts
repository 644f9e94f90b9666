import { createHash } from 'node:crypto'
import sharp, { type Sharp } from 'sharp'
import { imageWidths } from '#server/media/image-address.ts'
import { images } from '#server/media/media.tables.ts'
import type { PictureStore } from '#server/media/picture-store.ts'
import type { Database } from '#server/platform/database.ts'
import { problem } from '#server/platform/problem.ts'

// A small file may claim to be a huge picture; it is refused before any pixel is decoded.
const mostPixels = 50_000_000
const longestAnimationMs = 10_000
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
 * Stores a picture in all its variants (re-encoded, so that nothing but pixels survives) under a hash of what was sent, and
 * answers its address, its size and a tiny blurred one to show meanwhile. The row is written when the files are kept.
 * Throws `image-unreadable` and `image-too-long`.
 */
export async function storeImage(db: Database, store: PictureStore, upload: Upload) {
  const picture = await readPicture(upload)
  const id = createHash('sha256').update(upload.bytes).digest('base64url').slice(0, 22)
  const files = new Map<string, Buffer>()
  let size = { width: 0, height: 0 }
  for (const width of imageWidths) {
    // Each encoder would do the resizing once more.
    const resized = await keepPixels(picture.clone().resize({ width, withoutEnlargement: true }))
    const [webp, avif, jpeg] = await Promise.all([
      resized.pixels.clone().webp({ quality: 76, effort: 2 }).toBuffer(),
      resized.pixels.clone().avif({ quality: 52, effort: 1 }).toBuffer(),
      resized.pixels.clone().flatten({ background: '#ffffff' }).jpeg({ quality: 78, progressive: true }).toBuffer(),
    ])
    files.set(`${width}.webp`, webp).set(`${width}.avif`, avif).set(`${width}.jpg`, jpeg)
    size = resized.size
  }
  const placeholder = await drawPlaceholder(picture)
  const url = await keepFiles(store, id, files)
  const uploadedBy = upload.by?.id ?? null
  await db
    .insert(images)
    .values({ id, url, placeholder, ...size, uploadedBy })
    .onConflictDoNothing()
  return { url, placeholder, ...size }
}

/** A tiny picture as a data address; none for a picture through which it would shine for ever. */
async function drawPlaceholder(picture: Sharp): Promise<string> {
  const tiny = picture.clone().resize({ width: 8 })
  if (!(await sharp(await tiny.clone().png().toBuffer()).stats()).isOpaque) return ''
  const bytes = await tiny.webp({ quality: 30 }).toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}

/** A storage that fails is an outage: the picture may be sent again. */
async function keepFiles(store: PictureStore, id: string, files: ReadonlyMap<string, Buffer>): Promise<string> {
  try {
    return await store.keep(id, files)
  } catch (error) {
    const refusal = problem('picture-storage-unavailable')
    refusal.cause = error
    throw refusal
  }
}

async function readPicture({ bytes, trustedSvg }: Upload): Promise<Sharp> {
  if (bytes.length === 0) throw problem('image-unreadable')
  const picture = sharp(bytes, { limitInputPixels: mostPixels, failOn: 'error', animated: false })
  const { format, delay = [] } = await picture.metadata().catch(() => {
    throw problem('image-unreadable')
  })
  if (!(formats.has(format) || (trustedSvg && format === 'svg'))) throw problem('image-unreadable')
  if (delay.reduce((sum, frame) => sum + frame, 0) > longestAnimationMs) throw problem('image-too-long')
  try {
    // Decoding once proves the file whole and fixes its rotation; all variants come from these pixels.
    const fitting = { width: widest, height: 4 * widest, fit: 'inside', withoutEnlargement: true } as const
    return (await keepPixels(picture.rotate().resize(fitting).toColourspace('srgb'))).pixels
  } catch {
    throw problem('image-unreadable')
  }
}

/** Does what was asked of a picture, so that whoever goes on from there does not do it again. */
async function keepPixels(picture: Sharp) {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { pixels: sharp(data, { raw: { width, height, channels } }), size: { width, height } }
}

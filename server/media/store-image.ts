import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import sharp, { type Sharp } from 'sharp'
import { imageWidths } from '#server/media/image-url.ts'
import { images, imageUploads } from '#server/media/media.tables.ts'
import { isDiskFull } from '#server/platform/disk-full.ts'
import type { ImageStore } from '#server/media/image-store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { problem } from '#server/platform/http/problem.ts'

// A small file may claim to be a huge picture; it is refused before any pixel is decoded.
const maxPixels = 50_000_000
const maxAnimationMs = 10_000
const formats = new Set(['jpeg', 'png', 'webp', 'gif', 'heif'])

// WebP and AVIF end at 16,384 pixels; a very tall picture is made narrower to stay far below.
const widest = Math.max(...imageWidths)

sharp.concurrency(2)
sharp.cache(false)

type Uploader = { id: string } | undefined

/** Holds a picture in all its variants, by the names of their files, and a tiny blurred one to show meanwhile. */
export interface RenderedImage {
  id: string
  files: ReadonlyMap<string, Buffer>
  placeholder: string
  width: number
  height: number
}

/** Stores a picture and returns its address, its size and its placeholder. Throws `image-unreadable` and `image-too-long`. */
export const storeImage = async (db: Database, store: ImageStore, { file, by }: { file: string; by: Uploader }) =>
  saveImage(db, store, await renderImage(file), by)

/** Saves the files of a picture, then its row. */
export async function saveImage(
  db: Database,
  store: ImageStore,
  { id, files, ...facts }: RenderedImage,
  by: Uploader,
): Promise<{ url: string; placeholder: string; width: number; height: number }> {
  const url = await orUnavailable(() => store.save(id, files))
  await db.transaction(async (tx) => {
    await tx
      .insert(images)
      .values({ id, url, ...facts })
      .onConflictDoNothing()
    if (by) await tx.insert(imageUploads).values({ imageId: id, uploadedBy: by.id }).onConflictDoNothing()
  })
  return { url, ...facts }
}

/**
 * Renders all variants of a picture (re-encoded, so that nothing but pixels survives) under a hash of its file. Throws `image-unreadable`
 * and `image-too-long`. SVG is for the drawings of the project: that of users is never rendered.
 */
export async function renderImage(file: string, { trustedSvg = false } = {}): Promise<RenderedImage> {
  const picture = await readPicture(file, trustedSvg)
  const id = await fileId(file)
  const files = new Map<string, Buffer>()
  let size = { width: 0, height: 0 }
  for (const width of imageWidths) {
    // Each encoder would do the resizing once more.
    const resized = await applyOperations(picture.clone().resize({ width, withoutEnlargement: true }))
    const [webp, avif, jpeg] = await Promise.all([
      resized.pixels.clone().webp({ quality: 76, effort: 2 }).toBuffer(),
      resized.pixels.clone().avif({ quality: 52, effort: 1 }).toBuffer(),
      resized.pixels.clone().flatten({ background: '#ffffff' }).jpeg({ quality: 78, progressive: true }).toBuffer(),
    ])
    files.set(`${width}.webp`, webp).set(`${width}.avif`, avif).set(`${width}.jpg`, jpeg)
    size = resized.size
  }
  return { id, files, placeholder: await renderPlaceholder(picture), ...size }
}

/** Returns the id of a stored file: the first 132 bits of its SHA-256. */
export async function fileId(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('base64url').slice(0, 22)
}

/** Renders a tiny image as a data URL; none for an image with transparency, which would show it. */
async function renderPlaceholder(picture: Sharp): Promise<string> {
  const tiny = picture.clone().resize({ width: 8 })
  if (!(await sharp(await tiny.clone().png().toBuffer()).stats()).isOpaque) return ''
  const bytes = await tiny.webp({ quality: 30 }).toBuffer()
  return `data:image/webp;base64,${bytes.toString('base64')}`
}

/** Saves files; a failing store is an outage, and the upload can be retried. A full disk is told as such. */
export async function orUnavailable<Result>(save: () => Promise<Result>): Promise<Result> {
  try {
    return await save()
  } catch (error) {
    if (isDiskFull(error)) throw error
    const refusal = problem('picture-storage-unavailable')
    refusal.cause = error
    throw refusal
  }
}

async function readPicture(file: string, trustedSvg: boolean): Promise<Sharp> {
  const picture = sharp(file, { limitInputPixels: maxPixels, failOn: 'error', animated: false })
  const { format, delay = [] } = await picture.metadata().catch(() => {
    throw problem('image-unreadable')
  })
  if (!(formats.has(format) || (trustedSvg && format === 'svg'))) throw problem('image-unreadable')
  if (delay.reduce((sum, frame) => sum + frame, 0) > maxAnimationMs) throw problem('image-too-long')
  try {
    // Decoding once validates the file and applies its rotation; all variants are made from these pixels.
    const fitting = { width: widest, height: 4 * widest, fit: 'inside', withoutEnlargement: true } as const
    return (await applyOperations(picture.rotate().resize(fitting).toColourspace('srgb'))).pixels
  } catch {
    throw problem('image-unreadable')
  }
}

/** Applies the pending operations once, for all that follow. */
async function applyOperations(picture: Sharp) {
  const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true })
  const { width, height, channels } = info
  return { pixels: sharp(data, { raw: { width, height, channels } }), size: { width, height } }
}

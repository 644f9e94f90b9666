import { createHash } from 'node:crypto'
import type { FastifyInstance } from 'fastify'
import { eq } from 'drizzle-orm'
import sharp, { type Sharp } from 'sharp'
import { contrast, grounds, iconSizes, markContrast } from '#contract/store-colors.ts'
import type { Store } from '#contract/store.ts'
import type { Database } from '#server/platform/database/database.ts'
import { handleError, problem } from '#server/platform/http/problem.ts'
import { storeImages } from '#server/store/store.tables.ts'

/** Holds a picture of the store as its row keeps it, and the files that belong to it. */
export interface MadePicture<Picture> {
  picture: Picture
  files: { path: string; bytes: Buffer }[]
}

const folder = '/store-images/'

/** Makes the logo from an uploaded picture: a PNG of at most 640 × 160 pixels, and on which grounds it needs a plate. */
export async function makeLogo(source: string, bytes: Buffer): Promise<MadePicture<NonNullable<Store['logo']>>> {
  const image = open(bytes).resize({ width: 640, height: 160, fit: 'inside', withoutEnlargement: true })
  const { data, info } = await image.png({ compressionLevel: 9 }).toBuffer({ resolveWithObject: true })
  const path = `${idOf(bytes)}-logo.png`
  const { width, height } = info
  return {
    picture: { source, url: folder + path, width, height, ...(await findPlates(data)) },
    files: [{ path, bytes: data }],
  }
}

/** Makes the icons of browsers and phones from an uploaded picture; that of Apple has no transparency. */
export async function makeIcon(source: string, bytes: Buffer): Promise<MadePicture<NonNullable<Store['icon']>>> {
  const id = idOf(bytes)
  const files = await Promise.all(
    iconSizes.map(async (size) => {
      const fitted = open(bytes).resize({ width: size, height: size, fit: 'contain', background: clear })
      const icon = size === 180 ? fitted.flatten({ background: '#ffffff' }) : fitted
      return { path: `${id}-${size}.png`, bytes: await icon.png({ compressionLevel: 9 }).toBuffer() }
    }),
  )
  return { picture: { source, url: folder + id }, files }
}

/** Makes the picture that other sites show with links to the store: a JPEG of 1200 × 630 pixels. */
export async function makeSocialPicture(
  source: string,
  bytes: Buffer,
): Promise<MadePicture<NonNullable<Store['socialPicture']>>> {
  const path = `${idOf(bytes)}-social.jpg`
  const image = open(bytes).resize({ width: 1200, height: 630, fit: 'cover' }).flatten({ background: '#ffffff' })
  return {
    picture: { source, url: folder + path },
    files: [{ path, bytes: await image.jpeg({ quality: 82 }).toBuffer() }],
  }
}

const clear = { r: 0, g: 0, b: 0, alpha: 0 }

const open = (bytes: Buffer): Sharp => sharp(bytes, { limitInputPixels: 50_000_000 }).toColourspace('srgb')

const idOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('base64url').slice(0, 22)

/** Finds the grounds on which the visible part of a logo is too faint on average; a logo without transparency has its own. */
async function findPlates(png: Buffer): Promise<{ plateOnDark: boolean; plateOnLight: boolean }> {
  const small = sharp(png).resize({ width: 64, height: 64, fit: 'inside' }).ensureAlpha().raw()
  const { data } = await small.toBuffer({ resolveWithObject: true })
  const sums = [0, 0, 0]
  let alphas = 0
  for (let at = 0; at < data.length; at += 4) {
    const alpha = data[at + 3] ?? 0
    for (const channel of [0, 1, 2]) sums[channel] = (sums[channel] ?? 0) + (data[at + channel] ?? 0) * alpha
    alphas += alpha
  }
  const isOpaque = alphas >= (data.length / 4) * 254
  if (isOpaque || alphas === 0) return { plateOnDark: false, plateOnLight: false }
  const average = `#${sums
    .map((sum) =>
      Math.round(sum / alphas)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
  return {
    plateOnDark: contrast(average, grounds.header[0]) < markContrast,
    plateOnLight: contrast(average, '#ffffff') < 1.5,
  }
}

/** Serves the pictures of the store, each for ever the same. */
export function serveStoreImages(app: FastifyInstance, db: Database): void {
  app.get<{ Params: { path: string } }>(`${folder}:path`, async (request, reply) => {
    const { path } = request.params
    const [image] = /^[\w-]{22}-\w+\.(?:png|jpg)$/.test(path)
      ? await db.select({ bytes: storeImages.bytes }).from(storeImages).where(eq(storeImages.path, path))
      : []
    if (!image) return handleError(problem('route-not-found'), request, reply)
    return reply
      .header('cache-control', 'public, max-age=31536000, immutable')
      .type(path.endsWith('.png') ? 'image/png' : 'image/jpeg')
      .send(image.bytes)
  })
}

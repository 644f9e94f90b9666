import type { ImageStore } from '#server/media/image-store.ts'
import { problem } from '#server/platform/http/problem.ts'

/** Lists the widths in pixels of the stored variants, each as AVIF, WebP and JPEG. */
export const imageWidths = [320, 640, 960] as const

/** Lists the names of the files of a picture. */
export const imageFiles = imageWidths.flatMap((width) => ['webp', 'avif', 'jpg'].map((type) => `${width}.${type}`))

/** Returns the URL of the widest WebP variant; pages derive the others from it. */
export const buildImageUrl = (id: string) => `/media/${id}/960.webp`

/** Lets only addresses pass that an upload here has answered. Throws `image-not-ours`. */
export type AssertUploadedImage = (address: string) => void

/** Checks for our own addresses, and for those of the image host where pictures are handed to one. */
export function createImageUrlCheck({ origin }: Pick<ImageStore, 'origin'>): AssertUploadedImage {
  return (address) => {
    const isOurs = /^\/media\/[\w-]{1,64}\/(320|640|960)\.(webp|avif|jpg)$/.test(address)
    const isHosted = origin !== undefined && address.startsWith(`${origin}/`)
    if (!isOurs && !(isHosted && /^[\w./-]{1,200}$/.test(address.slice(origin.length)))) throw problem('image-not-ours')
  }
}

import { problem } from '#server/platform/problem.ts'

/** The widths in pixels that every picture is kept in, each as AVIF, WebP and JPEG. */
export const imageWidths = [320, 640, 960] as const

/** The address of a stored picture: its widest WebP; pages derive the other variants from it. */
export const imageAddress = (id: string) => `/media/${id}/960.webp`

/** Lets only addresses pass that an upload here has answered: our own, or the image host's. Throws `image-not-ours`. */
export function assertOurImage(address: string): void {
  const isOurs = /^\/media\/[\w-]{1,64}\/(320|640|960)\.(webp|avif|jpg)$/.test(address)
  if (!isOurs && !/^https:\/\/i\.ibb\.co\/[\w./-]{1,200}$/.test(address)) throw problem('image-not-ours')
}

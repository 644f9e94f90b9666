import { problem } from '#server/platform/problem.ts'

/** The widths in pixels that every picture is kept in, each as AVIF and WebP. */
export const imageWidths = [320, 640, 960] as const

/** The address of a stored picture: its widest WebP; pages derive the other variants from it. */
export const imageAddress = (id: string) => `/media/${id}/960.webp`

/** Lets only addresses of pictures pass that are stored here; throws `image-not-ours`. */
export function assertOurImage(address: string): void {
  if (!/^\/media\/[\w-]{1,64}\/(320|640|960)\.(webp|avif)$/.test(address)) throw problem('image-not-ours')
}

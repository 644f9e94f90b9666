import sharp from 'sharp'

/** Draws an image to upload; the color distinguishes it. */
export async function drawPicture(name: string, background: string) {
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

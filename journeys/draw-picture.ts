import sharp from 'sharp'

/** A picture as a person would pick it from a folder; the colour tells it from others. */
export async function drawPicture(name: string, background: string) {
  const buffer = await sharp({ create: { width: 640, height: 480, channels: 3, background } })
    .png()
    .toBuffer()
  return { name, mimeType: 'image/png', buffer }
}

import type { ImageStore } from '#server/media/image-store.ts'

const origin = 'https://i.ibb.co'

/** Hands pictures to ImgBB, which serves them from its own address. The key stays here. */
export function createImgbbImageStore({
  apiKey,
  url,
}: {
  apiKey: string
  url: string
}): Pick<ImageStore, 'origin' | 'save'> {
  return {
    origin,
    async save(id, files) {
      const form = new FormData()
      const bytes = files.get('960.jpg') ?? Buffer.alloc(0)
      form.set('image', new Blob([new Uint8Array(bytes)], { type: 'image/jpeg' }), `${id}.jpg`)
      const response = await fetch(`${url}/1/upload?key=${encodeURIComponent(apiKey)}`, {
        method: 'POST',
        body: form,
        signal: AbortSignal.timeout(30_000),
      })
      const body: unknown = await response.json().catch(() => undefined)
      const address = readUrl(body)
      if (!response.ok || !address) throw new Error(`ImgBB answered ${response.status} without an address.`)
      return address
    },
  }
}

/** Returns `data.url` of the response if pages may show it. */
function readUrl(body: unknown): string | undefined {
  const data = typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined
  const url = typeof data === 'object' && data !== null && 'url' in data ? data.url : undefined
  return typeof url === 'string' && url.startsWith(`${origin}/`) ? url : undefined
}

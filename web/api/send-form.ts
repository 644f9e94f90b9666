/** Sends a form like `fetch`, with upload progress from 0 to 1, which `fetch` does not report. */
export function sendForm(
  address: string,
  request: {
    method: string
    headers: Record<string, string>
    body: FormData
    signal: AbortSignal
    onProgress: (part: number) => void
  },
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest()
    sending.open(request.method, address)
    for (const [name, value] of Object.entries(request.headers)) sending.setRequestHeader(name, value)
    sending.upload.addEventListener('progress', ({ lengthComputable, loaded, total }) => {
      if (lengthComputable) request.onProgress(loaded / total)
    })
    sending.addEventListener('load', () => {
      const type = sending.getResponseHeader('content-type') ?? ''
      resolve(new Response(sending.responseText, { status: sending.status, headers: { 'content-type': type } }))
    })
    sending.addEventListener('error', () => reject(new TypeError('The form could not be sent.')))
    sending.addEventListener('abort', () => reject(request.signal.reason))
    request.signal.addEventListener('abort', () => sending.abort(), { once: true })
    sending.send(request.body)
  })
}

import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { languages } from '#contract/language.ts'
import { loadWords } from '#web/words/words.ts'
import css from './app.css?inline'

await Promise.all(languages.map(loadWords))

/** Renders whole documents, never streams: they go into the page cache, with their CSS in them. */
export default function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let failed = false
    const document = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        const html = Buffer.concat(chunks)
          .toString()
          .replace(emptyStyle, () => filledStyle)
        resolve(new Response(html, { headers, status: failed ? 500 : status }))
        done()
      },
    })
    const { pipe } = renderToPipeableStream(<ServerRouter context={context} url={request.url} />, {
      onAllReady: () => pipe(document),
      onShellError: reject,
      onError(error) {
        failed = true
        console.error(error)
      },
    })
  })
}

/** The CSS is imported here only, so that neither the browser's bundle nor its hot reload sees it twice. */
const emptyStyle = '<style id="css"></style>'
const filledStyle = `<style id="css">${css}</style>`

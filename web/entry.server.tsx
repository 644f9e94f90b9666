import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { type EntryContext, ServerRouter } from 'react-router'
import { languages } from '#contract/language.ts'
import * as pageStart from '#web/page-start.ts'
import { loadMessages } from '#web/i18n/messages.ts'

/** Lists the inline scripts of every page for the content security policy. */
export const inlineScripts = Object.values(pageStart.inlineScripts)

await Promise.all(languages.map(loadMessages))

/** Renders whole documents, never streams: they go into the page cache. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  context: EntryContext,
): Promise<Response> {
  headers.set('content-type', 'text/html; charset=utf-8')
  const start = import.meta.env.DEV ? '' : await takePageStart(context)
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = []
    let failed = false
    const document = new Writable({
      write(chunk: Buffer, _encoding, done) {
        chunks.push(chunk)
        done()
      },
      final(done) {
        resolve(new Response(Buffer.concat(chunks), { headers, status: failed ? 500 : status }))
        done()
      },
    })
    const { pipe } = renderToPipeableStream(
      <pageStart.PageStartContext value={start}>
        <ServerRouter context={context} url={request.url} />
      </pageStart.PageStartContext>,
      {
        // Nothing is left for later: parts that are sent behind the page are put in their place by scripts, which the page forbids.
        progressiveChunkSize: Infinity,
        onAllReady: () => pipe(document),
        onShellError: reject,
        onError(error) {
          failed = true
          console.error(error)
        },
      },
    )
  })
}

/** Takes out of the context what React Router would write into scripts, which would differ on each page. */
async function takePageStart(context: EntryContext): Promise<string> {
  const { manifest, serverHandoffStream, serverHandoffString = '{}', staticHandlerContext } = context
  const state = await new Response(serverHandoffStream).text()
  delete context.serverHandoffStream
  const matched = staticHandlerContext.matches.flatMap(({ route }) => manifest.routes[route.id] ?? [])
  const start: pageStart.PageStart = {
    context: JSON.parse(serverHandoffString, withoutFlagsOff),
    state,
    routes: matched.map((route) => [route.id, ...filesOf(route)]),
    files: [...new Set([manifest.url, ...manifest.entry.imports, ...matched.flatMap(({ imports = [] }) => imports)])],
    entry: manifest.entry.module,
  }
  return JSON.stringify(start).replaceAll('<', String.raw`\u003c`)
}

/** Leaves out the flags of React Router that are off, which a browser takes for off, too. */
const withoutFlagsOff = (name: string, value: unknown) => (name.startsWith('unstable_') ? value || undefined : value)

type ManifestRoute = NonNullable<EntryContext['manifest']['routes'][string]>

const filesOf = (route: ManifestRoute): string[] =>
  [
    route.clientActionModule,
    route.clientLoaderModule,
    route.clientMiddlewareModule,
    route.hydrateFallbackModule,
    route.module,
  ].filter((file) => file !== undefined)

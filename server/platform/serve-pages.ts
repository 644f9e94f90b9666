import { createHash } from 'node:crypto'
import { pathToFileURL } from 'node:url'
import { join } from 'node:path'
import type { Server } from 'node:http'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import {
  createContext,
  createRequestHandler,
  type RouterContext,
  RouterContextProvider,
  type ServerBuild,
} from 'react-router'
import type { Language } from '#contract/language.ts'
import { type Copies, type Copy, makeCopy, sendCopy } from '#server/platform/copies.ts'
import { readLanguage, renderIn } from '#server/platform/page-language.ts'
import { readCss, type UsedCss } from '#server/platform/used-css.ts'

interface PagesDeps {
  copies: Copies
  /** Vite serves the pages from their sources. */
  dev: boolean
  /** Where `react-router build` has put its result. */
  buildDirectory: string
  /** What loaders may use; pages find it under a context key that both sides share. */
  services: unknown
  allowedOrigins: readonly AllowedOrigins[]
  /** Scripts come only from addresses that a policy of ours has made. */
  trustedTypes: boolean
}

/** More origins that pages may load from, by CSP directive. */
export type AllowedOrigins = Partial<Record<'script-src' | 'connect-src' | 'frame-src' | 'img-src', readonly string[]>>

/** Serves the web application: every page that is not an endpoint. Registered last. */
export async function servePages(app: FastifyInstance, deps: PagesDeps): Promise<void> {
  const { copies, dev, services } = deps
  const build = dev ? await serveFromSources(app) : await serveBuild(app, deps.buildDirectory)
  const handle = createRequestHandler(build, dev ? 'development' : 'production')

  let usedCss: UsedCss | undefined
  function withUsedCss(html: string): string {
    const [style, start, css = '', end] = inlineCss.exec(html) ?? []
    if (style === undefined) return html
    usedCss ??= readCss(css)
    const used = usedCss(html.replace(style, ''))
    return html.replace(style, () => `${start}${used}${end}`)
  }

  async function render(url: string, language: Language): Promise<Response> {
    // Not the Host header: what it says would end up in copies for others.
    const context = new RouterContextProvider(new Map([[contextKey(), services]]))
    return renderIn(language, () => handle(new Request(`http://localhost${url}`), context))
  }

  async function renderCopy(url: string, language: Language): Promise<Copy> {
    const answer = await render(url, language)
    const type = answer.headers.get('content-type') ?? 'text/html; charset=utf-8'
    const location = answer.headers.get('location')
    const text = await answer.text()
    if (!type.startsWith('text/html') || location) {
      return makeCopy(answer.status, text, { ...plainHeaders, 'content-type': type, ...(location ? { location } : {}) })
    }
    const page = url.startsWith('/dashboard') ? withWholeCss(text) : startLate(withUsedCss(text))
    const failed = answer.status >= 500
    return makeCopy(failed ? 503 : answer.status, page, {
      ...(failed ? { 'retry-after': '2' } : {}),
      ...plainHeaders,
      'content-type': type,
      'content-security-policy': contentSecurityPolicy(page, deps),
    })
  }

  app.get('/*', { exposeHeadRoute: true }, async (request, reply) => {
    if (dev) {
      const answer = await render(request.url, readLanguage(request.headers))
      answer.headers.forEach((value, name) => void reply.header(name, value))
      // That of the API allows nothing, and Vite's own scripts have no hashes.
      reply.removeHeader('content-security-policy')
      return reply.code(answer.status).send(await answer.text())
    }
    // What carries a query may depend on it, so it is rendered for the one who asks. So is a page while the data cannot be
    // reached: it says so itself.
    const language = readLanguage(request.headers)
    const make = () => renderCopy(request.url, language)
    const copy = request.url.includes('?') ? await make() : await copies.get(request.url, make, language).catch(make)
    reply.hijack()
    sendCopy(request.raw, reply.raw, copy)
    return reply
  })
}

const inlineCss = /(<style id="css">)([\s\S]*?)(<\/style>)/

/** A dashboard is drawn by its scripts at once, and its browser has the whole CSS from the page before. */
const withWholeCss = (html: string) => html.replace(inlineCss, '$1$3').replace(' media="not all"', '')

const plainHeaders = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'cross-origin-opener-policy': 'same-origin-allow-popups',
}

async function serveFromSources(app: FastifyInstance): Promise<() => Promise<ServerBuild>> {
  const { createServer } = await import('vite')
  const vite = await createServer({
    appType: 'custom',
    server: { middlewareMode: true, ws: { server: app.server as Server } },
  })
  app.addHook('onClose', () => vite.close())
  app.addHook('onRequest', (request, reply, done) => vite.middlewares(request.raw, reply.raw, done))
  return () => vite.ssrLoadModule('virtual:react-router/server-build') as Promise<ServerBuild>
}

async function serveBuild(app: FastifyInstance, directory: string): Promise<ServerBuild> {
  await app.register(fastifyStatic, {
    root: join(directory, 'client'),
    index: false,
    wildcard: false,
    preCompressed: true,
    immutable: true,
    maxAge: '1y',
    setHeaders(reply, path) {
      reply.header('x-content-type-options', 'nosniff')
      // Only what carries its hash in its name never changes.
      if (!path.includes('/assets/')) reply.header('cache-control', 'public, max-age=3600')
    },
  })
  return (await import(pathToFileURL(join(directory, 'server/index.js')).href)) as ServerBuild
}

/** One key object, though Node and the bundle each have their own copy of the module that makes it. */
function contextKey(): RouterContext<unknown> {
  const shared = globalThis as typeof globalThis & { boltyardRender?: RouterContext<unknown> }
  return (shared.boltyardRender ??= createContext<unknown>())
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('base64')

/** A kept page cannot carry a nonce; what stands inline in it is known, so its hashes are the policy. */
export function contentSecurityPolicy(
  html: string,
  { allowedOrigins, trustedTypes }: Pick<PagesDeps, 'allowedOrigins' | 'trustedTypes'>,
): string {
  const allowed = (name: keyof AllowedOrigins) => allowedOrigins.flatMap((origins) => origins[name] ?? [])
  const hashes = (tag: string) =>
    [...html.matchAll(new RegExp(`<${tag}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</${tag}>`, 'g'))].map(
      (match) => `'sha256-${sha256(match[1] ?? '')}'`,
    )
  const rule = (name: string, ...sources: string[]) => `${name} ${[...new Set(sources)].join(' ')}`
  return [
    rule('default-src', "'self'"),
    rule('script-src', "'self'", ...hashes('script'), ...allowed('script-src')),
    rule('style-src', "'self'", ...hashes('style')),
    rule('img-src', "'self'", 'data:', 'blob:', ...allowed('img-src')),
    rule('connect-src', "'self'", ...allowed('connect-src')),
    rule('frame-src', "'self'", ...allowed('frame-src')),
    rule('font-src', "'self'"),
    rule('object-src', "'none'"),
    rule('base-uri', "'none'"),
    rule('form-action', "'self'"),
    rule('frame-ancestors', "'none'"),
    ...(trustedTypes ? ["require-trusted-types-for 'script'"] : []),
  ].join('; ')
}

/**
 * An optional font that came after the first paint is not used, until styles arrive that make the browser look through its fonts again:
 * then all text would move. So one that draws no text by then is given up for as long as the page is open.
 */
const giveUpLateFonts = `try{const{sheet}=document.getElementById("fonts"),text=document.createElement("span"),wide=font=>(text.style.fontFamily=font,text.offsetWidth);text.textContent="mi";text.style.cssText="position:absolute;visibility:hidden;font-size:99px";document.body.append(text);const late=[...sheet.cssRules].map(rule=>wide(rule.style.getPropertyValue("font-family")+",monospace")===wide("monospace"));text.remove();late.reverse().forEach((is,end)=>is&&sheet.deleteRule(late.length-1-end))}catch{}`

/** The first paint owns the network: scripts and the whole CSS start when the page is drawn and idle, or at the first touch. */
function startLate(html: string): string {
  const boot = /<script type="module" async="">([\s\S]*?)<\/script>/.exec(html)
  if (!boot?.[1]) throw new Error('React Router writes its boot script in another way now: adapt startLate().')
  const urls = [...boot[1].matchAll(/^import (?:\* as \w+ from )?("[^"]+");/gm)].map((match) => match[1])
  // What these import in turn is asked for at once, too; only the entry waits for all of them.
  const more = [...html.matchAll(/<link rel="modulepreload" href=("(?:[^"](?!entry\.client))+")/g)].map(
    (match) => match[1],
  )
  const code = boot[1]
    .replaceAll(/^import "[^"]+";/gm, '')
    .replaceAll(/^import \* as (\w+) from ("[^"]+");/gm, 'const $1=await import($2);')
  const wholeCss =
    'new Promise(done=>{const all=document.getElementById("all-css");all.onload=all.onerror=done;all.media="all";if(all.sheet)done()})'
  // A mouse that lies on the page is no touch: it moves when somebody does.
  const touches = '["pointermove","pointerdown","keydown","focusin"]'
  const drawn = 'new Promise(done=>document.hidden?done():requestAnimationFrame(()=>setTimeout(done)))'
  const script = `<script>{let started;const boot=async()=>{if(started)return;started=1;await ${drawn};${giveUpLateFonts}await Promise.all([${wholeCss},...[${[...new Set([...urls, ...more])].join(',')}].map(url=>import(url))]);${code}};for(const type of${touches})addEventListener(type,boot,{once:true,passive:true});addEventListener("load",()=>(window.requestIdleCallback??setTimeout)(boot,{timeout:2e3}))}</script>`
  return html.replaceAll(/<link rel="modulepreload"[^>]*>/g, '').replace(boot[0], () => script)
}

import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { after, before, test } from 'node:test'
import { createElement } from 'react'
import type { ServerBuild } from 'react-router'
import { openTestShop, type TestShop } from '#server/testing/open-test-shop.ts'

const foreignScript = "fetch('/admin/all-users')"
const foreignStyle = 'body{background:url(/stolen)}'

let shop: TestShop
before(async () => {
  await putIntoPage('site-content/blog.route', foreignScript, foreignStyle)
  shop = await openTestShop({ withPages: true })
})
after(() => shop[Symbol.asyncDispose]())

/** Lets a page of the build hold what only a fault could put there. */
async function putIntoPage(routeId: string, script: string, style: string): Promise<void> {
  const file = pathToFileURL(join(import.meta.dirname, '../../build/pages/server/index.js')).href
  const { routes } = (await import(file)) as ServerBuild
  const route = routes[routeId]
  assert.ok(route)
  const raw = (tag: string, html: string) => createElement(tag, { dangerouslySetInnerHTML: { __html: html } })
  const page = () => createElement('main', {}, raw('script', script), raw('style', style))
  routes[routeId] = { ...route, module: { ...route.module, default: page } }
}

async function open(path: string) {
  const response = await fetch(shop.url + path)
  const rules = (response.headers.get('content-security-policy') ?? '').split('; ').map((rule) => rule.split(' '))
  const allowedBy = (name: string) => rules.find(([rule]) => rule === name)?.slice(1) ?? []
  return { html: await response.text(), scripts: allowedBy('script-src'), styles: allowedBy('style-src') }
}

const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`

/** Returns the contents of the executable inline scripts. */
const inlineScripts = (html: string) =>
  [...html.matchAll(/<script([^>]*)>([\s\S]*?)<\/script>/g)]
    .filter(([, attributes = '']) => !/type="application\/(?:ld\+)?json"/.test(attributes))
    .map(([, , code = '']) => code)

// security 42
test('a script or style that a page holds and the build does not know is not allowed to run', async () => {
  const { html, scripts, styles } = await open('/blog')
  assert.ok(html.includes(`<script>${foreignScript}</script>`) && html.includes(`<style>${foreignStyle}</style>`))
  assert.ok(!scripts.includes(hash(foreignScript)))
  assert.ok(!styles.includes(hash(foreignStyle)))
})

// security 42
test('all pages run the same scripts, and their policy allows each of them', async () => {
  const { _id } = await shop.addProduct()
  const { html, scripts } = await open('/')
  const known = inlineScripts(html)
  assert.equal(known.length, 2)
  assert.deepEqual(scripts, ["'self'", ...known.map(hash)])
  const paths = ['/products', `/products/${_id}`, '/products/none', '/no/such/page', '/sign-in?email=a', '/dashboard']
  for (const path of paths) {
    const page = await open(path)
    assert.deepEqual([inlineScripts(page.html), page.scripts], [known, scripts], path)
    assert.deepEqual(page.styles, ["'self'"])
    assert.doesNotMatch(page.html, /<style|style="/, path)
  }
})

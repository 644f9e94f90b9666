import type { RouterContextProvider } from 'react-router'
import { getCategories } from '#contract/categories.ts'
import { listLegalTexts } from '#contract/legal.ts'
import { getSiteContent, menuPages } from '#contract/site-content.ts'
import { renderSettings, serverCall } from '#web/api/server-call.ts'

/** Lists the public pages besides those of categories, legal texts and products. */
const publicPages = ['/', '/products', '/blog', '/portfolio', '/plumbing']

/** Returns the sitemap of all public pages but those of products. */
export async function pagesSitemap(context: Readonly<RouterContextProvider>): Promise<Response> {
  const [{ categories }, legal, { settings }] = await Promise.all([
    serverCall(context, getCategories),
    serverCall(context, listLegalTexts),
    serverCall(context, getSiteContent),
  ])
  const hidden = menuPages.filter((page) => settings[page] === 'hidden').map((page) => `/${page}`)
  const texts = legal.flatMap(({ url, version }) => (version === undefined ? [] : [url]))
  const pages = [
    ...publicPages.filter((path) => !hidden.includes(path)),
    ...texts,
    ...categories.map(({ category }) => `/categories/${category}`),
  ]
  return sitemapOf(context, 'urlset', 'url', pages)
}

/** Writes a sitemap, or an index of sitemaps. */
export function sitemapOf(
  context: Readonly<RouterContextProvider>,
  list: 'urlset' | 'sitemapindex',
  entry: 'url' | 'sitemap',
  paths: readonly string[],
): Response {
  const { publicUrl } = renderSettings(context)
  const xml = [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<${list} xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">`,
    ...paths.map((path) => `  <${entry}><loc>${new URL(path, publicUrl).href}</loc></${entry}>`),
    `</${list}>`,
    '',
  ]
  return new Response(xml.join('\n'), { headers: { 'content-type': 'application/xml; charset=utf-8' } })
}

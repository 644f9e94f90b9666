import { isbot } from 'isbot'
import type { IncomingHttpHeaders } from 'node:http'
import { mayBePersonal } from '#server/platform/personal-text.ts'
import { productPath, readProductSegment } from '#contract/product-path.ts'

export type CountedKind = 'page' | 'referrer' | 'search' | 'viewed' | 'added'

/** Holds what a call is counted under. */
export type Counted = readonly [kind: CountedKind, name: string]

const maxNameLength = 200

/** Whether the caller is counted: no bot, and no browser that asks not to be tracked. */
export function isCounted({ 'user-agent': agent, dnt, 'sec-gpc': gpc }: IncomingHttpHeaders): boolean {
  return dnt !== '1' && gpc !== '1' && agent !== undefined && !isbot(agent)
}

/** Returns the page of a path with the query, as it is counted; undefined for what is no public page. */
export function readView(path: string): Counted[] | undefined {
  if (!path.startsWith('/') || !URL.canParse(path, 'http://shop.invalid')) return undefined
  const { pathname, searchParams, host } = new URL(path, 'http://shop.invalid')
  if (host !== 'shop.invalid' || /^\/(?:dashboard|auth)(?:\/|$)/.test(pathname)) return undefined
  const counted: Counted[] = []
  const [, segment] = /^\/products\/([^/]+)$/.exec(pathname) ?? []
  const product = segment === undefined ? undefined : readProductSegment(segment).id.toLowerCase()
  const isProduct = product !== undefined && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(product)
  // Whatever its words are, it is one product.
  counted.push([
    'page',
    isProduct ? productPath({ _id: product }) : cut(withoutSecrets(pathname.replace(/(?<=[^/])\/+$/, ''))),
  ])
  if (isProduct) counted.push(['viewed', product])
  const words = (searchParams.get('q') ?? '')
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .toLowerCase()
  // Counted without its words, like those beyond the limit of a day.
  if (words !== '') counted.push(['search', mayBePersonal(words) ? '' : cut(words)])
  return counted
}

/** Leaves out the parts of a path that may be a key, an id or personal. */
const withoutSecrets = (path: string) =>
  path
    .split('/')
    .map((part) => (mayBeKey(part) || mayBePersonal(decode(part)) ? '…' : part))
    .join('/')

/** Whether a part of a path is as long as a key, and no words with dashes between them: those hold no long part with a digit. */
const mayBeKey = (part: string) =>
  part.length >= 16 && (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(part) || /(?=[a-z]{0,11}\d)[a-z0-9]{12}/.test(part))

function decode(part: string): string {
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Returns the host of a referrer outside the shop; undefined for none. */
export function readReferrer(referrer: string | undefined, publicUrl: string): Counted | undefined {
  if (!referrer || !URL.canParse(referrer)) return undefined
  const { protocol, hostname } = new URL(referrer)
  if (!/^https?:$/.test(protocol) || hostname === '' || hostname === new URL(publicUrl).hostname) return undefined
  return ['referrer', cut(hostname.replace(/^www\./, ''))]
}

/** Cuts by characters, since half of one cannot be stored. */
const cut = (text: string) => [...text].slice(0, maxNameLength).join('')

import { matchPath, type ServerBuild } from 'react-router'

/** Describes a page request without the parts of the URL that the page does not read. */
export interface PageUrl {
  /** The canonical URL, which serves as the cache key. */
  key: string
  /** The route pattern, such as `/products/:id`. */
  pattern: string
  /** Set for the few pages without parameters, which are requested most. */
  isShared: boolean
  /** The canonical URL to redirect to, if the request used another form. */
  movedTo: string | undefined
}

/** Names the pattern of unknown URLs. */
const notFoundPattern = '/404'

/** Returns where the page is kept that says, for all addresses of a pattern, that there is nothing there. */
export const notFoundKey = (pattern: string) => (pattern === notFoundPattern ? pattern : notFoundPattern + pattern)

type Route = NonNullable<ServerBuild['routes'][string]>

interface Page {
  pattern: string
  /** Whether its loader reads what the address names. */
  readsParams: boolean
  /** The query parameters that it reads, from `handle.query` of its route. */
  query: readonly string[]
  /** The route and its parents; single fetch may request the data of only some. */
  routeIds: readonly string[]
}

const notFound: Page = { pattern: notFoundPattern, readsParams: false, query: [], routeIds: [] }

export interface PageUrlReader {
  read: (url: string) => PageUrl
  /** Returns the key of a page whose path is written as our links write it and names nothing, in next to no time. */
  readPlain: (url: string) => string | undefined
}

/**
 * Reads addresses as React Router does: in any case, with slashes at the end, decoded by segment. A loader is handed the key, so
 * it cannot read a name of the query that its route does not declare.
 */
export function createPageUrlReader(routes: ServerBuild['routes']): PageUrlReader {
  const pages = readPages(routes)
  const plain = new Map(pages.filter(({ pattern }) => !pattern.includes(':')).map((page) => [page.pattern, page]))

  function find(path: string): { page: Page; params: Readonly<Record<string, string | undefined>> } {
    const known = plain.get(path)
    if (known) return { page: known, params: {} }
    const decoded = decodeSegments(path)
    for (const page of pages) {
      const match = decoded === undefined ? null : matchPath(page.pattern, decoded)
      if (match) return { page, params: match.params }
    }
    return { page: notFound, params: {} }
  }

  return {
    read(url) {
      const [address, search] = splitSearch(url)
      const isData = address.endsWith('.data')
      const { page, params } = find(isData ? address.replace(/_?\.data$/, '') || '/' : address)
      const { pattern } = page
      const hasParams = page.readsParams && pattern.includes(':')
      const fill = (valueOf: (name: string) => string) =>
        pattern.replaceAll(/:(\w+)/g, (_, name: string) => valueOf(name))
      const own = fill((name) => encodeURIComponent(params[name] ?? ''))
      const path = hasParams ? own : fill(() => '-')
      const query = readQuery(search, page, isData)
      const suffix = isData ? (path === '/' ? '_.data' : '.data') : ''
      const isMoved = page !== notFound && !isData && own !== address
      return {
        key: path + suffix + query,
        pattern,
        isShared: !hasParams && query === '',
        movedTo: isMoved ? own + url.slice(address.length) : undefined,
      }
    },
    readPlain(url) {
      const [address, search] = splitSearch(url)
      const page = plain.get(address)
      return page && address + readQuery(search, page, false)
    },
  }
}

function splitSearch(url: string): [address: string, search: string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
}

/** Keeps only what the page reads, in one order. */
function readQuery(search: string, page: Page, isData: boolean): string {
  if (search === '' || (page.query.length === 0 && !isData)) return ''
  const given = new URLSearchParams(search)
  const kept = new URLSearchParams()
  for (const name of page.query) for (const value of given.getAll(name)) if (value) kept.append(name, value)
  const ids = isData ? (given.get('_routes') ?? '').split(',') : []
  const wanted = page.routeIds.filter((id) => ids.includes(id))
  if (wanted.length > 0) kept.append('_routes', wanted.join(','))
  return kept.size > 0 ? `?${kept.toString()}` : ''
}

/** Returns all pages, those without parameters first, since they take precedence. */
function readPages(routes: ServerBuild['routes']): Page[] {
  const all = Object.values(routes).filter((route) => route !== undefined)
  const parents = new Set(all.map(({ parentId }) => parentId))
  // A layout is a page by itself only if it has an address of its own and something to show there.
  const leaves = all.filter(({ id, path, index }) => index || (path && path !== '*' && !hasIndex(all, id, parents)))
  return leaves
    .map((leaf) => readPage(leaf, routes))
    .toSorted((one, other) => Number(one.pattern.includes(':')) - Number(other.pattern.includes(':')))
}

const hasIndex = (all: readonly Route[], id: string, parents: ReadonlySet<string | undefined>) =>
  parents.has(id) && all.some(({ parentId, index }) => parentId === id && index)

function readPage(leaf: Route, routes: ServerBuild['routes']): Page {
  const branch: Route[] = []
  for (let route: Route | undefined = leaf; route; route = routes[route.parentId ?? '']) branch.unshift(route)
  const path = branch.flatMap((route) => route.path || []).join('/')
  return {
    pattern: `/${path}`,
    readsParams: leaf.module.loader !== undefined,
    query: readHandle(leaf.module.handle),
    routeIds: branch.map(({ id }) => id),
  }
}

function readHandle(handle: unknown): readonly string[] {
  const query = typeof handle === 'object' && handle !== null && 'query' in handle ? handle.query : []
  return Array.isArray(query) ? query.map(String) : []
}

function decodeSegments(path: string): string | undefined {
  try {
    const segments = path.split('/').map((segment) => decodeURIComponent(segment).replaceAll('/', '%2F'))
    return segments.join('/')
  } catch {
    return undefined
  }
}

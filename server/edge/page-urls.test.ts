import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchRoutes, type RouteObject, type ServerBuild } from 'react-router'
import { createPageUrlReader } from '#server/edge/page-urls.ts'

const loader = () => null
/** Describes routes as `react-router build` does: layouts, pages and a catch-all. */
const routes = Object.fromEntries(
  [
    { id: 'root', path: '' },
    { id: 'robots', path: 'robots.txt', parentId: 'root', module: { loader } },
    { id: 'layout', parentId: 'root' },
    { id: 'home', index: true, parentId: 'layout', module: { loader } },
    { id: 'products', path: 'products', parentId: 'layout', module: { loader, handle: { query: ['q', 'after'] } } },
    { id: 'product', path: ':id', parentId: 'products', module: { loader } },
    { id: 'dashboard', path: 'dashboard', parentId: 'layout' },
    { id: 'orders', index: true, parentId: 'dashboard' },
    { id: 'order', path: 'order/:id', parentId: 'dashboard', module: { handle: { only: 'admin' } } },
    { id: 'all', path: 'order/all', parentId: 'dashboard' },
    { id: 'none', path: '*', parentId: 'layout', module: { loader } },
  ].map((route) => [route.id, { module: {}, ...route }]),
) as unknown as ServerBuild['routes']
const { read, readPlain } = createPageUrlReader(routes)

function treeOf(parentId?: string): RouteObject[] {
  const children = Object.values(routes).filter((route) => route && route.parentId === parentId)
  return children.flatMap((route) => {
    if (!route) return []
    const { id, path } = route
    return route.index ? { id, index: true } : { id, ...(path === undefined ? {} : { path }), children: treeOf(id) }
  })
}

test('an address belongs to the page that the browser’s router finds for it, however it is written', () => {
  const pages = new Map([
    ['home', '/'],
    ['robots', '/robots.txt'],
    ['products', '/products'],
    ['product', '/products/:id'],
    ['orders', '/dashboard'],
    ['order', '/dashboard/order/:id'],
    ['all', '/dashboard/order/all'],
    ['none', '/404'],
  ])
  const paths = [
    '/',
    '/robots.txt',
    '/robots-txt',
    '/products',
    '/products/',
    '/Products//',
    '//products',
    '/%70roducts',
  ]
  paths.push(
    '/products/a',
    '/products/a/',
    '/products/A%20b',
    '/products/a%2Fb',
    '/products/%2F',
    '/products//a',
    '/PRODUCTS/a',
  )
  paths.push(
    '/dashboard',
    '/dashboard/order',
    '/dashboard/order/1',
    '/dashboard/order/all',
    '/dashboard/order/ALL/',
    '/x',
    '/*',
    '/:id',
  )
  for (const path of paths) {
    const found = matchRoutes(treeOf(), path)?.at(-1)?.route.id ?? ''
    assert.equal(read(path).pattern, pages.get(found), path)
    // A cache key must be a URL of the same page.
    assert.equal(matchRoutes(treeOf(), read(path).key)?.at(-1)?.route.id, found, read(path).key)
  }
})

test('of an address only what its page reads is left, in one order', () => {
  for (const [url, key] of [
    ['/?utm_source=x&q=1', '/'],
    ['/products?utm_source=x', '/products'],
    ['/products?after=2&utm=1&q=a+b&after=1', '/products?q=a+b&after=2&after=1'],
    ['/products?q=&q=', '/products'],
    ['/products?', '/products'],
    ['/products/a?q=1', '/products/a'],
    // Its server knows nothing of orders.
    ['/dashboard/order/1?x', '/dashboard/order/-'],
    ['/no/such?q=1', '/404'],
    ['/%zz', '/404'],
    ['/_.data?utm=1', '/_.data'],
    ['/products.data?_routes=product,products,other&q=1', '/products.data?q=1&_routes=products'],
    ['/products/a.data?_routes=products,product', '/products/a.data?_routes=products%2Cproduct'],
    ['/no/such.data', '/404.data'],
  ] as const)
    assert.equal(read(url).key, key, url)
})

test('an address that is written otherwise leads to the page’s own, and there it stays', () => {
  for (const [url, movedTo] of [
    ['/products', undefined],
    ['/products?utm=1', undefined],
    ['/Products/?utm=1', '/products?utm=1'],
    ['/products/a%3ab/', '/products/a%3Ab'],
    ['/dashboard/order/1', undefined],
    ['/Dashboard/order/1', '/dashboard/order/1'],
    ['/No/such/', undefined],
    ['//evil.test', undefined],
    ['/products.data?q=1', undefined],
  ] as const) {
    assert.equal(read(url).movedTo, movedTo, url)
    if (movedTo) assert.equal(read(movedTo).movedTo, undefined, movedTo)
  }
})

test('an address as links write it is read at once, and any other is left to be read later', () => {
  assert.equal(readPlain('/products?q=a&utm=1'), '/products?q=a')
  assert.equal(readPlain('/dashboard?x'), '/dashboard')
  assert.equal(readPlain('/products/a?x'), undefined)
  assert.equal(readPlain('/tools?limit=1'), undefined)
})

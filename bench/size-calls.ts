export interface SizedShop {
  url: string
  adminToken: string
}

/** Describes a call whose duration must not depend on the size of the shop. */
export interface SizeCall {
  what: string
  method?: 'POST'
  path: string
  body?: object
}

/** Describes the fields that are read here. */
interface SomeRow {
  _id: string
  email: string
  sku: string
  available: number
  minOrder: number
}

/** Returns every list, search, order and dashboard call, with ids of existing rows. */
export async function sizeCalls({ url, adminToken }: SizedShop): Promise<SizeCall[]> {
  const get = async (path: string) => {
    const response = await fetch(url + path, { headers: { authorization: `Bearer ${adminToken}` } })
    return {
      rows: (await response.json()) as SomeRow[],
      link: response.headers.get('link'),
    }
  }
  const products = await get('/tools?limit=61')
  // Enough of it for an order in each turn.
  const product = products.rows.find(({ available, minOrder }) => available >= 150 * minOrder)
  const orders = await get('/all-orders?limit=50')
  const [order] = orders.rows
  if (!product || !order) throw new Error('The shop is empty.')
  const next = (list: { link: string | null }) => /<(.+)>/.exec(list.link ?? '')?.[1] ?? ''
  const lists: [what: string, path: string][] = [
    ['GET /tools (the first 1,000)', '/tools'],
    ['GET /tools, next page', next(products)],
    ['GET /tools, a word of many', '/tools?limit=61&q=brake'],
    ['GET /tools, a word of few', `/tools?limit=61&q=${product.sku}`],
    ['GET /tools, a word of many and one of few', '/tools?limit=61&q=disc+p0000777'],
    ['GET /tools, a word of none', '/tools?limit=61&q=nowhere'],
    ['GET /tools/{id}', `/tools/${product._id}`],
    ['GET /reviews', '/reviews?limit=100'],
    ['GET /products', '/products'],
    ['GET /products, a search', '/products?q=disc'],
    ['GET /', '/'],
    ['GET /orders?email=', `/orders?limit=50&email=${order.email}`],
    ['GET /order/{id}', `/order/${order._id}`],
    ['GET /order/{id}/details', `/order/${order._id}/details`],
    ['GET /all-orders', '/all-orders?limit=50'],
    ['GET /all-orders, next page', next(orders)],
    ['GET /all-orders, a word of many', '/all-orders?limit=50&q=brake'],
    ['GET /all-orders, a buyer', `/all-orders?limit=50&q=${order.email}`],
    ['GET /all-orders, an id', `/all-orders?limit=50&q=${order._id}`],
    ['GET /all-orders, a word of none', '/all-orders?limit=50&q=nowhere'],
    ...['unpaid', 'paid', 'paid_short', 'shipped', 'cancelled', 'expired', 'refunded', 'disputed'].map(
      (state): [string, string] => [`GET /all-orders, ${state}`, `/all-orders?limit=50&state=${state}`],
    ),
    ['GET /all-orders, unpaid ones of a word', '/all-orders?limit=50&state=unpaid&q=hana'],
    ['GET /all-tools', '/all-tools?limit=50'],
    ['GET /all-tools, low', '/all-tools?limit=50&show=low'],
    ['GET /all-tools, out', '/all-tools?limit=50&show=out'],
    ['GET /all-tools, by price', '/all-tools?limit=50&sort=price'],
    ['GET /all-tools, by available units', '/all-tools?limit=50&sort=available'],
    ['GET /all-tools, low ones by price', '/all-tools?limit=50&show=low&sort=price'],
    ['GET /all-tools, archived', '/all-tools?limit=50&show=archived'],
    ['GET /all-tools, a search', '/all-tools?limit=50&q=brake+p0000777'],
    ['GET /tools/{id}/stock-movements', `/tools/${product._id}/stock-movements?limit=50`],
    ['GET /all-users', '/all-users?limit=50'],
    ['GET /all-users, a word of many', '/all-users?limit=50&q=hana'],
    ['GET /all-users, a person', `/all-users?limit=50&q=${order.email}`],
    ['GET /all-users, admins', '/all-users?limit=50&role=admin'],
    ['GET /all-reviews', '/all-reviews?limit=50'],
    ['GET /all-reviews, a word of many', '/all-reviews?limit=50&q=brake'],
    ['GET /held-payments', '/held-payments'],
    ['GET /outbox', '/outbox?limit=50'],
    ['GET /audit-log', '/audit-log?limit=50'],
  ]
  const input = {
    productId: product._id,
    quantity: product.minOrder,
    address: '1 Bench Street',
    phoneNumber: '5550100',
  }
  return [
    ...lists.filter(([, path]) => path).map(([what, path]): SizeCall => ({ what, path })),
    { what: 'POST /orders', method: 'POST', path: '/orders', body: input },
  ]
}

/** Returns the milliseconds from the request to the last byte. */
export async function timeCall({ url, adminToken }: SizedShop, { path, method, body }: SizeCall): Promise<number> {
  const begun = performance.now()
  const response = await fetch(url + path, {
    method: method ?? 'GET',
    headers: { authorization: `Bearer ${adminToken}`, ...(body ? { 'content-type': 'application/json' } : {}) },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method ?? 'GET'} ${path}: ${response.status} ${text.slice(0, 300)}`)
  return performance.now() - begun
}

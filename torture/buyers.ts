import type { Tool } from '#contract/catalog.ts'
import { call } from '#torture/call.ts'

export const owner = { email: 'owner@torture.test', password: 'only for this run' }

/** Sets the settings of every shop under test. */
export const ownerEnv = { ADMIN_EMAIL: owner.email, ADMIN_PASSWORD: owner.password }

export interface Person {
  email: string
  token: string
}

/** Signs in or up by the calls of a browser. */
export async function enter(
  url: string,
  verb: 'signUp' | 'signInWithPassword',
  person: { email: string; password: string },
): Promise<Person> {
  const account = await call<{ idToken: string }>(url, 'POST', `/v1/accounts:${verb}?key=boltyard`, {
    body: { ...person, returnSecureToken: true },
  })
  if (account.status !== 200) throw new Error(`${verb} was answered ${JSON.stringify(account.body)}`)
  const access = await call<{ token: string }>(url, 'PUT', `/user/${person.email}`, { token: account.body.idToken })
  if (access.status !== 200) throw new Error(`${verb} of ${person.email} was answered ${JSON.stringify(access.body)}`)
  return { email: person.email, token: access.body.token }
}

/** Signs up new customers. */
export function signUpBuyers(url: string, count: number): Promise<Person[]> {
  return Promise.all(
    Array.from({ length: count }, () =>
      enter(url, 'signUp', { email: `buyer-${crypto.randomUUID()}@torture.test`, password: owner.password }),
    ),
  )
}

/** Puts a product into the shop. */
export async function addProduct(url: string, admin: Person, available: number, name = 'Wheel bolt'): Promise<Tool> {
  const { status, body } = await call<{ tool: Tool }>(url, 'POST', '/tools', {
    token: admin.token,
    body: {
      name: `${name} ${crypto.randomUUID().slice(0, 8)}`,
      content: 'Holds a wheel.',
      available,
      minQuantity: 1,
      price: 1.25,
      img: '/media/torture/960.webp',
    },
  })
  if (status !== 200) throw new Error(`The product was refused: ${JSON.stringify(body)}`)
  return body.tool
}

/** Puts products with plenty of stock into the shop. */
export const addProducts = (url: string, admin: Person, count: number): Promise<Tool[]> =>
  Promise.all(Array.from({ length: count }, () => addProduct(url, admin, 1_000_000)))

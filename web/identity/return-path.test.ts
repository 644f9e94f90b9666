import assert from 'node:assert/strict'
import { test } from 'node:test'
import { returnPath, signInUrl } from '#web/identity/return-path.ts'

const pathOf = (url: string) => returnPath(new URL(url, 'https://shop.test').searchParams)

// spec 2.22
test('the sign-in page leads back to any path of the shop, and to no other site', () => {
  for (const path of ['/', '/blog', '/products/1', '/products?q=a%20b&f=price:1..#list', '/dashboard/my-profile'])
    assert.equal(pathOf(signInUrl(path)), path)
  for (const from of [
    '//example.com/',
    '/.//example.com/',
    '/\\example.com',
    '/a/..//example.com',
    'https://example.com/',
    'blog',
    '',
  ])
    assert.equal(returnPath(new URLSearchParams({ from })), '/', from)
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { visitorNetwork } from '#server/platform/http/visitor-network.ts'

// security 33
test('a customer with a /56 of IPv6 is one visitor, in every spelling; IPv4 counts by address, also when written as IPv6', () => {
  assert.equal(visitorNetwork('203.0.113.7'), '203.0.113.7')
  assert.equal(visitorNetwork('::ffff:203.0.113.7'), '203.0.113.7')
  assert.equal(visitorNetwork('::ffff:cb00:7107'), '203.0.113.7')
  const customer = visitorNetwork('2001:db8:1:200::1')
  for (const same of ['2001:DB8:1:2ff::9', '2001:0db8:0001:0280:1:2:3:4', '2001:db8:1:200::'])
    assert.equal(visitorNetwork(same), customer)
  for (const other of ['2001:db8:1:300::1', '2001:db8:2:200::1', '2001:db8::1'])
    assert.notEqual(visitorNetwork(other), customer)
})

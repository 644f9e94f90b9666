import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listAmountRows } from '#contract/list-amount-rows.ts'
import type { OrderAmounts, TaxRow } from '#contract/orders.ts'

const tax = (reason: string, amount: number): TaxRow => ({
  country: 'US',
  region: 'IL',
  name: amount > 0 ? 'IL sales tax' : '',
  rate: amount > 0 ? '0.0625' : '0',
  reason,
  taxable: 100,
  amount,
})
const taxesOf = (taxes: TaxRow[], includesTax = false) => {
  const amounts = { currency: 'USD', items: 100, taxes, includesTax, total: 100 } satisfies Partial<OrderAmounts>
  return listAmountRows(amounts as OrderAmounts, undefined).flatMap((row) => (row.kind === 'tax' ? row.tax.reason : []))
}

test('what no tax is due on is a row only where there is no tax at all; other zeros keep their reason', () => {
  assert.deepEqual(taxesOf([tax('standard', 6.25), tax('out_of_scope', 0)]), ['standard'])
  assert.deepEqual(taxesOf([tax('standard', 6.25), tax('out_of_scope', 0)], true), [])
  assert.deepEqual(taxesOf([tax('out_of_scope', 0)]), ['out_of_scope'])
  assert.deepEqual(taxesOf([tax('standard', 6.25), tax('customer_exempt', 0)]), ['standard', 'customer_exempt'])
})

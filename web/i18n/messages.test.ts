import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { fieldProblems } from '#contract/field-problems.ts'
import { problems } from '#contract/problem.ts'
import { de } from '#web/i18n/de.ts'
import { en as enPublic } from '#web/i18n/en.ts'
import { enCart } from '#web/i18n/en-cart.ts'
import { enDashboard } from '#web/i18n/en-dashboard.ts'
import { loadMessages, messagesIn } from '#web/i18n/messages.ts'

const refusals = Object.entries(problems).map(([code, { message }]) => [`problem.${code}`, message] as const)
const en: Record<string, string> = { ...Object.fromEntries(refusals), ...enPublic, ...enCart, ...enDashboard }

/** Returns the placeholders and elements of a message. */
function places(message: string): string[] {
  const names = (parts: unknown): string[] => {
    if (!Array.isArray(parts)) return []
    return parts.flatMap((part: unknown) =>
      Array.isArray(part) ? [String(part[0]), ...Object.values(Object(part[2] ?? {})).flatMap(names)] : [],
    )
  }
  const elements = [...message.matchAll(/<(\w+)\/?>/g)].map((match) => `<${match[1]}>`)
  return [...new Set([...names(compileMessage(message)), ...elements])].toSorted()
}

test('both languages have the same sentences with the same places', () => {
  const german: Record<string, string> = de
  const translated = Object.keys(de).filter((id) => !/^(?:card|field)\./.test(id))
  assert.deepEqual(translated.toSorted(), Object.keys(en).toSorted())
  for (const [id, message] of Object.entries(en)) {
    assert.deepEqual(places(german[id] ?? ''), places(message), id)
  }
})

test('what is wrong with a field is said in German, too', () => {
  const german: Record<string, string> = de
  const translated = Object.keys(de).filter((id) => id.startsWith('field.'))
  assert.deepEqual(
    translated.toSorted(),
    Object.keys(fieldProblems)
      .map((code) => `field.${code}`)
      .toSorted(),
  )
  for (const [code, message] of Object.entries(fieldProblems)) {
    assert.deepEqual(places(german[`field.${code}`] ?? ''), places(message), code)
  }
})

/** Their numbers are limits, or parts of a whole, and never one. */
const neverOne = new Set([
  'attention.disputed-many',
  'attention.held-many',
  'attention.overdue-many',
  'attention.short-many',
  'checkout.days-between',
  'customers.days-wrong',
  'days.last',
  'delivery.day-range',
  'facets.more-products',
  'imports.applying',
  'imports.comparing',
  'imports.undo-over',
  'imports.undoing',
  'order.lines-found',
  'product-form.most-units',
  'quick-order.read-as',
  'quick-order.too-many',
  'tax.paste-many',
])

test('what is counted has a singular', () => {
  const counted = /\{[a-z]+(?:, number)?\} (?:[a-z]+ )?[a-z]{2,}s\b(?! (?:is|was|not)\b)/
  const found = Object.entries(en).filter(([id, message]) => {
    if (id.startsWith('problem.') || message.includes('plural')) return false
    const noun = counted.exec(message)?.[0].replace(/^\{\w+(?:, number)?\} /, '')
    return (
      noun !== undefined &&
      /^(?:[a-z]+ )?(?:units|products|orders|items|lines|rows|changes|days|hours|payments|rates|customers|files|pictures)$/.test(
        noun,
      )
    )
  })
  assert.deepEqual(
    found.map(([id]) => id).filter((id) => !neverOne.has(id)),
    [],
  )
  for (const [id, message] of Object.entries<string>({ ...en, ...de }).filter(([name]) =>
    name.startsWith('today.task.'),
  ))
    assert.match(message, /^\{count, plural, one \{.+\} other \{.+\}\}$/, id)
})

test('German refusals write amounts in the currency of the shop', () => {
  const german: Record<string, string> = de
  const written = refusals.flatMap(([id, message]) =>
    [...message.matchAll(/\$\{(\w+)\}/g)].map(([, name]) => [id, `{${name}, number, money}`] as const),
  )
  assert.ok(written.length > 0)
  assert.deepEqual(
    written.filter(([id, amount]) => !german[id]?.includes(amount)),
    [],
  )
})

test('in German, the buttons that place an order say what § 312j BGB wants, and nothing else', async () => {
  await loadMessages('de')
  const inGerman = messagesIn('de')
  const buttons = [inGerman('purchase.place'), ...[0, 1, 2].map((count) => inGerman('cart.place', { count }))]
  assert.deepEqual([...new Set(buttons)], ['Zahlungspflichtig bestellen'])
})

test('German sentences about files write lines and limits as numbers', () => {
  // These have their unit with them: `100 MB`.
  const worded = new Set(['problem.table-too-large', 'problem.table-unpacked'])
  const raw = Object.entries(de).filter(
    ([id, message]) =>
      /^problem\.(?:table|archive|import|edit)-/.test(id) &&
      !worded.has(id) &&
      /\{(?:line|limit|count)\}/.test(message),
  )
  assert.deepEqual(raw, [])
})

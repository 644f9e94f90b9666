import assert from 'node:assert/strict'
import { test } from 'node:test'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import { fieldProblems } from '#contract/field-problems.ts'
import { de } from '#web/i18n/de.ts'
import { en as enPublic } from '#web/i18n/en.ts'
import { enDashboard } from '#web/i18n/en-dashboard.ts'
import { loadMessages, messagesIn } from '#web/i18n/messages.ts'

const en = { ...enPublic, ...enDashboard }

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

test('in German, the buttons that place an order say what § 312j BGB wants, and nothing else', async () => {
  await loadMessages('de')
  const inGerman = messagesIn('de')
  const buttons = [inGerman('purchase.place'), ...[0, 1, 2].map((count) => inGerman('cart.place', { count }))]
  assert.deepEqual([...new Set(buttons)], ['Zahlungspflichtig bestellen'])
})

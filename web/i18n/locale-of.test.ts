import assert from 'node:assert/strict'
import { test } from 'node:test'
import { localeOf } from '#web/i18n/locale-of.ts'

test('a language of a browser that is none has no locale', () => {
  assert.deepEqual([localeOf('de-AT')?.region, localeOf('de')?.region], ['AT', undefined])
  assert.deepEqual([localeOf('en-US@posix'), localeOf('')], [undefined, undefined])
})

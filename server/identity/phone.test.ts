import assert from 'node:assert/strict'
import { test } from 'node:test'
import { solveCaptcha } from '#embedded/identity/testing/solve-captcha.ts'
import type { OutboxMessage } from '#contract/notifications.ts'
import { provideTestShop } from '#server/testing/open-test-shop.ts'

const shop = provideTestShop({ env: { SMS_COUNTRIES: 'US', SMS_TEST_NUMBERS: '+12125550199=654321' } })

type ApiResponse = Record<string, string> & { error?: { message: string } }
const request = async (path: string, body?: object) => {
  const response = await shop.call<ApiResponse>(
    body ? 'POST' : 'GET',
    `${path}${path.includes('?') ? '&' : '?'}key=boltyard`,
    {
      body,
    },
  )
  return { ...response, error: response.body.error?.message }
}
const sendCode = async (phoneNumber: string) =>
  request('/v1/accounts:sendVerificationCode', { phoneNumber, recaptchaToken: await solveCaptcha({ call: request }) })
const textsTo = async (phoneNumber: string) => {
  const { body } = await shop.call<OutboxMessage[]>('GET', `/outbox?q=${encodeURIComponent(phoneNumber)}`, {
    token: shop.admin.token,
  })
  return body
}
const enter = async (phoneNumber: string, codeOf: () => Promise<string>) => {
  const { body, error } = await sendCode(phoneNumber)
  assert.equal(error, undefined)
  return request('/v1/accounts:signInWithPhoneNumber', { sessionInfo: body['sessionInfo'], code: await codeOf() })
}

test('a code that nothing delivers is read in the outbox, and opens an account that still wants an address', async () => {
  const phoneNumber = '+12125550123'
  const { status, body } = await enter(phoneNumber, async () => {
    const [text] = await textsTo(phoneNumber)
    assert.partialDeepStrictEqual(text, { channel: 'sms', state: 'kept', kind: 'phone-code', hidden: false })
    return /\d{6}/.exec(text?.text ?? '')?.[0] ?? ''
  })
  assert.equal(status, 200)
  const idToken = body['idToken']
  const exchange = await shop.call('PUT', '/user/nobody@customer.test', { token: idToken })
  assert.equal(`${exchange.status} ${exchange.body.code}`, '403 email-required')
  assert.equal((await request('/v1/accounts:delete', { idToken })).status, 200)
})

test('a test number has its code from the settings, and gets no message', async () => {
  const { status } = await enter('+12125550199', async () => '654321')
  assert.equal(status, 200)
  assert.deepEqual(await textsTo('+12125550199'), [])
})

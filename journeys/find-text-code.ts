import { expect } from '@playwright/test'
import type { JourneyShop } from './shop.ts'

/** Returns the code of the newest text message to a phone, once there are `count` of them. */
export async function findTextCode(shop: JourneyShop, phone: string, count = 1): Promise<string> {
  const read = () => shop.database('SELECT text_body FROM outbox WHERE recipient = $1 ORDER BY id DESC', [phone])
  const counting = expect.poll(async () => (await read()).length, {
    message: `text messages to ${phone}`,
    // The browser works for each of them first.
    timeout: 30_000,
  })
  await counting.toBeGreaterThanOrEqual(count)
  const text = String((await read())[0]?.['text_body'])
  return /\d{6}/.exec(text)?.[0] ?? ''
}

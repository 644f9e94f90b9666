import { findFirefox, firefoxOptions } from './engines/firefox.ts'
import { buyAndShip, buyInGermanOnPhone } from './main-stories.ts'
import { test } from './shop.ts'
import { newPerson } from './sign-up.ts'

const hasFirefox = findFirefox() !== undefined
const where = hasFirefox ? 'Firefox' : 'Firefox, which is not installed (apt-get install firefox-esr)'
// A screenshot adds a style sheet that the policy of the pages forbids, which Firefox reports.
if (hasFirefox) test.use({ ...firefoxOptions, screenshot: 'off' })
test.skip(!hasFirefox, where)

test(`${where}: a buyer orders and pays, an admin ships`, async ({ page, shop }) => {
  await buyAndShip(page, shop, newPerson('Foxy'))
})

test(`${where}: a German buyer orders on a phone`, async ({ page }) => {
  await buyInGermanOnPhone(page, newPerson('Frieda'))
})

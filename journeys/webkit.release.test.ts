import { WebKitPage } from './engines/webkit-page.ts'
import { hasWebKit, openWebKit } from './engines/webkit-session.ts'
import { buyAndShip, buyInGermanOnPhone } from './main-stories.ts'
import { test } from './shop.ts'
import { newPerson } from './sign-up.ts'

const where = hasWebKit() ? 'WebKit' : 'WebKit, which is not installed (apt-get install webkit2gtk-driver xvfb)'
test.skip(!hasWebKit(), where)

test(`${where}: a buyer orders and pays, an admin ships`, async ({ shop }) => {
  await using browser = await openWebKit()
  await buyAndShip(new WebKitPage(browser.send, shop.url), shop, newPerson('Wendy'))
})

test(`${where}: a German buyer orders on a phone`, async ({ shop }) => {
  await using browser = await openWebKit()
  await buyInGermanOnPhone(new WebKitPage(browser.send, shop.url), newPerson('Frieda'))
})

import { countSteps } from './count-steps.ts'
import { findToast } from './find-toast.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'

// route /dashboard/phrases as admin
test('words that were not read are answered by key, for all parts at once, and an answer is taken back', async ({
  page,
  shop,
}) => {
  await shop.database(`
    INSERT INTO fits_texts (product_id, text)
    SELECT id, CASE row_number() OVER (ORDER BY position) WHEN 1 THEN 'Zonkmobil 2005-2007' WHEN 2 THEN 'Zonkmobil' WHEN 3 THEN 'VW Golf'
      ELSE 'Klonk VW Golf V Trimf' END
    FROM products WHERE archived_at IS NULL AND fit_kind = 'none' ORDER BY position LIMIT 4`)
  // While texts are read, the page says so, and shows their questions by itself.
  const counts = { texts: 4, complete: 0, waiting: 4, fromNames: 0, ready: 0, applied: 0 }
  const answered = { texts: 0, ready: 0, answered: 0, checked: 0 }
  const json = {
    counts,
    phrases: [],
    answered: [],
    families: { counts: answered, families: [] },
    words: { counts: answered, words: [] },
  }
  await page.route('**/fits-phrases', (route) => route.fulfill({ json }))
  await openAsAdmin(page, shop, '/dashboard/phrases')
  await expect(page.getByRole('progressbar', { name: 'Reading 4 texts…' })).toBeVisible()
  await expect(page.getByText('Every word is read')).toHaveCount(0)
  await page.unroute('**/fits-phrases')
  await expect(page.getByRole('progressbar')).toHaveCount(0)
  // Names of parts are read, too; with them, what was there before.
  await page.getByRole('button', { name: 'Read names' }).click()
  await expect(page.getByText(/names? (is|are) being read/).first()).toBeVisible()
  const row = page.getByRole('listitem', { name: 'Zonkmobil', exact: true }).filter({ hasText: 'Parts with it' })
  await expect(row).toContainText('Parts with it: 2')
  await expect(page.getByRole('main')).toContainText('Volkswagen Golf')
  // What may be one of several vehicles is chosen among them: two keys.
  const golf = page.getByRole('listitem', { name: 'Volkswagen Golf', exact: true }).filter({ hasText: 'Parts with it' })
  const { steps, press } = countSteps()
  await press(golf, '1')
  await expect(golf.getByRole('button', { pressed: true })).toHaveCount(1)
  await press(golf, 'Enter')
  await expect(page.getByText('“Volkswagen Golf” means Volkswagen Golf', { exact: false }).first()).toBeVisible()
  await expect(golf).toHaveCount(0)
  expect(steps.keys).toBe(2)
  // The next phrase has the focus.
  await expect(page.locator('[data-phrase]:focus')).toHaveCount(1)
  // What is proposed nowhere is found by typing on the row, also with Enter before the answer.
  await row.focus()
  await page.keyboard.type('golf 5')
  await page.keyboard.press('Enter')
  await expect(row.getByRole('button', { name: 'Volkswagen Golf V 2003', pressed: true })).toBeVisible()
  await expect(row).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(findToast(page, '“Zonkmobil” means Volkswagen Golf V')).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Take back the answer for “Zonkmobil”' }).click()
  // What is no vehicle takes one key.
  await expect(row).toBeVisible()
  await press(row, '0')
  expect(steps.keys).toBe(3)
  await expect(findToast(page, '“Zonkmobil” is not a vehicle')).toBeVisible()
  await expect(row).toHaveCount(0)
  await page.getByRole('button', { name: 'Take back the answer for “Zonkmobil”' }).click()
  await expect(row).toBeVisible()
  // What is read to the end is applied behind a dry run that shows each part.
  await golf.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Apply…' }).click()
  await expect(page.getByRole('heading', { name: 'Vehicles read in texts' })).toBeVisible()
  await expect(page.getByText('Volkswagen Golf', { exact: false }).first()).toBeVisible()
  await page.getByRole('button', { name: 'Apply one change' }).click()
  await expect(page.getByText('are in the shop', { exact: false }).first()).toBeVisible()
  await page.goto('/dashboard/phrases')
  // All generations are one answer, for all models at once, and are taken back as one.
  await page.getByRole('button', { name: 'Take back the answer for “Volkswagen Golf”' }).click()
  const families = page.getByRole('region', { name: 'Models without a generation' })
  const all = countSteps()
  await all.click(families.getByRole('button', { name: 'They fit all generations…' }))
  await all.click(page.getByRole('alertdialog').getByRole('button', { name: 'They fit all generations' }))
  await expect(families).toContainText('means all generations')
  expect(all.steps.clicks).toBe(2)
  await families.getByRole('button', { name: 'Take all back…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
  await expect(golf).toBeVisible()
  // So is that buyers check for themselves, for one model by one key.
  await families.getByRole('button', { name: 'Show “Check” for them…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Show “Check”' }).click()
  await expect(families).toContainText('as “Check”')
  await families.getByRole('button', { name: 'Take all back…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click()
  const byKey = countSteps()
  await byKey.press(golf, '-')
  expect(byKey.steps.keys).toBe(1)
  await expect(golf).toHaveCount(0)
  await page.getByRole('button', { name: 'Take back the answer for “Volkswagen Golf”' }).click()
  await expect(golf).toBeVisible()
  // One text alone is answered by two clicks, and stays an answer of its own, which is taken back.
  await golf.getByText('It differs from part to part').click()
  const alone = countSteps()
  const text = golf.getByRole('listitem', { name: 'VW Golf', exact: true })
  await alone.click(text.getByRole('button', { name: /Volkswagen Golf V 2003/ }))
  await alone.click(text.getByRole('button', { name: 'Take', exact: true }))
  expect(alone.steps.clicks).toBe(2)
  await expect(golf).toHaveCount(0)
  await page.getByRole('button', { name: 'Take back the answer for “VW Golf”' }).click()
  await expect(golf).toBeVisible()
  // The rest of a text is one question, which one key completes.
  const rest = page.getByRole('listitem', { name: 'Klonk VW Golf V Trimf' }).filter({ hasText: 'Parts with it' })
  await expect(rest).toContainText('Read: Volkswagen Golf V')
  await expect(rest).toContainText('Left over: Klonk · Trimf')
  await press(rest, '0')
  expect(steps.keys).toBe(4)
  await expect(findToast(page, '“Klonk VW Golf V Trimf” means Volkswagen Golf V')).toBeVisible()
  await expect(rest).toHaveCount(0)
  await page.getByRole('button', { name: 'Take back the answer for “Klonk VW Golf V Trimf”' }).click()
  await expect(rest).toBeVisible()
  // Words that are no vehicle are answered at once, but for what is taken out; and taken back at once.
  const words = page.getByRole('region', { name: 'Words that look like no vehicle' })
  const none = countSteps()
  await none.click(words.getByRole('checkbox', { name: 'Zonkmobil' }))
  await none.click(words.getByRole('button', { name: 'None is a vehicle…' }))
  await none.click(page.getByRole('alertdialog').getByRole('button', { name: 'None is a vehicle' }))
  expect(none.steps.clicks).toBe(3)
  await expect(words.getByRole('checkbox')).toHaveCount(1)
  await page.getByRole('region', { name: 'Messages' }).getByRole('button', { name: 'Take back' }).click()
  await expect(words.getByRole('checkbox', { name: 'Cordless' })).toBeVisible()
  await page.getByRole('button', { name: 'Take names out' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Take names out' }).click()
  await expect(page.getByText(/texts? (is|are) (the )?names? of/)).toHaveCount(0)
})

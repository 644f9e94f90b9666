import { importErpFile } from './erp-file.ts'
import { expect, test } from './shop.ts'
import { openAsAdmin } from './sign-in.ts'

test('8,000 rows of an ERP with planted errors are applied in nine clicks', async ({ page, shop }) => {
  test.setTimeout(600_000)
  await openAsAdmin(page, shop, '/dashboard/imports')
  expect(await importErpFile(page, { rows: 8000, prefix: 'MOVE' })).toEqual({ clicks: 9, pastes: 0, enters: 0 })
})

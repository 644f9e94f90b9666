import assert from 'node:assert/strict'
import type {
  Import,
  ImportDetails,
  ImportKindName,
  ImportRow,
  NumbersWithoutBrand,
  PartKind,
} from '#contract/imports.ts'
import type { DecimalSign } from '#contract/units.ts'
import type { TestShop } from '#server/testing/open-test-shop.ts'
import { waitUntil } from '#server/testing/wait-until.ts'

type Cells = readonly (readonly string[])[]

/** Writes rows as CSV, as a seller's program would. */
export const toCsv = (rows: Cells): string =>
  rows.map((row) => row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(',')).join('\r\n')

/** Uploads rows, the first of which has the headers; without a kind, the shop finds out what they are. */
export async function uploadTable(
  shop: TestShop,
  kind: ImportKindName | PartKind | undefined,
  rows: Cells | string | Blob,
  token = shop.admin.token,
) {
  const form = new FormData()
  const file = rows instanceof Blob ? rows : new Blob([typeof rows === 'string' ? rows : toCsv(rows)])
  form.append('table', file, 'rows.csv')
  return shop.call<{ import: Import }>('POST', `/imports${kind ? `?kind=${kind}` : ''}`, { token, body: form })
}

export async function readImport(shop: TestShop, id: string): Promise<ImportDetails> {
  const { body } = await shop.call<ImportDetails>('GET', `/imports/${id}`, { token: shop.admin.token })
  return body
}

/** Waits until the shop does not work on the import. */
export async function finished(shop: TestShop, id: string): Promise<ImportDetails> {
  await waitUntil(
    async () => !['mapped', 'applying', 'undoing'].includes((await readImport(shop, id)).state),
    'the shop has finished with the import',
  )
  return readImport(shop, id)
}

/** Uploads rows and waits for their dry run, with the fields that the shop has guessed. */
export async function checkTable(
  shop: TestShop,
  kind: ImportKindName,
  rows: Cells | string | Blob,
  options: {
    clearsEmpty?: boolean
    addsBrands?: boolean
    addsCategories?: boolean
    addsNearNumbers?: boolean
    numbersWithoutBrand?: NumbersWithoutBrand
    /** What stands before the decimals of columns that prove nothing. */
    openDecimals?: DecimalSign
    columns?: (string | null)[]
    valueMaps?: (Record<string, string> | null)[]
    token?: string
  } = {},
): Promise<ImportDetails> {
  const { openDecimals, token = shop.admin.token, ...more } = options
  const uploaded = await uploadTable(shop, kind, rows, token)
  assert.equal(uploaded.status, 200, JSON.stringify(uploaded.body))
  const { _id: id } = uploaded.body.import
  const { columns } = await readImport(shop, id)
  const checked = await shop.call('PUT', `/imports/${id}/mapping`, {
    token,
    body: {
      columns: columns.map(({ field }) => field ?? null),
      decimals: columns.map(({ decimals, numbers }) => (!decimals && numbers?.open ? openDecimals : undefined) ?? null),
      ...more,
    },
  })
  assert.equal(checked.status, 200, JSON.stringify(checked.body))
  return finished(shop, id)
}

export async function moveImport(
  shop: TestShop,
  id: string,
  verb: 'apply' | 'undo' | 'cancel',
  body?: { acceptsGreatChanges: boolean },
): Promise<ImportDetails> {
  const sent = { token: shop.admin.token, ...(body && { body }) }
  const { status, body: answer } = await shop.call('POST', `/imports/${id}/${verb}`, sent)
  assert.equal(status, 200, JSON.stringify(answer))
  return finished(shop, id)
}

/** Imports rows and waits until they are applied. */
export async function importTable(
  shop: TestShop,
  kind: ImportKindName,
  rows: Cells | string,
  options: Parameters<typeof checkTable>[3] = {},
): Promise<ImportDetails> {
  const { _id } = await checkTable(shop, kind, rows, options)
  return moveImport(shop, _id, 'apply')
}

export async function listRows(shop: TestShop, id: string, show?: string): Promise<ImportRow[]> {
  const { body } = await shop.call<ImportRow[]>('GET', `/imports/${id}/rows${show ? `?show=${show}` : ''}`, {
    token: shop.admin.token,
  })
  return body
}

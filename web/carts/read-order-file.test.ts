import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOrderFile } from '#web/carts/read-order-file.ts'

const read = (...parts: BlobPart[]) => readOrderFile(new File(parts, 'list'))

test('a CSV file is read in the encodings of spreadsheets; an Excel file says how to save it', async () => {
  const line = [{ partNumber: 'BRK-312', quantity: '4', job: 'Käfer' }]
  const text = 'Part No;Qty;Job\r\nBRK-312;4;Käfer\r\n'
  const utf16 = new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (sign) => sign.charCodeAt(0)).buffer)
  const windows = Uint8Array.from(text, (sign) => sign.charCodeAt(0))
  for (const file of [text, utf16, windows]) assert.deepEqual(await read(file), line)
  const workbook = new Uint8Array([0x50, 0x4b, 3, 4, 0x14, 0, 6, 0, 8, 0, 0, 0])
  await assert.rejects(read(workbook), /choose “Save as” and CSV/)
  await assert.rejects(read(new Uint8Array(2_000_001)), /at most 2 MB/)
})

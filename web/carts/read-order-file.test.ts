import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readOrderFile } from '#web/carts/read-order-file.ts'

const read = (...parts: BlobPart[]) => readOrderFile(new File(parts, 'list'))

/** Holds an Excel file: 'Offer of May', a row of heads, 4 BRK-312 for a Käfer, and 1000 of the number 4711. */
const workbook = Buffer.from(
  'UEsDBBQAAAAIAAAAIVzy7KMrdgAAAIwAAAATAAAAW0NvbnRlbnRfVHlwZXNdLnhtbCWOSw7CMAxErxJlD65YsKiSbIAbcAErcj8iH6txpXJ7' +
    'nLKceTP2uPeXqZkjp9K8XUR4BGhxoYztWpmKkqluGUXlNgNj/OBMcBuGO8RahIpcpN+wwT1pwj2JeR1qt7UWb7VuzeOf66+8Rea0RhTF0CkE' +
    'B+eI8ANQSwMEFAAAAAgAAAAhXAd0/jKRAAAA4wAAAA8AAAB4bC93b3JrYm9vay54bWyNjzEOgzAMRa8S+QA1dOiAgKlLt17BBdNEkDiyU7XH' +
    'L4Kyd7L///L7cvsWnR8is/vEJVkHvpTcINrgOZKdJHNak0k0UlmlPtGyMo3mmUtc8FxVF4wUEuyERv9hyDSFga8yvCKnskOUFypBkvmQDfp2' +
    'a7DfdIkid3AnLQZus25jBzU4bcK66G2sAfsWjys8Huu/UEsDBBQAAAAIAAAAIVy2VKrPjgAAAPEAAAAaAAAAeGwvX3JlbHMvd29ya2Jvb2su' +
    'eG1sLnJlbHONzz0OwjAMBeCrVDlA3TIwoCYTS1fEBaLUbaI2P7KNgNsTMaAiMTBZfpa+Jw8X3KyEnNiHws0jbom18iLlBMDOY7Tc5oKpXuZM' +
    '0UpdaYFi3WoXhEPXHYH2hjLD3mzGSSsap14112fBf+w8z8HhObtbxCQ/KuCeaWWPKBW1tKBo9YkY3qNvq6rADPD1oXkBUEsDBBQAAAAIAAAA' +
    'IVzf8zkZ6gAAACoCAAAYAAAAeGwvd29ya3NoZWV0cy9zaGVldDEueG1sfZLfasMgFMZfRbzfjiahg2GEdbtqaffvCVxqlrCoQQ/t9j57k73Y' +
    'TApSSu2FcPzO+T5+HBUH579CpzWSbzPYUNMOcbwHCE2njQq3btQ2dlrnjcJ49Z8QRq/VbjaZAQrGFmBUb6kUs/akUEnh3YH4mvKoNlPxwCnB' +
    'mvZ26K1+Rx/1PkiB8rlttSeuJRv1IwClgEmHJp6YkYKKFFRkgl7xzD+PL3PjL8oj2boLlsecZeU+rhCWiXCq9rISsD8FKTOpy7f1TcmLSyA5' +
    'y/rvNy7tCkuVWKqZhTPGznCOjeqO89Q4RsDJK0L6HvIfUEsBAhQDFAAAAAgAAAAhXPLsoyt2AAAAjAAAABMAAAAAAAAAAAAAAIABAAAAAFtD' +
    'b250ZW50X1R5cGVzXS54bWxQSwECFAMUAAAACAAAACFcB3T+MpEAAADjAAAADwAAAAAAAAAAAAAAgAGnAAAAeGwvd29ya2Jvb2sueG1sUEsB' +
    'AhQDFAAAAAgAAAAhXLZUqs+OAAAA8QAAABoAAAAAAAAAAAAAAIABZQEAAHhsL19yZWxzL3dvcmtib29rLnhtbC5yZWxzUEsBAhQDFAAAAAgA' +
    'AAAhXN/zORnqAAAAKgIAABgAAAAAAAAAAAAAAIABKwIAAHhsL3dvcmtzaGVldHMvc2hlZXQxLnhtbFBLBQYAAAAABAAEAAwBAABLAwAAAAA=',
  'base64',
)

/** Holds a sheet with a note, and one with 3 PAD-1551. */
const twoSheets = Buffer.from(
  'UEsDBBQAAAAIAAAAIVzigH8vjAAAANIAAAAPAAAAeGwvd29ya2Jvb2sueG1sXY9LDoMwDESvgnyAGrLoAhFW3XTdE6RgmggSIztVe/ymHyTU' +
    '1byRnyxN92CZr8xz9YxLUgsRvtSKBZ/z2iLq4Ck6PfBKqdwmluhyqXJDnqYw0ImHe6SU0dT1EYUWlwMn9WFV6Dv1RFl/WSUXycKlgerTz6OF' +
    'wtKGAnIeG8A/0+xMszPN28TtOW47+hdQSwMEFAAAAAgAAAAhXKBAlh2PAAAAQwEAABoAAAB4bC9fcmVscy93b3JrYm9vay54bWwucmVsc72Q' +
    'TQrCQAyFr1JygKadhQvpdOWmW+kFhmnaKXZ+mETU2zsISgXXrh7JIy8frzvTZmSNgd2auLr7LbCGBH23N6ph0pCHqYVqfCTS4ETSEZGtI2+4' +
    'jolCOZ1j9kbKmBeM87xaOkV79RQEVdMcMO9/4S3mCzsiKaEmLyQaPivGl7R1SQX8DaP+DKPeMPjVWf8EUEsDBBQAAAAIAAAAIVwKLgbOZAAA' +
    'AIcAAAAYAAAAeGwvd29ya3NoZWV0cy9zaGVldDEueG1sTY1BCsAgDAS/EvIB6T0GCv1BX1AkoLS1oAF9fqOH0kOWZRYm1J5y1iii0O8rV483' +
    'Mk2wHXowladB8bgYDaOsC4J6TPlKWXYtxlNlUt5FQKNAlq4wBeSUyY3VBTszWf7U7vvNL1BLAwQUAAAACAAAACFc2k7y1YUAAAAGAQAAGAAA' +
    'AHhsL3dvcmtzaGVldHMvc2hlZXQyLnhtbHWPQQrCMBBFrxKylyGV7iYDla5F6QlCCRhsE0iGVm/fRCRUsLvhMf8/Pq4hPtPDWhavefJJy1kS' +
    'fkBv2BDGsIqopcp0LEenpGAtnZ+ctwPHzF0iZLqZyOIaEJgQCoLxG7kcRe78/n2HbKvKpiqbI2XXn1Tbqn/Okl7ojLDsq2G3DOp02gBQSwEC' +
    'FAMUAAAACAAAACFc4oB/L4wAAADSAAAADwAAAAAAAAAAAAAAgAEAAAAAeGwvd29ya2Jvb2sueG1sUEsBAhQDFAAAAAgAAAAhXKBAlh2PAAAA' +
    'QwEAABoAAAAAAAAAAAAAAIABuQAAAHhsL19yZWxzL3dvcmtib29rLnhtbC5yZWxzUEsBAhQDFAAAAAgAAAAhXAouBs5kAAAAhwAAABgAAAAA' +
    'AAAAAAAAAIABgAEAAHhsL3dvcmtzaGVldHMvc2hlZXQxLnhtbFBLAQIUAxQAAAAIAAAAIVzaTvLVhQAAAAYBAAAYAAAAAAAAAAAAAACAARoC' +
    'AAB4bC93b3Jrc2hlZXRzL3NoZWV0Mi54bWxQSwUGAAAAAAQABAARAQAA1QIAAAAA',
  'base64',
)

/** Holds one cell in the last column and row that Excel has. */
const farCell = Buffer.from(
  'UEsDBBQAAAAIAAAAIVwds4AqgQAAAKgAAAAPAAAAeGwvd29ya2Jvb2sueG1sNY4xDsIwEAS/Et0DuISCwrJd0aTmBSa5YCuxL7ozgudjAal2' +
    'RquV1r5Y1jvz2r3zVtRBhh8ZcRBr3Q2iTpFy0BPvVFq3sORQm8oDeVnSRFeenplKxXPfX1BoCzVx0Zh2BW81ElX9Z1dCJge3Abqvj7ODxmJS' +
    'AxnnAdBbPCZ4vPMfUEsDBBQAAAAIAAAAIVwCFg9xgwAAALYAAAAaAAAAeGwvX3JlbHMvd29ya2Jvb2sueG1sLnJlbHNVTjkOwjAQ/Eq0D8gm' +
    'FBQodkWTFuUDVrKOI+JDu4uA32NRoFCNZkZzDDfanW45SdiKNK+4JzFQwA5HoxkXAzwuPTTTu5CBoFouiDIHik7aXCjVqM8cnVbKK2bvt5mu' +
    'eX5ESoqnrjsjH7fwmfkugUhrqeOV1MBPEvxC39ZWQDvg3037AVBLAwQUAAAACAAAACFc0xZthmQAAACGAAAAGAAAAHhsL3dvcmtzaGVldHMv' +
    'c2hlZXQxLnhtbLMpzy/KLs5ITS1RqMjNySu2VcpVsrMBC7gkliTa2RTllysU2SoZGphYmJqbAeWSQdwINxeYiEKJrVJmXk5mXmpwSRFQPrPY' +
    'zqbELi2xyEa/xM5GH8TVTwZioEFAEslkfbjVdgBQSwECFAMUAAAACAAAACFcHbOAKoEAAACoAAAADwAAAAAAAAAAAAAAgAEAAAAAeGwvd29y' +
    'a2Jvb2sueG1sUEsBAhQDFAAAAAgAAAAhXAIWD3GDAAAAtgAAABoAAAAAAAAAAAAAAIABrgAAAHhsL19yZWxzL3dvcmtib29rLnhtbC5yZWxz' +
    'UEsBAhQDFAAAAAgAAAAhXNMWbYZkAAAAhgAAABgAAAAAAAAAAAAAAIABaQEAAHhsL3dvcmtzaGVldHMvc2hlZXQxLnhtbFBLBQYAAAAAAwAD' +
    'AMsAAAADAgAAAAA=',
  'base64',
)

test('the sheet with quantities is read; a workbook that would fill the memory is refused', async () => {
  assert.deepEqual(await read(twoSheets), [{ partNumber: 'PAD-1551', quantity: '3' }])
  await assert.rejects(read(farCell), /choose “Save as” and CSV/)
  const named = new File(['no workbook'], 'list.xlsx')
  await assert.rejects(readOrderFile(named), /choose “Save as” and CSV/)
})

test('a file of very many lines is read', async () => {
  assert.equal((await read('a,1\n'.repeat(200_000))).length, 200_000)
})

test('an Excel file is read by its heads; a damaged one says how to save it', async () => {
  assert.deepEqual(await read(workbook), [
    { partNumber: 'BRK-312', quantity: '4', job: 'Käfer' },
    { partNumber: '4711', quantity: '1000' },
  ])
  await assert.rejects(read(workbook.subarray(0, 700)), /choose “Save as” and CSV/)
})

test('a CSV file is read in the encodings of spreadsheets', async () => {
  const line = [{ partNumber: 'BRK-312', quantity: '4', job: 'Käfer' }]
  const text = 'Part No;Qty;Job\r\nBRK-312;4;Käfer\r\n'
  const utf16 = new Uint8Array(Uint16Array.from(`\uFEFF${text}`, (sign) => sign.charCodeAt(0)).buffer)
  const windows = Uint8Array.from(text, (sign) => sign.charCodeAt(0))
  for (const file of [text, utf16, windows]) assert.deepEqual(await read(file), line)
  await assert.rejects(read(new Uint8Array([0, 1, 2, 3])), /choose “Save as” and CSV/)
  await assert.rejects(read(new Uint8Array(2_000_001)), /at most 2 MB/)
})

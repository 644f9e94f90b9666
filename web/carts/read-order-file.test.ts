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

import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { suspectEncoding } from '#server/imports/files/suspect-encoding.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encodings-'))
})
after(() => rm(folder, { recursive: true }))

/** Writes a text in an encoding that this process can only read, by its signs above ASCII. */
function encode(text: string, encoding: string): Buffer {
  const decoder = new TextDecoder(encoding)
  const bytes = new Map<string, number[]>()
  const isDouble = encoding === 'shift_jis'
  for (let first = 128; first < 256; first += 1) {
    for (const second of isDouble ? Array.from({ length: 189 }, (_, index) => index + 64) : [undefined]) {
      const pair = second === undefined ? [first] : [first, second]
      const sign = decoder.decode(new Uint8Array(pair))
      if ([...sign].length === 1 && !bytes.has(sign)) bytes.set(sign, pair)
    }
  }
  return Buffer.from(
    [...text].flatMap((sign) => bytes.get(sign) ?? (sign < '\u0080' ? [sign.charCodeAt(0)] : assert.fail(sign))),
  )
}

async function suspect(text: string, encoding: string): Promise<string> {
  const path = join(folder, 'file')
  await writeFile(path, encode(text, encoding))
  return (await suspectEncoding(path))?.encoding ?? 'none'
}

test('files in encodings of other programs are suspected by their words', async () => {
  const files: [string, string, string][] = [
    ['windows-1250', 'Windows-1250', 'SKU;Nazwa\n1;Uszczelka głowicy\n2;Klocki, tył i przód\n'],
    ['windows-1250', 'Windows-1250', 'SKU;Název\n1;Brzdový kotouč přední\n2;Světlo couvací\n'],
    ['windows-1250', 'Windows-1250', 'SKU;Név\n1;Fékbetét, első\n2;Tömítőgyűrű\n'],
    ['windows-1250', 'Windows-1250', 'SKU;Naziv\n1;Kočiona pločica, prednja\n2;Disk kočnice lijevo, šuplji\n'],
    ['windows-1251', 'Windows-1251', 'SKU;Название\n1;Тормозной диск\n'],
    ['shift_jis', 'Shift-JIS', 'SKU;名前\n1;ブレーキパッド\n2;オイルフィルター\n'],
    ['macintosh', 'Mac Roman', 'SKU;Bezeichnung\n1;Bremsbeläge für vorn\n2;Stoßdämpfer\n'],
    ['macintosh', 'Mac Roman', 'SKU;Nom\n1;Filtre à huile métallique\n'],
  ]
  for (const [encoding, expected, text] of files) assert.equal(await suspect(text, encoding), expected, text)
})

test('nothing is suspected of files of western Europe', async () => {
  const words = [
    'Bremsbeläge für Größe 5; Überwurfmutter „blau“; 5,86 €; ± 3°; Ø 12; 4 m³/h; ½ Zoll; Škoda; Citroën',
    'Plaquettes de frein à l’avant, où déjà vérifiées; cœur; œillet; 1ª; Nº 5; nº 7; M¹²',
    'Peça de reposição; pressões; não; São Paulo; cinturão; pastilha dianteira; manhã',
    'Bremseskive foran, Ø280; bagtøj; øvre bærearm; kølevæske; ånd; hjälpmedel; häämatka; jäätee',
    'Pastiglia del freno, così è più; perché; guarnizione già montata; ¿Qué? ¡Sí! niño, cigüeñal',
    'Lok fyrir þurrku; Ísland; það; Þór',
  ]
  for (const text of words) assert.equal(await suspect(text, 'windows-1252'), 'none', text)
})

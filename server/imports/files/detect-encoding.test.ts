import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { Encoding } from '#contract/table-reading.ts'
import { createTextReader } from '#server/imports/files/decode-text.ts'
import { detectEncoding } from '#server/imports/files/detect-encoding.ts'

let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'encodings-'))
})
after(() => rm(folder, { recursive: true }))

/** Writes a text in an encoding that this process can only read, by its signs above ASCII. */
function encode(text: string, encoding: Encoding): Buffer {
  const decoder = createTextReader(encoding)
  const bytes = new Map<string, number[]>()
  const isDouble = encoding === 'shift_jis' || encoding === 'gb18030'
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

async function detect(text: string, encoding: Encoding): Promise<string> {
  const path = join(folder, 'file')
  const bytes = encode(text, encoding)
  await writeFile(path, bytes)
  return createTextReader(await detectEncoding(path)).decode(bytes)
}

/** Names of parts in the languages of each encoding. */
const names: [encodings: Encoding[], names: string][] = [
  [['windows-1252', 'macintosh', 'cp850'], 'Bremsbeläge vorn;Stoßdämpfer;Ölfilter;Kühler;Zündkerze;Schraube'],
  [
    ['windows-1252', 'macintosh'],
    'Plaquettes de frein arrière;Filtre à huile;Câble d’embrayage;Rétroviseur côté gauche',
  ],
  [['windows-1252', 'macintosh', 'cp850'], 'Filtro de aceite;Bujía;Correa de distribución;Depósito;Cigüeñal'],
  [['windows-1252', 'macintosh', 'cp850'], 'Tændrør;Støddæmper;Kølevæske Ø280;Pære;Håndtag'],
  [['windows-1250', 'cp852'], 'Klocki hamulcowe przód;Świeca zapłonowa;Żarówka;Uszczelka głowicy;Łożysko koła'],
  [['windows-1250', 'cp852'], 'Brzdové destičky přední;Zapalovací svíčka;Žárovka;Těsnění hlavy;Stěrač'],
  [['windows-1250', 'cp852'], 'Fékbetét első;Olajszűrő;Gyújtógyertya;Hűtőfolyadék;Kerékcsapágy'],
  [['windows-1250'], 'Kočione pločice prednje;Svjećica;Tekućina za hlađenje;Žarulja;Ležaj kotača'],
  [['windows-1251', 'x-mac-cyrillic', 'ibm866'], 'Колодки тормозные;Фильтр масляный;Свеча зажигания;Щётка'],
  [['windows-1253'], 'Τακάκια εμπρός;Φίλτρο λαδιού;Αντλία νερού;Φλάντζα'],
  [['windows-1254'], 'Fren balatası ön;Yağ filtresi;Su pompası;Ayna sağ'],
  [['windows-1255'], 'רפידות בלם;מסנן שמן;בולם זעזועים;משאבת מים'],
  [['windows-1256'], 'فحمات فرامل;فلتر زيت;ممتص صدمات;مضخة ماء'],
  [['windows-1257'], 'Stabdžių kaladėlės priekinės;Uždegimo žvakė;Lemputė;Veidrodėlis kairė'],
  [['shift_jis'], 'ブレーキパッド 前;オイルフィルター;電球;軸受'],
  [['gb18030'], '刹车片 前;机油滤清器;火花塞;减震器 后'],
]

test('the encoding of a file is that in which its few letters above ASCII are words, also in capitals', async () => {
  for (const [encodings, list] of names)
    for (const encoding of encodings)
      for (const text of [list, list.toUpperCase()]) {
        const rows = text.split(';').map((name, index) => `SKU-${index};${name};5.00;Bosch\r\n`)
        const ascii = Array.from({ length: 100 }, (_, index) => `PAD-${index};Filter ${index};1.37;Bosch\r\n`)
        const file = ['SKU;Name;Price;Brand\r\n', ...ascii, ...rows].join('')
        assert.equal(await detect(file, encoding), file, encoding)
      }
})

test('signs that all languages have say nothing against Windows-1252', async () => {
  const words = [
    'Bremsbeläge für Größe 5; Überwurfmutter „blau“; 5,86 €; ± 3°; Ø 12; 4 m³/h; ½ Zoll; Škoda; Citroën',
    'Plaquettes de frein à l’avant, où déjà vérifiées; cœur; œillet; 1ª; Nº 5; nº 7; M¹²',
    'Peça de reposição; pressões; não; São Paulo; cinturão; pastilha dianteira; manhã',
    'Bremseskive foran, Ø280; bagtøj; øvre bærearm; kølevæske; ånd; hjälpmedel; häämatka; jäätee',
    'Pastiglia del freno, così è più; perché; guarnizione già montata; ¿Qué? ¡Sí! niño, cigüeñal',
    'Lok fyrir þurrku; Ísland; það; Þór',
    '1998 cm³; 2998 cm³',
    'Ø 280 mm; Ø280; Ø 12',
    '£5.00; £6.00',
    '½” x 3’; 90° – 45°; ±5',
    '10 µm; 25 µm',
    'Škoda',
  ]
  for (const text of words) assert.equal(await detect(text, 'windows-1252'), text)
})

import type { Program } from '#server/imports/programs/program.ts'

export const warexo: Program = {
  name: 'Warexo',
  source: { repository: 'warexo/docs', path: '_static/imports/artikel-mit-varianten.csv' },
  signs: [['Artikelnummer', 'Titel', 'Elternartikel', 'Preis']],
  fields: {
    partNumber: ['Artikelnummer'],
    name: ['Titel'],
    description: ['Beschreibung', 'Kurzbeschreibung'],
    price: ['Preis'],
    counted: ['Lagerbestand', 'Bestand'],
    category: ['Kategorie 1'],
    brand: ['Hersteller'],
    'numbers:barcode': ['EAN'],
    'numbers:maker': ['MPN'],
    state: ['Aktiv'],
    picture: ['Bild 1'],
    weight: ['Gewicht'],
  },
  leftOut: {
    cost: ['Einkaufspreis', 'EK'],
    'crossed-out-price': ['UVP'],
    'read-elsewhere': [
      'Elternartikel',
      'Farbe',
      'Größe',
      'color_variant_name',
      'size_variant_name',
      'Bild *',
      'Kategorie *',
    ],
    setting: ['Für'],
  },
  units: { weight: 'kg' },
  values: { state: { '1': 'active', '0': 'draft' } },
  category: { step: '>' },
  pictures: { others: ['Bild 2', 'Bild 3', 'Bild 4', 'Bild 5'] },
  variants: {
    reference: { column: 'Elternartikel', keys: { Artikelnummer: '' } },
    options: ['Farbe', 'Größe'],
    carried: ['name', 'description', 'price', 'category', 'brand', 'weight'],
  },
}

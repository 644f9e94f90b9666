import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { type FitLanguage, printFits } from '#server/vehicles/print-fits.ts'
import type { Fit } from '#server/vehicles/fits.ts'
import { briefFit } from '#server/testing/brief-fit.ts'
import { readFits } from '#server/vehicles/read-fits.ts'
import { indexVehicles, type OtherNames, type Vehicle } from '#server/vehicles/vehicle-names.ts'

type Row = [family: string, generation: string | null, from: number, to: number | null, names?: string]
const rows: Record<string, Row[]> = {
  Volkswagen: [
    ['Golf', 'IV', 1997, 2003, '1J'],
    ['Golf', 'V', 2003, 2008, '1K'],
    ['Golf', 'VI', 2008, 2012, '5K'],
    ['Passat', 'B5', 1996, 2005, '3B'],
    ['Passat', 'B6', 2005, 2010, '3C'],
    ['Polo', 'IV', 2002, 2009, '9N'],
    ['Transporter', 'T4', 1990, 2003],
    ['Transporter', 'T5', 2003, 2015],
    ['Crafter', 'I', 2006, 2016, '2E'],
    ['Beetle', null, 1998, 2019],
  ],
  Audi: [
    ['A4', 'B6', 2000, 2004, '8E'],
    ['A6', 'C5', 1997, 2004, '4B'],
  ],
  BMW: [
    ['3 Series', 'E36', 1990, 2000],
    ['3 Series', 'E46', 1998, 2006],
    ['5 Series', 'E39', 1995, 2003],
    ['7 Series', 'E38', 1994, 2001],
    ['X5', 'E53', 1999, 2006],
    ['328i', null, 1996, 2016],
    ['1 Series', 'E87', 2004, 2012],
    ['M3', null, 1986, null],
  ],
  'Mercedes-Benz': [
    ['Sprinter', 'W906', 2006, 2018],
    ['C-Class', 'W203', 2000, 2007],
  ],
  Opel: [
    ['Astra', 'G', 1998, 2004],
    ['Astra', 'H', 2004, 2010],
    ['Corsa', 'D', 2006, 2014],
  ],
  Ford: [
    ['Focus', 'II', 2004, 2011],
    ['Fiesta', 'VI', 2008, 2017],
    ['Transit', null, 2000, null],
    ['F-150', null, 1981, null],
    ['F-250', null, 1981, null],
    ['F-350', null, 1981, null],
    ['Escape', null, 2001, null],
    ['Mustang', null, 1981, null],
    ['GT', null, 2005, 2006],
  ],
  Renault: [
    ['Clio', 'II', 1998, 2005],
    ['Clio', 'III', 2005, 2012],
    ['Mégane', 'II', 2002, 2008],
  ],
  Peugeot: [
    ['206', null, 1998, 2013],
    ['207', null, 2006, 2014],
    ['2008', null, 2013, null],
  ],
  Citroën: [
    ['C3', 'I', 2002, 2010],
    ['C4', 'I', 2004, 2010],
    ['Jumper', null, 1994, null],
  ],
  Fiat: [
    ['Punto', null, 1993, 2018],
    ['500', null, 2007, null],
    ['500e', null, 2013, null],
    ['500L', null, 2012, null],
    ['Ducato', null, 1981, null],
  ],
  Škoda: [['Octavia', 'II', 2004, 2013, '1Z']],
  SEAT: [
    ['Ibiza', 'III', 2002, 2008, '6L'],
    ['León', 'II', 2005, 2012, '1P'],
  ],
  MINI: [['Cooper', 'R56', 2006, 2013]],
  Smart: [['Fortwo', null, 1998, null]],
  Chevrolet: [
    ['Silverado', null, 1999, null],
    ['Tahoe', null, 1995, null],
    ['Spark', null, 2010, null],
  ],
  Dodge: [['Ram', null, 1981, 2010]],
  Ram: [['1500', null, 2011, null]],
  Toyota: [
    ['Corolla', null, 1981, null],
    ['Camry', null, 1983, null],
    ['RAV4', null, 1996, null],
    ['Pickup', null, 1981, 1995],
  ],
  Honda: [
    ['Civic', null, 1981, null],
    ['Accord', null, 1981, null],
    ['CR-V', null, 1997, null],
    ['Fit', null, 2007, 2020],
  ],
  Mazda: [['3', null, 2003, null]],
  Kia: [['Sorento', null, 2002, null]],
}
const vehicles = Object.entries(rows).flatMap(([make, families]) =>
  families.map(([family, generation, from, to, names]): Vehicle => ({
    make,
    family,
    generation,
    from,
    to,
    names: names?.split(',') ?? [],
  })),
)
const other: OtherNames = {
  makes: { Volkswagen: ['VW'], Chevrolet: ['Chevy'], 'Mercedes-Benz': ['Mercedes'] },
  families: {},
  distinct: [
    'Passat',
    'Sprinter',
    'Astra',
    'Clio',
    'Silverado',
    'Octavia',
    'Punto',
    'Sorento',
    'CR-V',
    'F-150',
    'Crafter',
    'Mégane',
    'RAV4',
  ],
  besideYears: ['Golf', 'Polo', 'Focus', 'Transit', 'Beetle', 'Jumper', 'Civic', 'Mustang', 'Corsa'],
  bodies: ['Pickup'],
}
const index = indexVehicles(vehicles, other)

/** Holds texts and what they name; an empty list is a text without a vehicle. */
const texts: Record<string, Record<string, string[]>> = {
  'American lists of years and models': {
    '2015 16 17 18 19 20 FORD TRANSIT-250 LEFT FRONT DOOR GLASS': ['Ford Transit 2015-2020 (front left) [250]'],
    '2007-2013 Chevy Silverado 1500 tail lamp right': ['Chevrolet Silverado 2007-2013 (right) [1500]'],
    '2007 - 2013 Silverado 1500 grille': ['Chevrolet Silverado 2007-2013 [1500]'],
    '2018 – 2020 HONDA ACCORD rear bumper': ['Honda Accord 2018-2020 (rear)'],
    'Honda CRV 2007 2008 2009 2010 wheel hub': ['Honda CR-V 2007-2010'],
    'wheel hub fits Honda CR V 02-06': ['Honda CR-V 2002-2006'],
    'Ford F150 04-08 step bar': ['Ford F-150 2004-2008'],
    'Ford F-150, F-250 2004 thru 2008 mirror': ['Ford F-150 2004-2008', 'Ford F-250 2004-2008'],
    'F-250/350 Ford 2008-2010 injector': ['Ford F-250 2008-2010', 'Ford F-350 2008-2010'],
    '2010+ Toyota Camry 2.5L starter': ['Toyota Camry 2010- 2.5L'],
    '2010 and up Toyota Camry starter': ['Toyota Camry 2010-'],
    '99-03 Toyota RAV4 alternator': ['Toyota RAV4 1999-2003'],
    'Dodge Ram 1500 2006-2008 5.7L V8 HEMI coil': ['Dodge Ram 2006-2008 5.7L V8 HEMI [1500]'],
    '2013-2018 RAM 1500 3.6L V6 water pump': ['Ram 1500 2013-2018 3.6L V6'],
    'Mazda3 2010 2011 2012 2013 mirror RH': ['Mazda 3 2010-2013 (right)'],
    'MAZDA 3 04-09 stabilizer link': ['Mazda 3 2004-2009'],
    '2006 2008 2010, Honda Civic fuse': ['Honda Civic 2006-2006', 'Honda Civic 2008-2008', 'Honda Civic 2010-2010'],
    "'05-'10 Ford Mustang hood strut": ['Ford Mustang 2005-2010'],
    '2012 Kia Sorento 2.4 / 3.5 filter': ['Kia Sorento 2012-2012 2.4', 'Kia Sorento 2012-2012 3.5'],
    'sorento 2013 2.4': ['Kia Sorento 2013-2013 2.4'],
    '2019 sprinter front brake pads': ['Mercedes-Benz Sprinter 2019-2019 (front)'],
    '2008-2012 FORD ESCAPE V6 SPARK PLUG': ['Ford Escape 2008-2012 V6'],
    '2011 Honda Fit door lock': ['Honda Fit 2011-2011'],
    'from 2003 to 2008 Toyota Corolla': ['Toyota Corolla 2003-2008'],
    'Toyota Corolla since 2014': ['Toyota Corolla 2014-'],
    'Toyota Corolla until 2002': ['Toyota Corolla -2002'],
    'Toyota Corolla up to 2002': ['Toyota Corolla -2002'],
    'Toyota Corolla 06/2003 - 11/2008': ['Toyota Corolla 2003-2008'],
    '1990 Toyota Pickup bumper': ['Toyota Pickup 1990-1990'],
    'Toyota Corolla 2003-2008 FL door': ['Toyota Corolla 2003-2008 (front left)'],
    'Toyota Corolla 2003-2008 left and right': ['Toyota Corolla 2003-2008'],
    '1985 F-150 carburetor': ['Ford F-150 1985-1985'],
  },
  'European generations and lists': {
    'BMW E36 E38 E39 E46 Wasserpumpe': ['BMW 3 Series E36', 'BMW 7 Series E38', 'BMW 5 Series E39', 'BMW 3 Series E46'],
    'GOLF V Spiegel': ['Volkswagen Golf V'],
    'Golf 5 Spiegel': ['Volkswagen Golf V'],
    'Golf5 Spiegel': ['Volkswagen Golf V'],
    'Golf Mk5 mirror': ['Volkswagen Golf V'],
    'MK5 GOLF mirror': ['Volkswagen Golf V'],
    'VW Golf IV V VI Fensterheber': ['Volkswagen Golf IV', 'Volkswagen Golf V', 'Volkswagen Golf VI'],
    'Golf V (1K) 2003-2008': ['Volkswagen Golf V 2003-2008'],
    'SPRINTER 906 VW CRAFTER ab 06 bis 2016': [
      'Mercedes-Benz Sprinter W906 2006-2016',
      'Volkswagen Crafter I 2006-2016',
    ],
    'Mercedes Sprinter W906 Türgriff': ['Mercedes-Benz Sprinter W906'],
    'A4 A6 PASSAT B5 Querlenker': ['Audi A4', 'Audi A6', 'Volkswagen Passat B5'],
    'AUDI A4 B6 A6 C5': ['Audi A4 B6', 'Audi A6 C5'],
    'Audi A4 B6 Avant 2001-2004': ['Audi A4 B6 2001-2004 [Avant]'],
    'VW T4 T5': ['Volkswagen Transporter T4', 'Volkswagen Transporter T5'],
    'VW T5 2003-': ['Volkswagen Transporter T5 2003-'],
    'Opel Astra G H Corsa D': ['Opel Astra G', 'Opel Astra H', 'Opel Corsa D'],
    'Peugeot 206 207 1.4 HDi': ['Peugeot 206 1.4 HDi', 'Peugeot 207 1.4 HDi'],
    'Peugeot 2008 Luftfilter': ['Peugeot 2008'],
    '2008 Peugeot 207 air filter': ['Peugeot 207 2008-2008'],
    'Citroën C3 C4 1.6 HDi': ['Citroën C3 1.6 HDi', 'Citroën C4 1.6 HDi'],
    'Golf IV PASSAT B6 2005-2010': ['Volkswagen Golf IV', 'Volkswagen Passat B6 2005-2010'],
    'VW Golf 2004-2007': ['Volkswagen Golf V 2004-2007'],
    'VW Golf 2001-2007': ['Volkswagen Golf 2001-2007'],
    'VW Golf 2003': ['Volkswagen Golf 2003-2003'],
    'BMW 328i E46 coil': ['BMW 3 Series E46 328i'],
    'BMW 320d E46 98-05': ['BMW 3 Series E46 1998-2005 320d'],
    'BMW X5 E53 4.4 V8': ['BMW X5 E53 4.4 V8'],
    'MINI Cooper R56 belt': ['MINI Cooper R56'],
    'Smart Fortwo wiper': ['Smart Fortwo'],
    'Seat Leon 1P Ibiza 6L 1.9 TDI': ['SEAT León II 1.9 TDI', 'SEAT Ibiza III 1.9 TDI'],
    'Fiat 500 1.2': ['Fiat 500 1.2'],
    'Golf VIII sensor': [],
    'VW Golf V 1.9 TDI 2.0 TDI': ['Volkswagen Golf V 1.9 TDI', 'Volkswagen Golf V 2.0 TDI'],
    'VW Golf V 1.6/2.0 FSI': ['Volkswagen Golf V 1.6 FSI', 'Volkswagen Golf V 2.0 FSI'],
    'Golf V 1,9TDI': ['Volkswagen Golf V 1.9 TDI'],
  },
  German: {
    'Bremsscheibe vorne VW Golf V': ['Volkswagen Golf V (front)'],
    'Bremsbeläge HA VW Golf V': ['Volkswagen Golf V (rear)'],
    'Querlenker VA rechts VW Golf V': ['Volkswagen Golf V (front right)'],
    'Trafo 45 VA VW Golf V': ['Volkswagen Golf V'],
    'Bremsscheiben Hinterachse Opel Astra H 04-10': ['Opel Astra H 2004-2010 (rear)'],
    'Außenspiegel links für Ford Focus ab Bj. 2005': ['Ford Focus II 2005- (left)'],
    'Querlenker vorne rechts Ford Focus Baujahr 2005 bis 2010': ['Ford Focus II 2005-2010 (front right)'],
    'Stoßdämpfer VW Golf IV mit Sportfahrwerk hinten': ['Volkswagen Golf IV (rear) [mit Sportfahrwerk]'],
    'Feder Golf V 03-08, nur mit Sportfahrwerk': ['Volkswagen Golf V 2003-2008 [nur mit Sportfahrwerk]'],
    'Feder VW Golf V ohne Niveauregulierung': ['Volkswagen Golf V [ohne Niveauregulierung]'],
    'Filter VW Passat B6 außer 4Motion': ['Volkswagen Passat B6 [außer 4Motion]'],
    'Filter Golf V nicht für Golf IV': ['Volkswagen Golf V [nicht für Golf IV]'],
    'Bremsbeläge VW Golf V mit Schrauben': ['Volkswagen Golf V'],
    'Mercedes W203 Klimakompressor 06.2000 - 05.2007': ['Mercedes-Benz C-Class W203 2000-2007'],
    'Anlasser Mercedes C-Klasse 2001-2006': ['Mercedes-Benz C-Class W203 2001-2006'],
    'BMW 3er E46 Zündspule': ['BMW 3 Series E46'],
    'Kühler; vorn; VW Golf V': ['Volkswagen Golf V (front)'],
    'VW Polo 2002 bis heute': ['Volkswagen Polo 2002-'],
    'bis 2003 VW Golf': ['Volkswagen Golf -2003'],
    'vor 2003 VW Golf': [],
    'VW Golf 03/08': [],
    'VW Golf ab 03/2004': ['Volkswagen Golf V 2004-'],
    'VW Golf Bj 98-02': ['Volkswagen Golf IV 1998-2002'],
  },
  French: {
    'Plaquettes de frein avant Renault Clio III': ['Renault Clio III (front)'],
    'Disques arrière Renault Clio III depuis 2006': ['Renault Clio III 2006- (rear)'],
    'Rétroviseur gauche Renault Mégane II de 2002 à 2008': ['Renault Mégane II 2002-2008 (left)'],
    'Phare avant droit Peugeot 207 2006-2012': ['Peugeot 207 2006-2012 (front right)'],
    "Peugeot 206 jusqu'en 2005": ['Peugeot 206 -2005'],
    'Amortisseur Renault Clio II sauf Sport': ['Renault Clio II [sauf Sport]'],
    'Amortisseur Renault Clio II avec suspension sport': ['Renault Clio II [avec suspension sport]'],
    'Filtre Citroen C4 1.6 HDi à partir de 2005': ['Citroën C4 I 2005- 1.6 HDi'],
    'Renault Clio 1.5 dCi 2006-2010': ['Renault Clio III 2006-2010 1.5 dCi'],
    'Bougie pour Citroën C3 sans climatisation': ['Citroën C3 [sans climatisation]'],
  },
  Polish: {
    'Lampa tylna lewa VW Passat B6 od 2005 do 2010': ['Volkswagen Passat B6 2005-2010 (rear left)'],
    'SPRĘŻYNY TYŁ VW TRANSPORTER T5 2003-': ['Volkswagen Transporter T5 2003- (rear)'],
    'Zderzak przedni Skoda Octavia II 04-13': ['Škoda Octavia II 2004-2013 (front)'],
    'Klocki przód OPEL ASTRA H 1.7 CDTI': ['Opel Astra H 1.7 CDTI (front)'],
    'Lusterko prawe Fiat Punto 2005r.': ['Fiat Punto 2005-2005 (right)'],
    'Drążek BMW E46 oprócz xDrive': ['BMW 3 Series E46 [oprócz xDrive]'],
    'Amortyzator Golf IV tylko z zawieszeniem sportowym': ['Volkswagen Golf IV [tylko z zawieszeniem sportowym]'],
    'Szyba Ford Focus od 2005 roku': ['Ford Focus II 2005-'],
    'Wahacz BMW seria 3 E46 lewy przód': ['BMW 3 Series E46 (front left)'],
    'Filtr Octavia II nie pasuje do Golf IV': ['Škoda Octavia II [nie pasuje do Golf IV]'],
    'Rozrusznik Skoda Octavia II 1.9 TDI 12V': ['Škoda Octavia II 1.9 TDI'],
  },
  Italian: {
    'Disco freno anteriore Fiat Punto dal 2003 al 2010': ['Fiat Punto 2003-2010 (front)'],
    'Ammortizzatore posteriore sinistro Fiat 500': ['Fiat 500 (rear left)'],
    'Faro destro VW Golf V fino al 2008': ['Volkswagen Golf V -2008 (right)'],
    'Filtro Fiat Ducato dal 2006': ['Fiat Ducato 2006-'],
    'Molla Opel Corsa D senza sospensioni sportive': ['Opel Corsa D [senza sospensioni sportive]'],
    'Pompa Fiat Punto 1.3 JTD, solo con ABS': ['Fiat Punto 1.3 JTD [solo con ABS]'],
    'Specchio per Opel Astra H eccetto GTC': ['Opel Astra H [eccetto GTC]'],
  },
  Spanish: {
    'Pastillas delanteras Seat León 1P desde 2005 hasta 2012': ['SEAT León II 2005-2012 (front)'],
    'Faro trasero derecho Seat Ibiza 6L': ['SEAT Ibiza III (rear right)'],
    'Amortiguador Opel Corsa D hasta 2010': ['Opel Corsa D -2010'],
    'Filtro Citroen C4 desde 2006': ['Citroën C4 I 2006-'],
    'Muelle Seat León II excepto FR': ['SEAT León II [excepto FR]'],
    'Bomba Seat Ibiza 6L con ABS': ['SEAT Ibiza III [con ABS]'],
    'Retrovisor izquierdo Renault Clio III': ['Renault Clio III (left)'],
  },
  'Years and engines beside sizes and numbers': {
    'Brake disc 312 x 25 VW Golf V': ['Volkswagen Golf V [312 x 25]'],
    'Tyre 205/55 R16 for VW Golf V': ['Volkswagen Golf V'],
    'Oil 5W-30 Toyota Camry 2010-2014': ['Toyota Camry 2010-2014'],
    'Bulb 12V 55W Ford Focus II': ['Ford Focus II'],
    'Seal 95-06-113 VW Golf V': ['Volkswagen Golf V'],
    'Part no. 2003 VW Golf V': ['Volkswagen Golf V'],
    'Hose 2.5 mm VW Golf V': ['Volkswagen Golf V'],
    'Toyota Camry 2010-2014 2000 pcs': ['Toyota Camry 2010-2014'],
    'Battery 1.5 Ah Toyota Camry 2012': ['Toyota Camry 2012-2012'],
    'Grease 2.5 kg Toyota Camry 2012': ['Toyota Camry 2012-2012'],
    'Set of 4 VW Golf V 16V 1.6': ['Volkswagen Golf V 1.6 [16V]'],
    'Toyota Camry with 3.5L V6 2012': ['Toyota Camry 2012-2012 3.5L V6'],
    'SEAT COVER FORD FOCUS II': ['Ford Focus II'],
    'Universal fit Honda Civic 2006-2011': ['Honda Civic 2006-2011'],
    'WHITE door Toyota Corolla 2003-2008': ['Toyota Corolla 2003-2008'],
    'Spark plug Chevrolet Tahoe 2015': ['Chevrolet Tahoe 2015-2015'],
    'Right hand drive Ford Focus II lamp': ['Ford Focus II [Right hand drive]'],
    'Rear view mirror Ford Focus II': ['Ford Focus II'],
  },
  'no vehicle': Object.fromEntries(
    [
      'SEAT belt red 2003',
      'WHITE paint 400 ml',
      'RAM air hose 2003',
      'MINI fridge 12V',
      'FIT kit 2010',
      'POLO shirt 2003 blue',
      'FORD blue touch-up paint',
      'Smart charger 12V',
      'Golf bag 2010',
      'Focus light LED',
      'Transit box',
      'Jumper cable 25 mm',
      'Beetle toy',
      'Spark plug 2015',
      'Tyre 205/55 R16',
      'Brake disc 312 x 25',
      'Battery 12V 74Ah',
      'Oil 5W-30 5 l',
      'Seal 95-06-113',
      'Part 2003',
      'Escape hammer 2010',
      'Pickup coil 1998-2004',
      'Schraube M8 x 25',
      'Filter 2.4',
      'A4 paper',
      'C3 contact cleaner',
      'Klocki hamulcowe przód',
      'Plaquettes avant',
      'Disco freno 2003',
      '500 pcs screws',
      'Universal 2008 cable',
      'Ford',
      'VW 2003-2008',
      'Accord sans fil',
      '',
      '1500 rpm',
      'Civic duty',
      'Wischer 2 Stück 600 mm',
      'V',
      'E46',
      '206 207',
    ].map((text) => [text, []]),
  ),
}

for (const [name, group] of Object.entries(texts)) {
  test(`texts are read: ${name}`, () => {
    const read = Object.fromEntries(
      Object.keys(group).map((text) => [text, readFits(text, index).readings.map(briefFit)]),
    )
    assert.deepEqual(read, group)
  })
}

test('each word of a text was read, is harmless or is left over; only then is the reading complete', () => {
  const { used, leftover, isComplete } = readFits('Bremsscheibe Foobar vorne VW Golf V 2003-2008', index)
  assert.deepEqual(
    { used: used.map(({ text, as }) => `${as} ${text}`), leftover, isComplete },
    {
      used: ['part Bremsscheibe', 'position vorne', 'vehicle VW Golf V', 'years 2003-2008'],
      leftover: ['Foobar'],
      isComplete: false,
    },
  )
  assert.equal(readFits('Bremsscheibe vorne VW Golf V 2003-2008', index).isComplete, true)
  // A make without a model is decided by a person, together with the word behind it.
  assert.deepEqual(readFits('Filter VW Golf V, Fiat Bravo, Skoda', index).leftover, ['Fiat Bravo', 'Skoda'])
  assert.equal(readFits('Filter', index).isComplete, false)
})

test('a vehicle behind a negation is no fit and left over; what is excepted is a condition', () => {
  for (const text of [
    'nicht für VW Golf V',
    'passt nicht: VW Golf V',
    "doesn't fit VW Golf V",
    'ne convient pas à la Renault Clio III',
    'n’est pas compatible avec Renault Clio III',
    'nie pasuje do VW Golf V',
    'niekompatybilny z VW Golf V',
    'non adatto per VW Golf V',
    'no compatible con VW Golf V',
  ]) {
    const { readings, leftover, isComplete } = readFits(text, index)
    assert.deepEqual([text, readings, isComplete], [text, [], false])
    assert.match(leftover.join(' '), /Golf|Clio/)
  }
  assert.deepEqual(readFits('für Opel Astra H (ausser OPC)', index).readings.map(briefFit), [
    'Opel Astra H [ausser OPC]',
  ])
  assert.equal(readFits('Clamps not included, VW Golf V', index).readings.length, 1)
})

test('years behind a generation are not those of a family without one in front of it', () => {
  const { readings, leftover } = readFits('Bremsscheibe VW Golf, Audi A4 B6 2001-2004', index)
  assert.deepEqual([readings.map(briefFit), leftover], [['Audi A4 B6 2001-2004'], ['VW Golf']])
  assert.equal(readFits('Bremsscheibe VW Golf, Passat 2005-2007', index).readings.length, 2)
})

test('years in which a vehicle was not built are read and reported', () => {
  const { readings: fits, outsideYears } = readFits('VW Golf V 2010-2012', index)
  assert.deepEqual(outsideYears, fits)
  assert.deepEqual(fits.map(briefFit), ['Volkswagen Golf V 2010-2012'])
})

test("a person's answer goes before all names, also that a phrase names no vehicle, and may say years, engine and condition", () => {
  const punto = { make: 'Fiat', family: 'Punto', generation: null }
  const answers = new Map([
    ['PASEK', { origin: 'ann', fits: [punto] }],
    ['GOLFV', { origin: 'ann', fits: [] }],
    ['FOOBAR', { origin: 'ann', fits: [] }],
    ['GRANDEX', { origin: 'file', fits: [{ ...punto, from: 2005, to: 2010, engine: '1.4', condition: 'with ABS' }] }],
  ])
  assert.deepEqual(readFits('Pasek 2005', index, answers).readings.map(briefFit), ['Fiat Punto 2005-2005'])
  assert.deepEqual(readFits('GOLF V', index, answers).readings, [])
  assert.deepEqual(readFits('Grande-X', index, answers).readings.map(briefFit), ['Fiat Punto 2005-2010 1.4 [with ABS]'])
  assert.deepEqual(readFits('Filter Foobar Golf VI', index, answers).used, [
    { text: 'Filter', as: 'part' },
    { text: 'Foobar', as: 'answer', origin: 'ann' },
    { text: 'Golf VI', as: 'vehicle' },
  ])
  assert.equal(readFits('Filter Foobar Golf VI', index, answers).isComplete, true)
})

const languages: FitLanguage[] = ['en', 'de', 'fr', 'pl', 'it', 'es']
const years = fc.oneof(
  fc.constant([null, null] as const),
  fc.integer({ min: 1985, max: 2020 }).map((from) => [from, null] as const),
  fc.integer({ min: 1985, max: 2020 }).map((to) => [null, to] as const),
  fc.tuple(fc.integer({ min: 1985, max: 2020 }), fc.nat(9)).map(([from, more]) => [from, from + more] as const),
)
const fits = fc.record({
  vehicle: fc.constantFrom(...vehicles),
  isWhole: fc.boolean(),
  years,
  engine: fc.constantFrom(null, '1.9 TDI', '2.4', '3.5L V6', '1.6 HDi'),
  position: fc.constantFrom(null, 'front', 'rear', 'left', 'right', 'front left', 'rear right'),
  condition: fc.constantFrom(
    null,
    'with sport suspension',
    'ohne Sportfahrwerk',
    'sauf Sport',
    'Coupe',
    '4WD',
    'Limited',
  ),
})

test('reading what is printed gives the same rows, in each language', () => {
  fc.assert(
    fc.property(fc.array(fits, { minLength: 1, maxLength: 4 }), fc.constantFrom(...languages), (list, language) => {
      const written = list.map(({ vehicle, isWhole, years: [from, to], engine, position, condition }): Fit => ({
        make: vehicle.make,
        family: vehicle.family,
        generation: isWhole ? null : vehicle.generation,
        from,
        to,
        engine,
        position,
        condition,
      }))
      // Years within one generation name it, so the first reading may say more than what was written; from then on nothing changes.
      const first = readFits(printFits(written, language), index).readings
      const unique = new Set(written.map((fit) => JSON.stringify({ ...fit, generation: null })))
      assert.deepEqual(new Set(first.map((fit) => JSON.stringify({ ...fit, generation: null }))), unique)
      assert.deepEqual(readFits(printFits(first, language), index).readings, first)
    }),
    { seed: 7, numRuns: 600 },
  )
})

test('the order of the vehicles of the index does not matter', () => {
  fc.assert(
    fc.property(fc.shuffledSubarray(vehicles, { minLength: vehicles.length }), (shuffled) => {
      const again = indexVehicles(shuffled, other)
      for (const text of Object.values(texts).flatMap((group) => Object.keys(group)))
        assert.deepEqual(readFits(text, again), readFits(text, index))
    }),
    { seed: 7, numRuns: 5 },
  )
})

test('equipment, ranges of generations, unknown vehicles and what a part does not fit make no wrong vehicle', () => {
  const read = (text: string) => readFits(text, index).readings.map(briefFit)
  assert.deepEqual(read('2005-2009 Ford Mustang GT 4.6L V8 rear'), ['Ford Mustang 2005-2009 4.6L V8 (rear) [GT]'])
  assert.deepEqual(read('2005 Ford GT wiper'), ['Ford GT 2005-2005'])
  for (const range of ['IV-VI', '4-6', 'IV bis VI', '4 to 6', 'IV – VI'])
    assert.deepEqual(read(`VW Golf ${range}`), ['Volkswagen Golf IV', 'Volkswagen Golf V', 'Volkswagen Golf VI'], range)
  assert.deepEqual(read('VW Golf IV/VI'), ['Volkswagen Golf IV', 'Volkswagen Golf VI'])
  assert.deepEqual(read('VW Transporter T4-T5'), ['Volkswagen Transporter T4', 'Volkswagen Transporter T5'])
  for (const unknown of ['Bora', 'Zonkmobil']) {
    const reading = readFits(`Golf IV 97-03, ${unknown} 98-05`, index)
    assert.deepEqual(reading.readings.map(briefFit), ['Volkswagen Golf IV 1997-2003'])
    assert.ok(reading.leftover.includes(unknown) && reading.leftover.includes('98'), String(reading.leftover))
    // An answer that it is no vehicle does not give its years to another one.
    const answers = new Map([[unknown.toUpperCase(), { fits: [], origin: 'answer' }]])
    const answered = readFits(`Golf IV 97-03, ${unknown} 98-05`, index, answers)
    assert.deepEqual([answered.readings.map(briefFit), answered.isComplete], [['Volkswagen Golf IV 1997-2003'], false])
  }
  assert.deepEqual(read('VW Golf IV, Bora 98-05'), [])
  for (const text of ['Geen VW Golf V 2005', 'past niet op VW Golf V', 'Niet voor VW Golf V', 'No VW Golf V'])
    assert.deepEqual(read(text), [], text)
  assert.deepEqual(readFits('für alle VW Golf 5 außer GTI ab Bj. 10.2005', index), {
    ...readFits('für alle VW Golf 5 außer GTI ab Bj. 10.2005', index),
    leftover: [],
  })
  assert.deepEqual(read('für alle VW Golf 5 außer GTI ab Bj. 10.2005'), [
    'Volkswagen Golf V [außer GTI ab Bj. 10.2005]',
  ])
})

test('years that are said come before an answer', () => {
  const golf = { make: 'Volkswagen', family: 'Golf', generation: 'V' }
  const answers = new Map([
    ['GOLF', { fits: [golf], origin: 'answer' }],
    ['ZONKMOBIL', { fits: [golf], origin: 'answer' }],
    ['DOUBLE', { fits: [golf, { ...golf, generation: 'VI' }], origin: 'answer' }],
  ])
  const read = (text: string) => {
    const { readings, isComplete } = readFits(text, index, answers)
    return [...readings.map(briefFit), isComplete]
  }
  assert.deepEqual(read('VW Golf'), ['Volkswagen Golf V', true])
  assert.deepEqual(read('Golf 2006'), ['Volkswagen Golf V 2006-2006', true])
  assert.deepEqual(read('VW Golf 2011'), ['Volkswagen Golf VI 2011-2011', true])
  assert.deepEqual(read('Golf 2006-2011'), ['Volkswagen Golf 2006-2011', true])
  assert.deepEqual(read('Zonkmobil 2011'), [false])
  assert.deepEqual(read('Double 2011'), ['Volkswagen Golf VI 2011-2011', true])
})

test('an open end is that of the generation of its first year, unless the text says until today', () => {
  const read = (text: string) => readFits(text, index).readings.map(briefFit)
  for (const open of ['ab 2004', 'od 2004 r.', 'since 2004', 'depuis 2004', '2004-', '2004>', '2004-...'])
    assert.deepEqual(read(`VW Golf ${open}`), ['Volkswagen Golf V 2004-'], open)
  // In the year of a change it is the one that begins.
  assert.deepEqual(read('VW Golf ab 2008'), ['Volkswagen Golf VI 2008-'])
  for (const open of ['2004+', '2004 and up', '2004 bis heute', 'ab 2004 bis heute', '2004 onwards'])
    assert.deepEqual(read(`VW Golf ${open}`), ['Volkswagen Golf 2004-'], open)
})

test('years in which no vehicle of a list was built are kept for each', () => {
  const read = (text: string) => readFits(text, index).readings.map(briefFit)
  assert.deepEqual(read('Golf IV V 2013-2015'), ['Volkswagen Golf IV 2013-2015', 'Volkswagen Golf V 2013-2015'])
  assert.deepEqual(read('Golf IV V 1998-2002'), ['Volkswagen Golf IV 1998-2002', 'Volkswagen Golf V'])
})

test('months say days of building, also in what is printed', () => {
  const days = (text: string) =>
    readFits(text, index).readings.map(({ from, to, builtFrom, builtTo }) => [from, to, builtFrom, builtTo])
  assert.deepEqual(days('VW Golf V bis 05/2006'), [[null, 2006, undefined, '2006-05-31']])
  assert.deepEqual(days('Opel Astra H ab 09/2007'), [[2007, null, '2007-09-01', undefined]])
  assert.deepEqual(days('VW Golf V 06/2004-05/2006'), [[2004, 2006, '2004-06-01', '2006-05-31']])
  for (const text of ['VW Golf V bis 05/2006', 'Opel Astra H ab 09/2007', 'VW Golf V 06/2004-05/2006']) {
    const { readings } = readFits(text, index)
    for (const language of ['en', 'de', 'fr', 'pl', 'it', 'es'] as const)
      assert.deepEqual(readFits(printFits(readings, language), index).readings, readings)
  }
})

test('engines and ranges that may go together in several ways are not read; an open year stays open before an engine', () => {
  assert.deepEqual(readFits('VW Golf V 2003 - 2005 1.4 / 2006 - 2008 1.6', index).isComplete, false)
  assert.deepEqual(
    readFits('VW Golf V 2005- 1.6', index).readings.map(({ from, to, engine }) => [from, to, engine]),
    [[2005, null, '1.6']],
  )
})

test('a code behind a family is that of the family and of no other; one that it lacks leaves the vehicle to a person', () => {
  for (const [text, phrase] of [
    ['Filter VW Polo MK5', 'VW Polo MK5'],
    ['Filter VW Polo Mk 5 1.4', 'VW Polo Mk 5'],
    ['Filter VW Crafter T5', 'VW Crafter T5'],
    ['Filter Audi A6 4M', 'Audi A6 4M'],
    ['FILTER AUDI A6 2 KM', 'AUDI A6 2 KM'],
    ['Filter VW Golf 9', 'VW Golf 9'],
    ['Filter VW Golf VIII 2020-2022', 'VW Golf VIII'],
  ] as const) {
    // Also once an answer says that the code of another text is no vehicle.
    const answers = new Map(['MK5', 'T5', '4M', '9', 'VIII'].map((key) => [key, { fits: [], origin: 'answer' }]))
    for (const { readings, leftover, isComplete } of [readFits(text, index), readFits(text, index, answers)]) {
      assert.deepEqual([text, readings.map(briefFit), isComplete], [text, [], false])
      assert.ok(leftover.includes(phrase), `${text}: ${leftover.join()}`)
    }
  }
  // So does the beginning of another family's name.
  const [golf] = vehicles
  assert.ok(golf)
  const zonkmobil = { ...golf, family: 'Golf Zonkmobil', generation: null, names: [] }
  const cut = readFits('Filter VW Golf Zonkm 2001', indexVehicles([...vehicles, zonkmobil], other))
  assert.deepEqual([cut.readings, cut.leftover], [[], ['VW Golf Zonkm', '2001']])
  const read = (text: string) => readFits(text, index).readings.map(briefFit)
  // What looks like a size may be the code; a number of doors or of pieces is none.
  assert.deepEqual(read('Golf 1K Filter'), ['Volkswagen Golf V'])
  assert.deepEqual(read('VW Golf 4-door 2005'), ['Volkswagen Golf V 2005-2005 [4-door]'])
  assert.deepEqual(read('Fiat Punto 8V 1.2'), ['Fiat Punto 1.2 [8V]'])
  assert.deepEqual(read('VW Golf, T5'), ['Volkswagen Golf', 'Volkswagen Transporter T5'])
  assert.deepEqual(read('BMW 328i E46'), ['BMW 3 Series E46 328i'])
})

test('a body between a family and its generation is a condition, and the family alone is no second vehicle', () => {
  const read = (text: string) => readFits(text, index).readings.map(briefFit)
  assert.deepEqual(read('Mercedes C-Klasse Kombi (W203) hinten'), ['Mercedes-Benz C-Class W203 (rear) [Kombi]'])
  assert.deepEqual(read('Mercedes C-Klasse T-Modell W203'), ['Mercedes-Benz C-Class W203 [T-Modell]'])
  assert.deepEqual(read('BMW 3er Coupe (E46)'), ['BMW 3 Series E46 [Coupe]'])
  assert.deepEqual(read('VW Golf Variant V VI'), ['Volkswagen Golf V [Variant]', 'Volkswagen Golf VI [Variant]'])
  assert.deepEqual(read('Audi A4 Avant C5'), [])
  const unknown = readFits('VW Golf Foobar (VI)', index)
  assert.deepEqual([unknown.readings, unknown.leftover], [[], ['VW Golf Foobar (VI)']])
})

test('models that were not built in any of the years are left out', () => {
  const ofGolf = (generation: string) => ({ make: 'Volkswagen', family: 'Golf', generation })
  const answers = new Map(
    ['ZONK', 'VWGOLF'].map((key) => [key, { fits: ['IV', 'V', 'VI'].map(ofGolf), origin: 'answer' }]),
  )
  const read = (text: string) => {
    const { readings, isComplete } = readFits(text, index, answers)
    return [...readings.map(briefFit), isComplete]
  }
  for (const name of ['Zonk', 'VW Golf'])
    assert.deepEqual(read(`${name} dal 2009 al 2011`), ['Volkswagen Golf VI 2009-2011', true])
  assert.deepEqual(read('Zonk 2006-2010'), ['Volkswagen Golf V 2006-2010', 'Volkswagen Golf VI 2006-2010', true])
  for (const name of ['Zonk', 'VW Golf']) {
    const none = readFits(`${name} 1975`, index, answers)
    assert.deepEqual([none.readings, none.leftover, none.isComplete], [[], ['1975'], false])
  }
  const list = readFits('Toyota Pickup, Camry 2005-2009', index)
  assert.deepEqual([list.readings.map(briefFit), list.leftover], [['Toyota Camry 2005-2009'], ['Pickup']])
})

test('a dash with blanks on both sides separates the parts of a title and says no open years before one year', () => {
  const read = (text: string) => readFits(text, index).readings.map(briefFit)
  for (const text of [
    'Shock Absorber - 2018 Ford F-150',
    'Shock Absorber – 2018 Ford F-150',
    'Ford F-150 shocks — 2018',
    'Ford F-150 - 2018 - shocks',
    'Ford F-150: 2018',
  ])
    assert.deepEqual(read(text), ['Ford F-150 2018-2018'], text)
  assert.deepEqual(read('Shock - 2018-2019 Ford F-150'), ['Ford F-150 2018-2019'])
  for (const text of ['Ford F-150 -2018', 'Ford F-150 (- 2018)', 'Ford F-150 bis 2018'])
    assert.deepEqual(read(text), ['Ford F-150 -2018'], text)
  for (const text of ['Ford F-150 2018-', 'Ford F-150 2018 - shocks', 'Shocks - 2018- Ford F-150'])
    assert.deepEqual(read(text), ['Ford F-150 2018-'], text)
})

test('years with a sign in front of them, or joined to a name, are read behind a vehicle only', () => {
  const read = (text: string) => {
    const { readings, leftover } = readFits(text, index)
    return [...readings.map(briefFit), ...leftover.map((words) => `? ${words}`)]
  }
  assert.deepEqual(read('Opel Astra H Corsa D +09'), ['Opel Astra H 2009-', 'Opel Corsa D 2009-'])
  assert.deepEqual(read('Distanz +15 Golf IV'), ['? Distanz', '? 15', '? Golf IV'])
  assert.deepEqual(read('Citroën C3 C4-2005-2009'), ['Citroën C3 I 2005-2009', 'Citroën C4 I 2005-2009'])
  for (const text of ['Citroën C3 C9-2005-2009', 'KT-2005-2009 Citroën C3'])
    assert.deepEqual(readFits(text, index).readings, [], text)
})

test('a word with another meaning is a vehicle in a list with a sure one; a generation is that of its own vehicle', () => {
  const read = (text: string) => readFits(text, index).readings.map(briefFit)
  assert.deepEqual(read('Bremsscheibe Citroën C3, Spark, Fit'), ['Citroën C3'])
  assert.deepEqual(read('Lamp Punto, Jumper & Beetle'), ['Fiat Punto', 'Citroën Jumper', 'Volkswagen Beetle'])
  assert.deepEqual(read('Jumper cable Punto'), ['Fiat Punto'])
  assert.deepEqual(read('Filtre Clio III Mégane'), ['Renault Clio III', 'Renault Mégane'])
  assert.deepEqual(read('BMW 3er 5er E39 E46 Filter'), ['BMW 5 Series E39', 'BMW 3 Series E46'])
})

test('numbers of parts, counts and words of one letter leave nothing over; a vehicle joined to a number does', () => {
  const open = (text: string) => readFits(text, index).leftover
  for (const text of [
    'Maxgear 82-1127 Filter VW Golf V',
    'Meyle 114 800 0169 Filter VW Golf V',
    '2x Filter VW Golf V',
    "Butée d'embrayage Renault Clio III",
    'Sprężyny z regulacją VW Golf V',
  ])
    assert.deepEqual([text, ...open(text)], [text])
  assert.deepEqual(readFits('Filter Peugeot 206-207', index).readings.map(briefFit), ['Peugeot 206', 'Peugeot 207'])
  assert.deepEqual(open('Filtre Clio III fluence112100020r'), ['fluence112100020r'])
  assert.deepEqual(open('Filtre Clio III passat123456'), ['passat123456'])
  assert.deepEqual(readFits('Filtre golf5.3', index).readings, [])
})

test('spans in brackets, short years, litres, sides and bodies are read as each language writes them', () => {
  const read = (text: string) => {
    const { readings, leftover } = readFits(text, index)
    return [...readings.map(briefFit), ...leftover.map((words) => `? ${words}`)]
  }
  assert.deepEqual(read('Civic headlight assembly LH - (06-11)'), ['Honda Civic 2006-2011 (left)'])
  assert.deepEqual(read('Civic zonkmobil LH - (06-11)'), ['? Civic', '? zonkmobil', '? 06', '? 11'])
  assert.deepEqual(read('Drzwi Octavia II bez rdzy 04-13'), ['Škoda Octavia II 2004-2013'])
  assert.deepEqual(read('Lusterko VW Golf V 07r. oryginał'), ['Volkswagen Golf V 2007-2007'])
  assert.deepEqual(read('Ford Fiesta VI 1.25 filter'), ['Ford Fiesta VI 1.25'])
  assert.deepEqual(read('Filter Audi A4 B6 30 TDI'), ['Audi A4 B6 30 TDI'])
  assert.deepEqual(read('Phare avg Renault Clio III'), ['Renault Clio III (front left)'])
  assert.deepEqual(read('Silnik szyby tylnej Opel Astra H'), ['Opel Astra H (rear)'])
  assert.deepEqual(read('Filter Golf IV Variant (1J5)'), ['Volkswagen Golf IV [Variant, 1J5]'])
  assert.deepEqual(read('Filter Mercedes C200 C220 W203'), ['Mercedes-Benz C-Class W203 [C200/C220]'])
  assert.deepEqual(read('Filter Golf IV Variant V'), ['Volkswagen Golf IV [Variant]', '? V'])
})

test('models of BMW name their series and engine, and a generation may stand behind an engine', () => {
  const read = (text: string) => readFits(text, index).readings.map(briefFit)
  assert.deepEqual(read('Ölfilter BMW 318d/320d'), ['BMW 3 Series 318d', 'BMW 3 Series 320d'])
  assert.deepEqual(read('Filtro BMW Serie 3 318d (2001-2003)'), ['BMW 3 Series E46 2001-2003 318d'])
  assert.deepEqual(read('Filter 320d Audi'), [])
  assert.deepEqual(read('Mercedes C220 CDI W203'), ['Mercedes-Benz C-Class W203 CDI [C220]'])
  assert.deepEqual(read('Sprinter 906 313 CDI Bus'), ['Mercedes-Benz Sprinter W906 313 CDI [Bus]'])
  assert.deepEqual(read('Audi A4 2.0 TDI B6, A6 C5 2.7 TDI'), ['Audi A4 B6 2.0 TDI', 'Audi A6 C5 2.7 TDI'])
  // Numbers behind an engine count parts.
  assert.deepEqual(read('Golf 1.6 TDI 4 Zündkerzen'), ['Volkswagen Golf 1.6 TDI'])
})

test('a sport model whose look a part has is no vehicle, nor one of another series', () => {
  const read = (text: string) => {
    const { readings, leftover } = readFits(text, index)
    return [...readings.map(briefFit), ...leftover.map((words) => `? ${words}`)]
  }
  for (const look of ['M3 look', 'M3-Style', 'M3 Optik', 'Look M3', 'estilo M3', 'M Look', 'R-Line GTI Optik'])
    assert.deepEqual(read(`Bremsscheibe BMW E46 ${look}`).slice(0, 1), ['BMW 3 Series E46'], look)
  assert.deepEqual(read('BMW E46 M-Paket'), ['BMW 3 Series E46 [M-Paket]'])
  assert.deepEqual(read('Filter BMW E87 M3'), ['BMW 1 Series E87'])
  assert.deepEqual(read('Filter BMW E46 M3'), ['BMW M3 [E46]'])
  assert.deepEqual(read('Filter BMW E39 E46 M3'), ['BMW 5 Series E39', 'BMW M3 [E46]'])
})

test('half years and years with a slash are read; joined years that are not understood leave the text to a person', () => {
  const read = (text: string) =>
    readFits(text, index).readings.map(({ from, to, builtFrom, builtTo }) => [from, to, builtFrom, builtTo])
  assert.deepEqual(read('2001.5-2004 Toyota Camry'), [[2001, 2004, '2001-07-01', undefined]])
  assert.deepEqual(read('Toyota Camry 2001-2004.5'), [[2001, 2004, undefined, '2004-06-30']])
  assert.deepEqual(read('Filter Peugeot 206 1999/2009'), [[1999, 2009, undefined, undefined]])
  assert.deepEqual(read('Opel Corsa D 2008-...'), [[2008, null, undefined, undefined]])
  for (const text of ['Toyota Camry 2007/2009', 'Toyota Camry 2003-2008-113', 'Toyota Camry 2001.7-2004'])
    assert.deepEqual(readFits(text, index).isComplete, false, text)
})

test('a letter that joins two names is part of neither, and years go for the vehicle that is named again', () => {
  const read = (text: string) => readFits(text, index).readings.map(briefFit)
  assert.deepEqual(read('Filtro Fiat 500 e 500L'), ['Fiat 500', 'Fiat 500L'])
  assert.deepEqual(read('Filtro Fiat 500 e Audi A4'), ['Fiat 500', 'Audi A4'])
  assert.deepEqual(read('Filter Fiat 500 e'), ['Fiat 500e'])
  assert.deepEqual(read('Filter Golf 2009-2011 Golf VI'), ['Volkswagen Golf VI 2009-2011'])
  assert.deepEqual(read('Filter BMW E53 X5'), ['BMW X5 E53'])
})

test('a number or a letter is left over as it is, never glued to the words beside it', () => {
  const open = (text: string, answers?: Parameters<typeof readFits>[2]) => readFits(text, index, answers).leftover
  assert.deepEqual(open('Filter Golf V 1'), ['1'])
  assert.deepEqual(open('Filter Golf V Zonk 1'), ['Zonk', '1'])
  const none = { fits: [], origin: 'answer' }
  assert.deepEqual(open('Filter Golf V Zonk 1', new Map([['ZONK', none]])), [])
  assert.deepEqual(open('Filter Mercedes W203 Typ 7'), ['7'])
})

test('that a make alone is no vehicle leaves it the make of its families', () => {
  const answers = new Map(['AUDI', 'SEAT'].map((key) => [key, { fits: [], origin: 'answer' }]))
  const read = (text: string) => {
    const { readings, leftover } = readFits(text, index, answers)
    return [...readings.map(briefFit), ...leftover.map((words) => `? ${words}`)]
  }
  assert.deepEqual(read('Filter VW SEAT AUDI Polo 4'), ['Volkswagen Polo IV'])
  assert.deepEqual(read('Filter Audi A6, Seat Ibiza'), ['Audi A6', 'SEAT Ibiza'])
  assert.deepEqual(read('Filter Audi Zonk'), ['? Audi Zonk'])
})

test('a text of twice the length takes twice the steps', () => {
  const titles = [
    'Bremsscheibe vorne VW Golf V 2003-2008',
    'Audi A3 8P 1.9 TDI',
    'nicht für BMW 3er E46',
    'Filtr oleju Opel Astra H 04-10',
    'Renault Clio III 2005-2012 with sport suspension',
  ]
  /** Counts the names that are looked up and the signs that are searched as a whole. */
  const stepsOf = (count: number): number => {
    let steps = 0
    const things = new Map(index.things)
    things.get = (key) => {
      steps += 1
      return Map.prototype.get.call(things, key) as ReturnType<typeof things.get>
    }
    // The shared prototype, since `matchAll` is called on many texts; put back below.
    const matchAll = Object.getOwnPropertyDescriptor(String.prototype, 'matchAll') as PropertyDescriptor
    const original = matchAll.value as (this: string, pattern: RegExp) => RegExpStringIterator<RegExpExecArray>
    Object.defineProperty(String.prototype, 'matchAll', {
      ...matchAll,
      value: function (this: string, pattern: RegExp) {
        steps += this.length
        return original.call(this, pattern)
      },
    })
    try {
      readFits(Array.from({ length: count }, (_, at) => titles[at % titles.length]).join(' '), { ...index, things })
    } finally {
      Object.defineProperty(String.prototype, 'matchAll', matchAll)
    }
    return steps
  }
  const [once, twice] = [stepsOf(60), stepsOf(120)]
  assert.ok(twice < once * 2.2, `${once} steps, then ${twice}`)
})

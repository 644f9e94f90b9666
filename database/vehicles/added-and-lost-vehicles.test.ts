import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSeedNames } from '#database/vehicles/read-seed.ts'
import { briefFit, readInBrief } from '#server/testing/brief-fit.ts'
import type { FitAnswer } from '#server/vehicles/fits.ts'
import { readFits } from '#server/vehicles/read-fits.ts'
import { nameKey, textKey } from '#server/vehicles/vehicle-names.ts'

const names = readSeedNames()

const assertRead = (cases: Record<string, string[]>) => assert.deepEqual(readInBrief(Object.keys(cases), names), cases)

test('years over the change of the make of a truck are those of both makes, also without its class', () => {
  const ofBoth = (last: number | '') =>
    ['1500', '2500', '3500'].flatMap((one) => [`Dodge Ram ${one} 2010-2012`, `Ram ${one} 2013-${last}`])
  assertRead({
    'Tailgate seal 2010-2017 Dodge Ram': ofBoth(2017),
    '10-17 dodge ram tailgate seal': ofBoth(2017),
    'Tailgate seal Dodge Ram 2010+': ofBoth(''),
    'Tailgate seal 1992-2017 Dodge Ram 1500': ['Dodge Ram 1500 1992-2012', 'Ram 1500 2013-2017'],
    // All of one make, and one with its class.
    'Tailgate seal 2007-2012 RAM 2500/3500': ['Dodge Ram 2500 2007-2012', 'Dodge Ram 3500 2007-2012'],
    'Tailgate seal 2004-2012 Dodge Ram': ['Dodge Ram 2004-2012'],
    'Tailgate seal 2014-2017 Dodge Ram': ['Dodge Ram 2014-2017'],
    'Tailgate seal 2010-2017 Dodge Ram 1500': ['Dodge Ram 1500 2010-2012', 'Ram 1500 2013-2017'],
    'Tailgate seal 2010-2017 Chevrolet Silverado': ['Chevrolet Silverado 2010-2017'],
  })
})

test('years of one vehicle in two places limit each other, and those of several vehicles do not', () => {
  assertRead({
    'Brake disc VW Golf V (2003-2008) ab 06/2006': ['Volkswagen Golf V 2006-2008'],
    'Brake disc VW Golf V 2003-2008 until 06/2006': ['Volkswagen Golf V 2003-2006'],
    'Brake disc VW Golf V (1K) 10.2003 - 11.2008, od 05.2006': ['Volkswagen Golf V 2006-2008'],
    'Brake disc 2003-2008 VW Golf V from 2006': ['Volkswagen Golf V 2006-2008'],
    'Disque BMW E46 1998-2005 à partir de 09/2001 jusqu’à 03/2003': ['BMW 3 Series E46 2001-2003'],
    // The first of two vehicles keeps its own, and what is said twice is said once.
    'Brake disc VW Golf V 2003-2008, Golf VI ab 2008': ['Volkswagen Golf V 2003-2008', 'Volkswagen Golf VI 2008-'],
    'Brake disc 94-01 Acura Integra 1994-2001': ['Acura Integra III 1994-2001'],
    'Brake disc VW Golf 2004-2006, 2009-2011': ['Volkswagen Golf 2004-2006', 'Volkswagen Golf 2009-2011'],
  })
})

test('what not each vehicle of its kind has is a condition, whoever wrote it', () => {
  assertRead({
    'Condenser VW Golf V no AC': ['Volkswagen Golf V [no AC]'],
    'Condenser VW Golf V non-turbo': ['Volkswagen Golf V [non-turbo]'],
    'Gasket Subaru Legacy 2010-2014 2.5i (non-turbo)': ['Subaru Legacy 2010-2014 2.5 i [non-turbo]'],
    'Hood non-hybrid Toyota Camry 2012-2014': ['Toyota Camry 2012-2014 [non-hybrid]'],
    'CV axle Ford F-150 2009-2014 no 4WD': ['Ford F-150 2009-2014 [no 4WD]'],
    'Bumper 2012 Honda Civic non-Si': ['Honda Civic IX 2012-2012 [non-Si]'],
    'Gasket VW Golf V 2.0 pas TDI': ['Volkswagen Golf V 2.0 [pas TDI]'],
    'Bumper Peugeot 206+': ['? Peugeot 206'],
    'Non-slip mats 2015 Ford F-150': ['Ford F-150 2015-2015'],
    'Bumper 2019 Ram 1500 (new body style)': ['Ram 1500 2019-2019 [new body style]'],
    'Brake pads VW Golf V ATE system': ['Volkswagen Golf V [ATE system]'],
    'Bremsbeläge VW Golf V Bremssystem: TRW': ['Volkswagen Golf V [Bremssystem: TRW]'],
    // A brand is none.
    'ATE brake pads VW Golf V': ['Volkswagen Golf V'],
  })
})

test('and of two vehicles in Polish is no first generation', () => {
  assertRead({
    'Filtr oleju Clio i Peugeot 206': ['Renault Clio', 'Peugeot 206'],
    'Filtr oleju Clio II i Megane II': ['Renault Clio II', 'Renault Mégane II'],
    'Filtr oleju Clio I, Clio i': ['Renault Clio I'],
  })
})

test('a code behind a generation that is one of another is asked, and so are years without an end near a change', () => {
  assertRead({
    'Mirror Seat Ibiza IV (6L)': ['? Seat Ibiza IV (6L)'],
    'Mirror Seat Ibiza III (6L)': ['SEAT Ibiza III'],
    'Mirror BMW E60 (E61)': ['BMW 5 Series E60 [E61]'],
    'Mirror BMW E46 / E90': ['BMW 3 Series E46', 'BMW 3 Series E90'],
    'Mirror Mitsubishi L200 05-': ['Mitsubishi L200 2005-'],
    'Mirror VW Golf 2003-': ['Volkswagen Golf V 2003-'],
    'Mirror VW Golf 2012+': ['Volkswagen Golf 2012-'],
  })
})

test('what catalogues write short is read: codes with a bar or line, years behind a bar, a body behind a number, stock numbers', () => {
  assertRead({
    'Servo freio RENAULT LAGUNA III Grandtour (KT0/1) | 07 -': ['Renault Laguna III 2007- [Grandtour, KT0]'],
    'Bomba RENAULT CLIO III (BR0/1, CR0/1_) | 05 - 12': ['Renault Clio III 2005-2012 [BR0, CR0]'],
    'Espelho VOLKSWAGEN TIGUAN (5N_) | 07 -': ['Volkswagen Tiguan I 2007-'],
    'Motor PEUGEOT 307SW 2.0HDI': ['Peugeot 307 2.0 HDi [SW]'],
    '2250 AUDI A4 B8 BELKA EU 8K0807113D': ['Audi A4 B8'],
    'Servo freio RENAULT TRAFIC III Autocarro | 14 -': ['Renault Trafic III 2014- [Autocarro]'],
    // A year, a sign of a list and another number stay.
    '2012 AUDI A4 B8 BELKA': ['Audi A4 B8 2012-2012'],
    'Belka VW Golf V | 12 x': ['Volkswagen Golf V', '? 12, x'],
  })
})

test('numbers of a list are families behind their engines, too', () => {
  assertRead({
    'Oil filter Peugeot 206 1.4 HDi, 307 2.0 HDi': ['Peugeot 206 1.4 HDi', 'Peugeot 307 2.0 HDi'],
    'Oil filter Peugeot 206 1.4, 307 1.6, 407 2.0': ['Peugeot 206 1.4', 'Peugeot 307 1.6', 'Peugeot 407 2.0'],
    'Oil filter Peugeot 206 1.4, 307 mm': ['Peugeot 206 1.4'],
  })
})

test('a vehicle in brackets behind another one may be what that is built on, and is asked', () => {
  assertRead({
    'ESPEJO OPEL TIGRA B (CORSA C)': ['? OPEL TIGRA B (CORSA C)'],
    'Spiegel Opel Tigra B {Corsa C}': ['Opel Tigra B', '? Corsa C'],
    'FARO RENAULT SCENIC I (MEGANE I)': ['? RENAULT SCENIC I (MEGANE I)'],
    'Mirror Seat Ibiza III (6L) (Cordoba II)': ['? Seat Ibiza III (6L) (Cordoba II)'],
    'Mirror Skoda Roomster (Fabia II) left': ['? Skoda Roomster (Fabia II)'],
    'Mirror Seat Toledo II [Leon I]': ['SEAT Toledo II', '? Leon I'],
    'Mirror Opel Tigra B - (Corsa C)': ['Opel Tigra B', '? Corsa C'],
    'Mirror Opel Tigra B 1.4 (Corsa C)': ['Opel Tigra B 1.4', '? Corsa C'],
    'Mirror Golf V, Jetta V (Octavia II)': ['Volkswagen Golf V', '? Jetta V (Octavia II)'],
    // Lists behind a part or a make, codes, the same under another badge, and what brackets say not to fit.
    'Brake pads (Golf V, Octavia II)': ['Volkswagen Golf V', 'Škoda Octavia II'],
    'Brake pads VW (Golf V, Jetta V) Skoda (Octavia II)': [
      'Volkswagen Golf V',
      'Volkswagen Jetta V',
      'Škoda Octavia II',
    ],
    'Mirror (VW Golf V) (Skoda Octavia II)': ['Volkswagen Golf V', 'Škoda Octavia II'],
    'Mirror Golf V (1K)': ['Volkswagen Golf V'],
    'Mirror BMW 3er (E46), 5er (E39)': ['BMW 3 Series E46', 'BMW 5 Series E39'],
    'Mirror Opel Astra H (Vauxhall Astra H)': ['Opel Astra H', 'Vauxhall Astra H'],
    'Mirror Golf V (not Octavia II)': ['Volkswagen Golf V [not Octavia II]'],
  })
})

test('an answer for a vehicle and the one in brackets behind it decides both, and one for either decides nothing of them', () => {
  const combo = { make: 'Opel', family: 'Combo', generation: 'C' }
  const read = (text: string, key: string) => {
    const { readings, leftover } = readFits(text, names, new Map([[key, { fits: [combo], origin: 'person' }]]))
    return { read: readings.map(briefFit), leftover }
  }
  const text = 'ESPEJO OPEL COMBO (CORSA C)'
  for (const key of [nameKey('OPEL COMBO (CORSA C)'), textKey(text)])
    assert.deepEqual(read(text, key), { read: ['Opel Combo C'], leftover: [] })
  for (const key of ['COMBO', 'OPELCOMBO'])
    assert.deepEqual(read(text, key), { read: [], leftover: ['OPEL COMBO (CORSA C)'] })
})

test('a month in brackets behind a generation is the start of production, and is asked behind a family without one', () => {
  assertRead({
    'ESPEJO SEAT LEON I (1M1)(11.1999)': ['SEAT Leon I 1999-'],
    'Lusterko Skoda Octavia II kombi (02/2004) prawe': ['Škoda Octavia II 2004- (right) [kombi]'],
    'Lusterko Ford Focus II 1.6 (07.2004), Opel Astra H (03.2004)': ['Ford Focus II 2004- 1.6', 'Opel Astra H 2004-'],
    'Lusterko Skoda Octavia II [02.2004]': ['Škoda Octavia II 2004-'],
    'Lusterko Ford Focus (10.2004)': ['? Ford Focus, 10, 2004'],
    // From one month to another, the day of a part, a year alone, and a month without brackets.
    'Lusterko Skoda Octavia II (02.2004 - 05.2008)': ['Škoda Octavia II 2004-2008'],
    'Skoda Octavia II lusterko prawe (02.2006)': ['Škoda Octavia II 2006-2006 (right)'],
    'Lusterko Skoda Octavia II (2006)': ['Škoda Octavia II 2006-2006'],
    'Lusterko Skoda Octavia II 02.2006': ['Škoda Octavia II 2006-2006'],
  })
  const { readings } = readFits('ESPEJO SEAT LEON I (1M1)(11.1999)', names)
  assert.deepEqual(
    readings.map(({ builtFrom, builtTo }) => [builtFrom, builtTo]),
    [['1999-11-01', undefined]],
  )
})

test('a part for both fuels is restricted to neither', () => {
  assertRead({
    'Fuel Tank Strap Diesel or Gas 1999-2007 Ford F-250': ['Ford F-250 1999-2007'],
    'Ford F-250 1999-2007 gasoline/diesel fuel tank strap': ['Ford F-250 1999-2007'],
    'Motorlager Golf V Diesel und Benziner': ['Volkswagen Golf V'],
    'Motorlager Golf V 2.0 Diesel oder Benziner': ['Volkswagen Golf V 2.0'],
    // One fuel, a part with gas in it, and an engine.
    'Motorlager Golf V Diesel': ['Volkswagen Golf V [Diesel]'],
    'Golf V Diesel & gas spring': ['Volkswagen Golf V [Diesel]'],
    'Motorlager Golf V 2.0 Diesel': ['Volkswagen Golf V 2.0 Diesel'],
  })
})

/** Reads a text with answers for its phrases, or for `*`, all of it. */
const readAnswered = (text: string, answered: Record<string, Omit<FitAnswer, 'origin'>>) => {
  const answers = Object.entries(answered).map(
    ([phrase, answer]) => [phrase === '*' ? textKey(text) : nameKey(phrase), { ...answer, origin: 'person' }] as const,
  )
  const { readings, leftover } = readFits(text, names, new Map(answers))
  return [...readings.map(briefFit), ...(leftover.length > 0 ? [`? ${leftover.join(', ')}`] : [])]
}
const noVehicle = { fits: [] }

test('of two numbers behind a make, the one that the index does not know is asked', () => {
  assertRead({
    'Filtro aria alfa romeo 142-146': ['? alfa romeo 142, 146'],
    'Filtro aria Alfa Romeo 146-147': ['Alfa Romeo 146', 'Alfa Romeo 147'],
    // A number of a part, behind a vehicle and behind a make without such a family.
    'Filtro aria Alfa Romeo Giulietta 142-146': ['Alfa Romeo Giulietta'],
    'Filtro aria Alfa Romeo Giulietta Valeo 142-146': ['Alfa Romeo Giulietta'],
    'Filtro aria Skoda 142-146 Octavia II': ['Škoda Octavia II'],
  })
})

test('a make of two words that is answered as no vehicle is not asked again', () => {
  const text = 'Filtro aria alfa romeo land rover bosch'
  assert.deepEqual(readAnswered(text, { 'alfa romeo': noVehicle }), ['? land rover'])
  assert.deepEqual(readAnswered(text, { 'alfa romeo': noVehicle, 'Land Rover': noVehicle }), [])
  assert.deepEqual(readAnswered('Filtro aria alfa romeo Zanzo', { 'alfa romeo': noVehicle }), ['? alfa romeo Zanzo'])
  assert.deepEqual(readAnswered('Filtro aria alfa romeo 147', { 'alfa romeo': noVehicle }), ['Alfa Romeo 147'])
})

test('a code of a part with letters in front of a number and an a restricts nothing if its text says so', () => {
  const text = '2006-2013 Chevy Impala grille zkrt06a-06 chrome'
  const impala = { make: 'Chevrolet', family: 'Impala', generation: null }
  assert.deepEqual(readAnswered(text, { '*': { fits: [impala], isCondition: false } }), ['Chevrolet Impala 2006-2013'])
  assert.deepEqual(readAnswered(text, { '*': { fits: [impala], isCondition: true } }), [
    'Chevrolet Impala 2006-2013 [zkrt06a]',
  ])
  assertRead({ 'Fuse 15a 2006-2013 Chevy Impala': ['Chevrolet Impala 2006-2013'] })
})

test('a family behind two makes that both have it is one of both', () => {
  const suburbans = ['Chevrolet Suburban 1993-1998', 'GMC Suburban 1993-1998']
  assertRead({
    'Grille 1993-1998 Chevy GMC Suburban': suburbans,
    'Grille 93-98 gmc chevy suburban': suburbans.toReversed(),
    'Grille 1995-1998 Chevrolet GMC Tahoe Yukon Suburban': [
      'Chevrolet Tahoe 1995-1998',
      'GMC Yukon 1995-1998',
      'Chevrolet Suburban 1995-1998',
      'GMC Suburban 1995-1998',
    ],
    // Years without one of them, a class of load of either, and a family of one of them.
    'Grille 2007-2014 Chevy GMC Suburban': ['Chevrolet Suburban 2007-2014', '? 2007, 2014, GMC'],
    'Grille 1993-1998 Chevy GMC Suburban 1500': ['GMC Suburban 1993-1998 [1500]', '? Chevy'],
    'Grille 1993-1998 Chevy GMC Safari': ['GMC Safari 1993-1998', '? Chevy'],
    'Grille 1993-1998 GMC Suburban': ['GMC Suburban 1993-1998'],
  })
})

test('two digits in front of vehicles that a person names for a text are the year in which these were built', () => {
  const vehicles = [
    { make: 'Ford', family: 'Explorer', generation: null },
    { make: 'Mercury', family: 'Mountaineer', generation: null },
  ]
  for (const isCondition of [true, false]) {
    const read = (text: string) => readAnswered(text, { '*': { fits: vehicles, isCondition } })
    assert.deepEqual(read('06 EXPLORER MOUNTAINEER 4.6L relay'), [
      'Ford Explorer 2006-2006 4.6L',
      'Mercury Mountaineer 2006-2006 4.6L',
    ])
    // Years that are said, a year in which one of them was not built, and a number of parts.
    assert.deepEqual(read('2 EXPLORER MOUNTAINEER relay 2004-2006'), [
      'Ford Explorer 2004-2006',
      'Mercury Mountaineer 2004-2006',
    ])
    const limit = isCondition ? ' [84]' : ''
    assert.deepEqual(read('84 EXPLORER MOUNTAINEER relay'), [`Ford Explorer${limit}`, `Mercury Mountaineer${limit}`])
    assert.deepEqual(read('relay 06 EXPLORER MOUNTAINEER'), ['Ford Explorer', 'Mercury Mountaineer'])
  }
})

test('Japanese families that Europe counts otherwise than America have generations, by their codes', () => {
  assertRead({
    'Lampa tył lewa Toyota Carina E': ['Toyota Carina E (rear left)'],
    'TOYOTA CARINA E (T19) 1.6 filtre à air': ['Toyota Carina E 1.6'],
    'Specchio sinistro Toyota Celica T23': ['Toyota Celica T230 (left)'],
    'Faro delantero derecho TOYOTA CELICA (T20) 1.8': ['Toyota Celica T200 1.8 (front right)'],
    'Toyota Prius II Scheinwerfer links': ['Toyota Prius XW20 (left)'],
    'Lexus IS II (XE20) lampa lewa': ['Lexus IS II (left)'],
    'Mazda 626 GF Stoßstange vorne': ['Mazda 626 GF (front)'],
    'Mazda 5 CR19 lampa lewa': ['Mazda 5 CR (left)'],
    'HONDA ACCORD VII (CL, CN) 2.0': ['Honda Accord VII 2.0'],
    'Querlenker vorne links Honda Accord VIII CU': ['Honda Accord VIII (front left)'],
    // A number of cylinders is no generation, and in years of two of them it is either.
    '2006-2011 Honda Civic 4 cyl alternator': ['? 2006, 2011, Honda Civic 4'],
    'Golf 4 cyl pump': ['? Golf 4'],
    '03-07 Honda Accord 4 cyl alternator': ['Honda Accord 2003-2007 [4 cyl]'],
    // The eighth was sold in Europe until 2015.
    '2013 Honda Accord headlight': ['Honda Accord 2013-2013'],
    '2016 Honda Accord headlight': ['Honda Accord IX 2016-2016'],
    'Honda Accord CP2 headlight': ['Honda Accord VIII [CP2]'],
    'Scheinwerfer Honda Accord VIII 2013-2015': ['Honda Accord VIII 2013-2015'],
    '2012-2017 Prius V lamp': ['Toyota Prius V 2012-2017'],
    'Toyota Carina II lampa': ['? Toyota Carina II'],
  })
})

test('models of Nissan, Mitsubishi, Subaru and Suzuki that Europe drives are read, and a number that books count otherwise is asked', () => {
  assertRead({
    'NISSAN TERRANO II (R20) 2.7 TDI pompa wody': ['Nissan Terrano II 2.7 TDI'],
    'Retrovisor izquierdo Nissan Primastar (X83)': ['Nissan Primastar I (left)'],
    'Nissan NV400 2.3 dCi Bremsscheibe hinten': ['Nissan NV400 2.3 dCi (rear)'],
    'Lampa Nissan Almera Classic 1.6': ['Nissan Almera Classic 1.6'],
    'Phare gauche Mitsubishi Lancer VIII': ['Mitsubishi Lancer CY (left)'],
    'SUBARU IMPREZA Saloon (GD) 2.0': ['Subaru Impreza GD/GG 2.0 [Saloon]'],
    'Subaru Legacy IV (BL/BP) Stoßdämpfer vorne': ['Subaru Legacy BL/BP (front)'],
    'Filtro olio Subaru Forester (SH) 2.0 D': ['Subaru Forester SH 2.0 D'],
    'Suzuki S-Cross 2015 lampa lewa': ['Suzuki SX4 S-Cross I 2015-2015 (left)'],
    'SUZUKI SX4 (EY, GY) 1.6 klocki przód': ['Suzuki SX4 1.6 (front)'],
    'Suzuki Splash 1.2 filtre à huile': ['Suzuki Splash 1.2'],
    // America sold the body before for two years more as the WRX, and the first Impreza for one.
    '2013 Subaru Impreza WRX lip': ['Subaru Impreza 2013-2013 [WRX]'],
    '2001 Subaru Impreza strut': ['Subaru Impreza 2001-2001'],
    'Subaru Impreza phare gh': ['Subaru Impreza (left)'],
    'Suzuki Swift IV lampa': ['? Suzuki Swift IV'],
    'Mitsubishi Lancer Evo VII lamp': ['? Mitsubishi Lancer Evo VII'],
  })
})

test('families of Korea, Daihatsu, Lada and Chrysler that Europe drives are read by their codes', () => {
  assertRead({
    'HYUNDAI ACCENT II (LC) 1.5 CRDi filtr': ['Hyundai Accent LC 1.5 CRDi'],
    'Phare gauche Hyundai Lantra J-2 1.6': ['Hyundai Elantra J2 1.6 (left)'],
    'Hyundai ix55 3.0 V6 CRDi Bremsbeläge hinten': ['Hyundai Veracruz 3.0 V6 CRDi (rear)'],
    'Lampa Hyundai Matrix FC 1.5': ['Hyundai Matrix 1.5'],
    'KIA CARENS III (UN) 2.0 CRDi amortyzator tył': ['Kia Carens III 2.0 CRDi (rear)'],
    'Kia Carnival VQ 2.9 Lichtmaschine': ['Kia Carnival VQ 2.9'],
    'Faro izquierdo Chevrolet Aveo T250': ['Chevrolet Aveo T250 (left)'],
    'Daewoo Matiz 0.8 pompa wody': ['Daewoo Matiz 0.8'],
    'Daihatsu Cuore VI (L251) Stoßdämpfer vorne': ['Daihatsu Cuore VI (front)'],
    'Specchio sinistro Daihatsu Sirion M3': ['Daihatsu Sirion II (left)'],
    'Chrysler Voyager III GS 2.5 TD chłodnica': ['Chrysler Voyager III 2.5 TD'],
    'Lada Niva 21214 uszczelka': ['Lada Niva'],
    // Numbers that books count otherwise, an American year, and a car with a plus in its name.
    'Kia Carnival II 2.9 filtr': ['? Kia Carnival II'],
    'Nissan Interstar 2.5 dCi filtr': ['Nissan Interstar 2.5 dCi'],
    'Nissan NP300 2.5 lampa': ['? Nissan'],
    // Names of no language and of one make alone count without it.
    'Alternador Primastar X83 1.9 dCi': ['Nissan Primastar I 1.9 dCi'],
    'Bremsscheibe vorne Carens III': ['Kia Carens III (front)'],
    'Lampa tył lewa XCeed 2020-': ['Kia XCeed 2020- (rear left)'],
    '2016 Chevy Cruze headlight': ['Chevrolet Cruze 2016-2016'],
    '1994 Hyundai Sonata headlight': ['Hyundai Sonata 1994-1994'],
    'Hyundai Elantra HD headlight': ['Hyundai Elantra'],
    'Toyota Prius+ 1.8 2013 lampa': ['? Toyota Prius, 2013'],
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSeedNames } from '#database/vehicles/read-seed.ts'
import { readInBrief } from '#server/testing/brief-fit.ts'

const names = readSeedNames()

const assertRead = (cases: Record<string, string[]>) => assert.deepEqual(readInBrief(Object.keys(cases), names), cases)

test('a sport model of BMW is read beside its code, and asked elsewhere in the text', () => {
  assertRead({
    'BMW OEM M3 E46 grille': ['BMW M3 [E46]'],
    'Original BMW Zubehör M5 (E60) Grill': ['BMW M5 [E60]'],
    'BMW E90 LCI M3 grille': ['BMW M3 [E90, LCI]'],
    'BMW E90 Sedan M3 grille': ['BMW M3 [E90, Sedan]'],
    'BMW E90 2009+ M3 grille': ['BMW M3 2009- [E90]'],
    'BMW E63 genuine M6 grille': ['BMW M6 [E63]'],
    'Grill BMW M3 E90 E92 E93 OEM': ['BMW M3 [E90 E92 E93]'],
    'BMW E46 grille for M3': ['BMW 3 Series E46', '? M3'],
    'BMW 3er E46 Kühlergrill M3': ['BMW 3 Series E46', '? M3'],
    'BMW E46 | M3 | grille': ['BMW 3 Series E46', '? M3'],
    // A thread, a look and another series.
    'BMW M3 E46 wheel bolts': ['BMW 3 Series E46', '? M3'],
    'BMW E90 Schraube M6': ['BMW 3 Series E90'],
    'BMW E46 grille M3 style': ['BMW 3 Series E46'],
    'BMW E87 grille M3': ['BMW 1 Series E87'],
  })
})

test('each of several sport models of BMW is restricted by the codes beside it', () => {
  assertRead({
    'BMW M5 F10, M6 F12 F13 2012-2016 grille': ['BMW M5 2012-2016 [F10]', 'BMW M6 2012-2016 [F12 F13]'],
    'BMW E60 E61 M5 E63 E64 M6 2006-2010': ['BMW M5 2006-2010 [E60 E61]', 'BMW M6 2006-2010 [E63 E64]'],
    'BMW M3 E46 E90 E92 2001-2013 grille': ['BMW M3 2001-2013 [E46 E90 E92]'],
    'BMW M3 M5 E46 E60 2004-2006 grille': ['BMW M3 2004-2006 [E46]', 'BMW M5 2004-2006 [E60]'],
    // A look is none.
    'BMW E87 M3 grille 2005-2010': ['BMW 1 Series E87 2005-2010'],
  })
})

test('`1M` is a BMW behind its make and beside a code of its series, and a metre elsewhere', () => {
  assertRead({
    'BMW 1M clutch': ['BMW 1M'],
    'BMW E82 1M clutch': ['BMW 1M [E82]'],
    'BMW genuine 1M E82 clutch': ['BMW 1M [E82]'],
    'BMW E87 clutch 1M': ['BMW 1 Series E87', '? 1M'],
    'BMW E46 cable 1m': ['BMW 3 Series E46'],
  })
})

test('a sport model of Audi behind a generation of its base, and a letter that is a version, are asked', () => {
  assertRead({
    'Audi A4 B7 RS4 grille': ['? Audi A4 B7, RS4'],
    'Audi A6 C7 OEM RS6 grille': ['? Audi A6 C7, RS6'],
    'Audi TT 8J genuine TTS grille': ['? Audi TT 8J, TTS'],
    'Audi RS3 8V grille': ['Audi RS 3 8V'],
    'Audi A4 B7, RS4 B7 grille': ['Audi A4 B7', 'Audi RS 4 B7'],
    'Audi A4/RS4 B7 grille': ['Audi A4 B7', 'Audi RS 4 B7'],
    'Audi RS6 C7 grille': ['Audi RS 6 C7'],
    'Audi A3 1.8 20V grille': ['Audi A3 1.8 20V'],
    'VW Golf VII genuine R grille': ['Volkswagen Golf VII', '? R'],
    'Hyundai i30 III genuine N grille': ['Hyundai i30 III', '? N'],
    'Grille genuine R for Opel Astra H': ['Opel Astra H'],
  })
})

test('Turbo restricts a vehicle of which it is a version, and is a part of any other', () => {
  assertRead({
    'Porsche 911 997 Turbo door': ['Porsche 911 997 [Turbo]'],
    'Porsche 911 (996) Turbo S door': ['Porsche 911 996 [Turbo S]'],
    'Porsche 911 Carrera (992) door': ['Porsche 911 992 [Carrera]'],
    'Door Porsche 911 997 Carrera 4S': ['Porsche 911 997 [Carrera 4S]'],
    'Porsche 911 Turbo (996) door': ['Porsche 911 996 [Turbo]'],
    'Porsche 911 Turbo S 991 door': ['Porsche 911 991 [Turbo S]'],
    'Porsche 911 991 door for Turbo': ['Porsche 911 991 [Turbo]'],
    'Porsche 911 991 | Turbo | door': ['Porsche 911 991', '? Turbo'],
    'Porsche Cayenne 2012-2016 Turbo door': ['Porsche Cayenne 92A 2012-2016 [Turbo]'],
    'Porsche Panamera 970 Turbo door': ['Porsche Panamera 970 [Turbo]'],
    'Porsche Macan Turbo 2015-2017 door': ['Porsche Macan 2015-2017 [Turbo]'],
    'Subaru Impreza 2002-2006 Turbo door': ['Subaru Impreza GD/GG 2002-2006 [Turbo]'],
    'Toyota Supra 1994-1997 Turbo door': ['Toyota Supra A80 1994-1997 [Turbo]'],
    'Saab 9-3 II Turbo X door': ['Saab 9-3 II [Turbo X]'],
    'Porsche 911 996 turbo hose': ['Porsche 911 996'],
    'Turbo for Porsche Cayenne 958': ['Porsche Cayenne 92A'],
    'Turbolader Porsche Macan 2015-2017': ['Porsche Macan 2015-2017'],
    'Turbo hose VW Golf VII': ['Volkswagen Golf VII'],
    'VW Golf VII turbo': ['Volkswagen Golf VII'],
    'Saab 9-3 II turbo hose': ['Saab 9-3 II'],
  })
})

test('brakes with ceramic discs restrict a vehicle, and ceramic pads do not', () => {
  assertRead({
    'Porsche 911 997 pads carbon ceramic': ['Porsche 911 997 [carbon ceramic]'],
    'Porsche 911 997 PCCB rotor': ['Porsche 911 997 [PCCB]'],
    'Beläge Audi A6 C7 für Keramikbremse': ['Audi A6 C7 [Keramikbremse]'],
    'Beläge Audi A6 C7 Carbon-Keramik-Bremsanlage': ['Audi A6 C7 [Carbon-Keramik]'],
    'Audi A6 C7 Bremsscheiben Keramik': ['Audi A6 C7 [Bremsscheiben Keramik]'],
    'Audi A6 C7 ceramic brake rotors': ['Audi A6 C7 [ceramic brake rotors]'],
    'Audi A6 C7 pads for ceramic discs': ['Audi A6 C7 [ceramic discs]'],
    'Plaquettes Audi A6 C7 frein carbone céramique': ['Audi A6 C7 [carbone céramique]'],
    'Plaquettes Audi A6 C7 pour freins céramiques': ['Audi A6 C7 [freins céramiques]'],
    'Tarcze ceramiczne Audi A6 C7': ['Audi A6 C7 [Tarcze ceramiczne]'],
    'Dischi carboceramici Audi A6 C7': ['Audi A6 C7 [carboceramici]'],
    'Discos carbono cerámicos Audi A6 C7': ['Audi A6 C7 [carbono cerámicos]'],
    'Ceramic brake pads for VW Golf VII': ['Volkswagen Golf VII'],
    'Toyota Camry 2007-2011 ceramic disc brake pad set': ['Toyota Camry 2007-2011'],
    'Toyota Camry 2007-2011 slotted rotors ceramic pads': ['Toyota Camry 2007-2011'],
    'Keramik-Bremsbeläge VW Golf VII': ['Volkswagen Golf VII'],
    'Bremsscheiben Keramik Bremsbeläge VW Golf VII': ['Volkswagen Golf VII'],
    'Plaquettes de frein céramiques VW Golf VII': ['Volkswagen Golf VII'],
    'Klocki hamulcowe ceramiczne VW Golf VII': ['Volkswagen Golf VII'],
  })
})

test('the face of a Porsche behind its code, and a code of several sport models, restrict them', () => {
  assertRead({
    'Porsche 911 (991.2) door': ['Porsche 911 991 [991.2]'],
    'Porsche 911 Turbo (992.1) door': ['Porsche 911 992 [Turbo, 992.1]'],
    'Porsche 911 Carrera (991.2) door': ['Porsche 911 991 [Carrera, 991.2]'],
    'Porsche 911 997.1 / 997.2 door': ['Porsche 911 997 [997.1/997.2]'],
    'Porsche 911 997.2, Boxster 987.1 door': ['Porsche 911 997 [997.2]', 'Porsche Boxster 987 [987.1]'],
    'Porsche 911 997/997.2 hood': ['Porsche 911 997'],
    'BMW F8X M3 M4 hood': ['BMW M3 [F8X]', 'BMW M4 [F8X]'],
    'BMW M2 M3 M4 F8X hood': ['BMW M2 [F8X]', 'BMW M3 [F8X]', 'BMW M4 [F8X]'],
    'BMW M3 M4 F80 F82 hood': ['BMW M3 F80', 'BMW M4 F82'],
    'Hood BMW M2 G87': ['BMW M2 G87'],
    'BMW OEM M4 F82 grille': ['BMW M4 F82'],
    'Audi RS3 8V 8Y hood': ['Audi RS 3 8V', '? 8Y'],
    'Audi S6 C6 4F hood': ['Audi S6 C6'],
    'Audi RS7 4G 4K hood': ['Audi RS 7 [4G/4K]'],
    // A Genesis, and codes of M3 and M4 beside a series
    'Genesis G80 hood': ['Genesis G80'],
    'BMW E90 F80 hood': ['BMW 3 Series E90', 'BMW M3 F80'],
    'BMW F8X hood': ['? BMW F8X'],
  })
})

test('versions that are letters, sizes or words for parts elsewhere are asked of the makes that have them', () => {
  assertRead({
    'VW Golf V hood R32': ['Volkswagen Golf V', '? R32'],
    'VW Golf VI genuine R20 hood': ['Volkswagen Golf VI', '? R20'],
    'VW Golf VI rim R20': ['Volkswagen Golf VI'],
    'Porsche Boxster 987 hood S': ['Porsche Boxster 987', '? S'],
    'MINI R56 genuine S hood': ['MINI Cooper R56', '? S'],
    'Tesla Model 3 brake Performance': ['Tesla Model 3', '? Performance'],
    'Performance brake pads Tesla Model 3': ['Tesla Model 3'],
    'Saab 9-3 II hood Aero': ['Saab 9-3 II', '? Aero'],
    'Ford Mustang 2016-2019 hood GT350': ['Ford Mustang S550 2016-2019 [GT350]'],
    'Ford Mondeo III ST220 hood': ['Ford Mondeo III [ST220]'],
  })
})

test('electric versions, valves and bodies with names of their own are not lost, and a V12 is an engine', () => {
  assertRead({
    'Opel Corsa-e hood': ['Opel Corsa [Corsa-e]'],
    'Opel Corsa-E hood': ['Opel Corsa E'],
    'Peugeot e-208 hood': ['Peugeot 208 [e-208]'],
    'Peugeot e-208 II hood': ['Peugeot 208 II [e-208 II]'],
    'Peugeot 208 II / e-208 II hood': ['Peugeot 208 II'],
    'VW Golf VII e-Golf hood': ['? VW Golf VII, e-Golf'],
    'VW Passat B6 CC hood': ['? VW Passat B6, CC'],
    'VW Golf III gasket 16V': ['Volkswagen Golf III [16V]'],
    'VW Golf III 1.8 16V, 1.6 gasket': ['Volkswagen Golf III 1.8 16V', 'Volkswagen Golf III 1.6'],
    'VW Golf III bulb 12V': ['Volkswagen Golf III'],
    'VW T4 short nose hood': ['Volkswagen Transporter T4 [short nose]'],
    'Mercedes W221 hood V12': ['Mercedes-Benz S-Class W221', '? V12'],
  })
})

test('sport models of Audi are read by the generations of their base, and in the years before America had them', () => {
  assertRead({
    'Klocki hamulcowe Audi S3 8P tył': ['Audi S3 8P (rear)'],
    'Bremsscheibe Audi S4 B5 2.7': ['Audi S4 B5 2.7'],
    'Filtre à air Audi A3/S3 8V': ['Audi A3 8V', 'Audi S3 8V'],
    'Audi S3 2006-2012 door seal': ['Audi S3 8P 2006-2012'],
    'Audi S4 B5 B6 B7 door seal': ['Audi S4 B5', 'Audi S4 B6', 'Audi S4 B7'],
    'Stoßfänger Audi TT TTS 8J': ['Audi TT 8J', 'Audi TTS 8J'],
    'Pinza freno Audi RSQ3 8U': ['Audi RS Q3 8U'],
    'Silentblock Audi S8 D3 5.2': ['Audi S8 D3 5.2'],
    // Generations that only the base has, of other years, and a battery.
    'Audi S3 8Y door seal': ['Audi S3 [8Y]'],
    'Audi S4 1992-1994 door seal': ['Audi S4 1992-1994'],
    'Audi A3 8P S3 grille': ['? Audi A3 8P, S3'],
    'Bosch S4 battery Audi A4 B7': ['Audi A4 B7', '? S4'],
  })
})

test('an R32 beside its Golf is a version, and behind its make the model of America', () => {
  assertRead({
    'R32 bumper for Volkswagen Golf 4': ['Volkswagen Golf IV [R32]'],
    'Bumper R32 Volkswagen Golf 4': ['Volkswagen Golf IV [R32]'],
    'Volkswagen Golf 4 R32 bumper': ['Volkswagen Golf IV [R32]'],
    'VW R32 2004 bumper': ['Volkswagen R32 2004-2004'],
    'Nissan GT-R R32 bumper': ['Nissan GT-R R32'],
  })
})

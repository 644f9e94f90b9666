import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSeedNames } from '#database/vehicles/read-seed.ts'
import { readInBrief } from '#server/testing/brief-fit.ts'

const names = readSeedNames()

const assertRead = (cases: Record<string, string[]>) => assert.deepEqual(readInBrief(Object.keys(cases), names), cases)

test('what stands behind the size of a tire is none of a vehicle, up to the next vehicle', () => {
  assertRead({
    'Komplettrad Skoda Octavia III 6,5 x16 205/55 R16 91H Michelin Alpin 6 XL': ['Škoda Octavia III'],
    'Rad Opel Corsa D 185/65 R15 88T Hankook W452 (RFT)': ['Opel Corsa D'],
    'Winterrad VA: 225/45 R17 91H HA: 245/40 R17 Pirelli Sottozero 3 Mercedes W204': ['Mercedes-Benz C-Class W204'],
    'Felgen 205/55 R16 Michelin Alpin 6 VW Golf VII': ['Volkswagen Golf VII'],
    'Rad VW Golf VII 225/45 R17 91W Michelin Pilot Sport 4': ['Volkswagen Golf VII'],
    // A version in front of the size or behind it, and a vehicle behind it
    'Komplettrad VW Golf VII 225/45 R17 91H Michelin Alpin GTI': ['Volkswagen Golf VII', '? GTI'],
    'Komplettrad VW Golf VII 225/45 R17 91H Michelin Alpin, A3': ['Volkswagen Golf VII', '? A3'],
    'Komplettrad VW Golf VII Zork 205/55 R16 91H': ['Volkswagen Golf VII', '? Zork'],
    'Rad 195/65 R15 Conti TS 860 Skoda Zork': ['? Skoda Zork'],
  })
})

test('the number of a wheel of BMW and the line of a damper are none of a vehicle', () => {
  assertRead({
    'Jante BMW E90 style 230': ['BMW 3 Series E90'],
    'BMW E46 M double spoke 135 style wheels': ['BMW 3 Series E46'],
    'BMW E90 M Performance Carbon Fiber trim': ['BMW 3 Series E90'],
    'Dämpfer Bilstein B8 VW Golf VII': ['Volkswagen Golf VII'],
    // The power of an engine, another number, and a generation
    'Skoda Fabia III Style 105 grille': ['Škoda Fabia III', '? 105'],
    'BMW E90 trim 230': ['BMW 3 Series E90', '? 230'],
    'Dämpfer Sachs B8 VW Golf VII': ['Volkswagen Golf VII', '? B8'],
  })
})

test('the code of a gearbox or engine behind a dash restricts its vehicle', () => {
  assertRead({
    'Getriebe VW Golf V 1.9 TDI - JCR': ['Volkswagen Golf V 1.9 TDI [JCR]'],
    'Boîte de vitesses Renault Clio III 1.5 dCi — TL4': ['Renault Clio III 1.5 dCi [TL4]'],
    // A brand of other parts, words for the part, and what may be a vehicle
    'Scheibe VW Golf V - QZX': ['Volkswagen Golf V', '? QZX'],
    'Gearbox mount VW Golf V - QZX': ['Volkswagen Golf V', '? QZX'],
    'Getriebe VW Golf V - OEM': ['Volkswagen Golf V'],
    'Motor Audi A4 B8 - RS4': ['? Audi A4 B8, RS4'],
  })
})

test('versions with a slash are for both, and stay a condition', () => {
  assertRead({
    'VW Golf MK7 GTI / R downpipe': ['Volkswagen Golf VII [GTI / R]'],
    'VW Golf 6 GTI/R downpipe': ['Volkswagen Golf VI [GTI/R]'],
    'Spoiler VW Golf VIII GTI, R': ['Volkswagen Golf VIII [GTI]', '? R'],
  })
})

test('words for parts in several languages say nothing of a vehicle, and words that restrict one are asked', () => {
  assertRead({
    'Folii paravant geam, Seat Leon III': ['SEAT Leon III'],
    'Silnik po regeneracji, VW Golf V': ['Volkswagen Golf V'],
    'Winterräder Opel Corsa D': ['Opel Corsa D'],
    'Inversor del Toyota Yaris II': ['Toyota Yaris II'],
    'Projecteur logo VW Golf V': ['Volkswagen Golf V'],
    'Folii Seat Leon III cu zork': ['SEAT Leon III [cu zork]'],
    'Honda Logo door': ['? Honda Logo'],
  })
})

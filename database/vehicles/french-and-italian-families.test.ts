import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSeedNames } from '#database/vehicles/read-seed.ts'
import { readInBrief } from '#server/testing/brief-fit.ts'

const names = readSeedNames()

const assertRead = (cases: Record<string, string[]>) => assert.deepEqual(readInBrief(Object.keys(cases), names), cases)

test('families of Citroën and Peugeot are read behind their makes, and their names mean nothing elsewhere', () => {
  assertRead({
    'Kupplungssatz Citroen AX 1.4 1990-1995': ['Citroën AX 1990-1995 1.4'],
    'Filtre à huile CITROEN C15 1.8 D': ['Citroën C15 1.8 D'],
    'Amortyzator przód Citroen ZX, Peugeot 306': ['Citroën ZX (front)', 'Peugeot 306 (front)'],
    'Pompe hydraulique Citroën XM (Y4) 2.5 TD': ['Citroën XM 2.5 TD'],
    'Pastiglie freno Citroen Evasion, Peugeot 806, Fiat Ulysse I': ['Citroën Evasion', 'Peugeot 806', 'Fiat Ulysse I'],
    'Mirror Citroen Synergie 1.9 TD': ['Citroën Evasion 1.9 TD'],
    'Faro derecho Peugeot 106 II': ['Peugeot 106 II (right)'],
    'Peugeot 505 1979-1992 head gasket': ['Peugeot 505 1979-1992'],
    'Koppeling Peugeot J5, Citroën C25 2.5 D': ['Peugeot J5 2.5 D', 'Citroën C25 2.5 D'],
    'Front bumper Citroen Grand C4 Spacetourer 2019': ['Citroën C4 Picasso II 2019-2019 (front)'],
    'Feu arrière CITROEN BERLINGO (B9)': ['Citroën Berlingo II (rear)'],
    // A version of the C5, sizes and other makes.
    'Mirror Citroen C5 X-Tourer': ['Citroën C5 II'],
    'Disque de frein Peugeot 206 305 mm': ['Peugeot 206 [305 mm]'],
    'Mirror Ford Evasion': ['? Ford Evasion'],
    'Mirror Mazda CX 5 2016': ['Mazda CX-5 KE 2016-2016'],
  })
})

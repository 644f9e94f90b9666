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
    'Front bumper Citroen Grand C4 Spacetourer 2019': ['Citroën C4 Picasso II 2019-2019 (front) [Grand]'],
    'Feu arrière CITROEN BERLINGO (B9)': ['Citroën Berlingo II (rear)'],
    // Numbers of filters, a version of the C5, sizes and other makes.
    'Filtr powietrza MANN C 25 114 Citroen C4 I': ['Citroën C4 I', '? C, 25, 114'],
    'Filtro aire Mann C15 Citroen Berlingo I': ['Citroën Berlingo I', '? C15'],
    'Mirror Citroen C5 X-Tourer': ['Citroën C5 II'],
    'Disque de frein Peugeot 206 305 mm': ['Peugeot 206 [305 mm]'],
    'Mirror Ford Evasion': ['? Ford Evasion'],
    'Mirror Mazda CX 5 2016': ['Mazda CX-5 KE 2016-2016'],
  })
})

test('old Renaults are read behind their make by their numbers, which count nothing there', () => {
  assertRead({
    'Amortisseur RENAULT 11, 9, 5': ['Renault 11', 'Renault 9', 'Renault 5'],
    'Carburateur Renault R5 1.1 1985-1990': ['Renault 5 1985-1990 1.1'],
    'Cardan Renault 25 dents Laguna I': ['Renault Laguna I', '? 25'],
    'Tlumik Renault 21 2.0': ['Renault 21 2.0'],
    'Türschloss Renault 25 V6': ['Renault 25 V6'],
    'Pompe Renault Super 5 1.4': ['Renault 5 II 1.4'],
    'Lichtmaschine Renault Rapid 1.4': ['Renault Express 1.4'],
    'Alternateur Renault Express 1.9 D': ['Renault Express 1.9 D'],
    'Renault 5 portes Clio II rétroviseur': ['Renault Clio II [5 portes]'],
    'Jante alu Renault 4 trous Clio II': ['Renault Clio II', '? 4'],
    'Fotel Renault Trafic 9 miejsc': ['? Renault Trafic 9, miejsc'],
    'Pompe Renault 1.1 Clio I': ['Renault Clio I 1.1'],
    'Lampe Renault Kangoo II Express Versand': ['Renault Kangoo II', '? Express'],
    'Renault Clio II R5 wheel': ['Renault Clio II', '? R5'],
    'Rapid 2013 bumper': ['Škoda Rapid 2013-2013'],
  })
})

test('other families of Renault and Dacia are read with their own generations, and a spring of a Dacia is none', () => {
  assertRead({
    'Pastillas Renault Scenic II, Grand Scenic II 1.9': ['Renault Scénic II 1.9', 'Renault Grand Scénic II 1.9'],
    'Feu Grand Scénic 2010': ['Renault Grand Scénic III 2010-2010'],
    'Mirror Renault Espace II 1991-1996': ['Renault Espace II 1991-1996'],
    'Alternator Renault Grand Espace IV 2.2 dCi': ['Renault Espace IV 2.2 dCi [Grand]'],
    'Filtre Renault Mascott 3.0': ['Renault Mascott 3.0'],
    'Szyba Dacia Solenza 1.4': ['Dacia Solenza 1.4'],
    'Mocheta Dacia Jogger 2022': ['Dacia Jogger 2022-2022'],
    'Dacia 1300, 1310 carburator': ['Dacia 1300'],
    'Pare-chocs Dacia Spring 2022': ['Dacia Spring Electric 2022-2022'],
    'Coil spring rear Dacia Logan II': ['Dacia Logan II (rear)'],
    'Dacia spring front Duster I': ['Dacia Duster I (front)'],
    'Dacia coil spring 2012': ['? Dacia, 2012'],
  })
})

test('families of Alfa Romeo, Fiat, Lancia, Iveco, Piaggio and SEAT are read, and their numbers and words mean nothing elsewhere', () => {
  assertRead({
    'Filtro aria Alfa Romeo 145, 146 1.6': ['Alfa Romeo 145 1.6', 'Alfa Romeo 146 1.6'],
    'Bremsbeläge Alfa 33 (907) 1.3': ['Alfa Romeo 33 II 1.3'],
    'Klocki Alfa Romeo 75 2.0': ['Alfa Romeo 75 2.0'],
    'Paraurti Alfa Romeo GTV 916 2.0': ['Alfa Romeo GTV 2.0'],
    'Paraurti Alfa Romeo Spider 916 2.0': ['Alfa Romeo Spider II 2.0'],
    'Lancia Kappa 2.4, Dedra 1.8, Y10 1.1 filtre': ['Lancia Kappa 2.4', 'Lancia Dedra 1.8', 'Lancia Y10 1.1'],
    'Linka sprzęgła Fiat 126p': ['Fiat 126'],
    'Disco freno Fiat Coupé 2.0 20V, Barchetta 1.8': ['Fiat Coupé 2.0 20V', 'Fiat Barchetta 1.8'],
    'Alternatore Fiat Tempra (159) 1.9 D': ['Fiat Tempra 1.9 D'],
    'Fiat Fiorino 1992 pompa': ['Fiat Fiorino II 1992-1992'],
    'Spiegel Fiat Talento 2017': ['Fiat Talento II 2017-2017'],
    'Lancia Musa, Fiat Idea 1.3 MultiJet': ['Lancia Musa 1.3 MultiJet', 'Fiat Idea 1.3 MultiJet'],
    'Bremsscheibe Iveco Eurocargo II 2008': ['Iveco Eurocargo II 2008-2008'],
    'Frizione Piaggio Porter 1998': ['Piaggio Porter I 1998-1998'],
    'Amortiguador Seat Arosa 1.0, Seat Inca 1.9 SDI': ['SEAT Arosa 1.0', 'SEAT Inca 1.9 SDI'],
    'Seat Marbella faro': ['SEAT Marbella'],
    'Front seat belt terra beige Ford Transit IV': ['Ford Transit IV (front)', '? terra'],
    'Alfa Romeo 147 33 mm': ['Alfa Romeo 147'],
    'Alfa Romeo 147 75 PS': ['Alfa Romeo 147 [75 PS]'],
    'Pompa Fiat Ducato 244 147': ['Fiat Ducato II', '? 147'],
    'Fiat Bravo II coupe': ['Fiat Bravo II [coupe]'],
    'Fiat Punto II idea': ['Fiat Punto II', '? idea'],
    '2018-2021 Alfa Romeo Stelvio cabin filter': ['Alfa Romeo Stelvio 2018-2021'],
  })
})

test('models of Cupra and DS are those of SEAT and Citroën, and a Cupra of SEAT stays a version', () => {
  assertRead({
    'Bremsbeläge Cupra Formentor 2021': ['SEAT Cupra Formentor 2021-2021'],
    'Filtro habitáculo Seat Leon III, Cupra Formentor': ['SEAT Leon III', 'SEAT Cupra Formentor'],
    'Wischer Cupra Born 2022': ['SEAT Cupra Born 2022-2022'],
    'Lusterko DS 7 Crossback 2018': ['Citroën DS7 Crossback 2018-2018'],
    'Feu arrière DS3 Crossback 2020': ['Citroën DS3 Crossback 2020-2020 (rear)'],
    'Feu arrière Citroen DS3 2012': ['Citroën DS3 2012-2012 (rear)'],
    'Mirror Seat Leon III Cupra 2.0 TSI': ['SEAT Leon III 2.0 TSI [Cupra]'],
    'Cupra Leon 2021 spoiler': ['SEAT Leon IV 2021-2021 [Cupra]'],
    'Front DS mirror 2014 Chevrolet Silverado': ['Chevrolet Silverado 2014-2014 (front)', '? DS'],
  })
})

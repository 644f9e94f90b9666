import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSeedNames } from '#database/vehicles/read-seed.ts'
import { readInBrief } from '#server/testing/brief-fit.ts'

const names = readSeedNames()

const assertRead = (cases: Record<string, string[]>) => assert.deepEqual(readInBrief(Object.keys(cases), names), cases)

test('a code beside its family or a model of it names their make, and one of the two alone does not', () => {
  assertRead({
    'E90 335i charge pipe': ['BMW 3 Series E90 335i'],
    'Radiator E39 540i 528i 97-03': ['BMW 5 Series E39 1997-2003 540i', 'BMW 5 Series E39 1997-2003 528i'],
    'W211 E55 AMG pulley': ['Mercedes-Benz E-Class W211 [E55, AMG]'],
    'Strut W253 GLC': ['Mercedes-Benz GLC-Class X253'],
    'Cooper R56 hub': ['MINI Cooper R56'],
    'E90 335 lamp': ['? E90, 335'],
    'X204 strut': ['? X204'],
    // An ordinary word, a thread, and a code beside another vehicle.
    'R50 one lamp': ['? R50, one'],
    'M5 bolt E60 2005': ['? E60, 2005'],
    'E46 adapter VW Golf V': ['Volkswagen Golf V', '? E46'],
  })
})

test('the version in the name of a MINI, and a model in front of years and its code, restrict the vehicle', () => {
  assertRead({
    'Mini Cooper S R56 hub': ['MINI Cooper R56 [S]'],
    'R56 Cooper S hub': ['MINI Cooper R56 [S]'],
    'Mini Cooper R56 hub': ['MINI Cooper R56'],
    'Mini One R50 hub': ['MINI Cooper R50 [One]'],
    'Mercedes-Benz E350 2010-2016 W212 filter': ['Mercedes-Benz E-Class W212 2010-2016 [E350]'],
    'W212 Mercedes E350 2010-2016 filter': ['Mercedes-Benz E-Class W212 2010-2016 [E350]'],
    'BMW F20 M140i hub': ['BMW 1 Series F20 M140i'],
  })
})

test('one capital letter right behind a vehicle is a version of it', () => {
  assertRead({
    'Exhaust VW Golf V R': ['Volkswagen Golf V [R]'],
    'Nissan Altima 2.5 S 2013-2018 mirror': ['Nissan Altima 2013-2018 2.5 [S]'],
    'Audi Q7 3.0 S Line 2018 grille': ['Audi Q7 4M 2018-2018 3.0 [S Line]'],
    'Peugeot 308 S/W lamp': ['Peugeot 308', '? S'],
    'Lamp VW Golf V 1': ['Volkswagen Golf V', '? 1'],
  })
})

test('versions may stand between an ordinary word and its years, and bodies in front of a vehicle', () => {
  assertRead({
    'Ford Taurus SHO 2010-2019 rotor': ['Ford Taurus 2010-2019 [SHO]'],
    'Lancer Ralliart 09-15 exhaust': ['Mitsubishi Lancer CY 2009-2015 [Ralliart]'],
    'Challenger R/T 2009-2014 badge': ['Dodge Challenger 2009-2014 [R/T]'],
    'Yamaha R/T cover': ['? Yamaha, R, T'],
    'Escape hatch LE 2010': ['? 2010'],
    'Coupe door seal 09-11 Honda Civic': ['Honda Civic 2009-2011 [Coupe]'],
    'Coupe lamp Hyundai 2003': ['? Coupe, Hyundai, 2003'],
    'Jeep Comanche MJ 4.0L 1987-1990 tank': ['Jeep Comanche 1987-1990 4.0L [MJ]'],
    'Acura Integra GS-R 94-01 hose': ['Acura Integra III 1994-2001 [GS-R]'],
    'Honda Pilot 2009-2015 belt V6 3.5': ['Honda Pilot 2009-2015 3.5 V6'],
  })
})

test('a generation that is counted in words says no more than years, and is asked without them', () => {
  assertRead({
    '10th gen Civic 2016-2021 hood': ['Honda Civic 2016-2021'],
    '5th gen Camaro hood': ['Chevrolet Camaro', '? 5th'],
    'C6 Corvette clutch': ['Chevrolet Corvette C6'],
    'C6 audio VW Golf V': ['Volkswagen Golf V', '? C6'],
    '2014-2018 Chevy Silverado 1500 LED lamp': ['Chevrolet Silverado 1500 2014-2018'],
    'LED strip 1500 leds VW Golf V': ['Volkswagen Golf V'],
  })
})

test('vehicles that are built as one another are a list, and a maker of parts is no other make', () => {
  assertRead({
    'Camaro Firebird 1998-2002 hood': ['Chevrolet Camaro 1998-2002', 'Pontiac Firebird 1998-2002'],
    'Crown Victoria Grand Marquis Town Car 03-11 manifold': [
      'Ford Crown Victoria 2003-2011',
      'Mercury Grand Marquis 2003-2011',
      'Lincoln Town Car 2003-2011',
    ],
    '2009-2010 Acura TSX lamp Honda OEM': ['Acura TSX 2009-2010'],
    '2009-2010 Acura TSX Honda lamp': ['Acura TSX 2009-2010', '? Honda'],
    '2009-2010 Ford Fusion Honda OEM lamp': ['Ford Fusion 2009-2010', '? Honda'],
  })
})

test('a name that one make alone has is read without it, and one that means other things only beside years', () => {
  assertRead({
    'Mustang headlamp 2015-2017': ['Ford Mustang S550 2015-2017'],
    '350Z 2003-2008 clutch': ['Nissan 350Z 2003-2008'],
    'RX7 1986-1991 clutch': ['Mazda RX-7 FC 1986-1991'],
    'Prius V 2012-2017 lamp': ['Toyota Prius V 2012-2017'],
    'Range Rover 2003-2012 strut': ['Land Rover Range Rover 2003-2012'],
    'WRX 2015-2020 hub': ['Subaru WRX VA 2015-2020'],
    // A maker of bumpers, a lamp that looks like another one, motorcycles, and codes of BMW and Mercedes.
    'Frontier bumper 2015-2020 Ford F-150': ['Ford F-150 2015-2020', '? Frontier'],
    'Mustang style lamp 2012-2015 Honda Civic': ['Honda Civic IX 2012-2015', '? Mustang'],
    'G80 2021-2024 exhaust': ['? G80, 2021, 2024'],
    'E350 2010-2016 exhaust': ['? E350, 2010, 2016'],
  })
})

test('classes of load behind a van are vans of these classes', () => {
  assertRead({
    'Ram ProMaster 1500 2500 3500 2014-2022 mirror': [
      'Ram ProMaster 1500 2014-2022',
      'Ram ProMaster 2500 2014-2022',
      'Ram ProMaster 3500 2014-2022',
    ],
    'Ram 1500 2500 2014-2022 mirror': ['Ram 1500 2014-2022', 'Ram 2500 2014-2022'],
    'Ford E-150/250 2004-2007 mirror': ['Ford E-150 2004-2007', 'Ford E-250 2004-2007'],
  })
})

test('what a vehicle lacks and the valves of its engine restrict it, also in front of it', () => {
  assertRead({
    // An answer that a word is a condition must not say the opposite.
    'Volvo V70 2000-2007 non XC': ['Volvo V70 2000-2007', '? non XC'],
    'Volvo V70 II no Zorbo pad': ['Volvo V70 II', '? no Zorbo'],
    'Ford F-150 5.4 2004-2008 3V only': ['Ford F-150 2004-2008 5.4 [3V]'],
    'Sprinter 907 from 2018 front, single rear wheel only': [
      'Mercedes-Benz Sprinter W907 2018- (front) [single rear wheel]',
    ],
    'Bremse Audi A4 B8 ab Fahrgestellnummer 8K-A-123456': ['Audi A4 B8 [ab Fahrgestellnummer 8K-A-123456]'],
    'Corolla E140 built before 03/2011 hood': ['? Corolla E140, built, 03, 2011'],
    '64-66 Mustang, 67-68 Mustang GT hood': ['Ford Mustang 1964-1966', 'Ford Mustang 1967-1968 [GT]'],
    'Toyota Camry Hybrid 2007-2011, Highlander non-hybrid 2001-2013 hood': [
      'Toyota Camry 2007-2011 [Hybrid]',
      'Toyota Highlander 2001-2013 [non-hybrid]',
    ],
    'Bumper for 2012-2014 Toyota Camry w/o sensor holes': ['Toyota Camry 2012-2014 [w/o sensor holes]'],
    'Bumper w/ fog light holes for 2012-2014 Toyota Camry': ['Toyota Camry 2012-2014 [w/ fog light holes]'],
    'Roof rack without sunroof for VW Golf V': ['Volkswagen Golf V [without sunroof]'],
    'Pump without ABS for Audi A4 B6, not for A6': ['Audi A4 B6 [without ABS, not for A6]'],
    'Ford Expedition 5.4L 3V 2005-2010 phaser': ['Ford Expedition 2005-2010 5.4L [3V]'],
    'Ford F-150 4.6L 3-Valve 2005-2010 phaser': ['Ford F-150 2005-2010 4.6L [3-Valve]'],
    // Counted parts, volts, holes of the part itself, and what is not in the box.
    'Bracket with 4 screw holes for VW Golf V': ['Volkswagen Golf V'],
    'Cell 3V Ford F-150 2005-2010 key': ['Ford F-150 2005-2010', '? Cell'],
    'Pads without sensor for VW Golf V': ['Volkswagen Golf V'],
    'Pads not for VW Golf V': ['? not, VW Golf V'],
  })
})

test('codes of chassis of Japanese sports cars say their generation, and a name that several have is asked', () => {
  assertRead({
    'RX-7 FD intercooler': ['Mazda RX-7 FD'],
    'Supra JZA80 wing': ['Toyota Supra A80'],
    'Toyota GR Supra 2020-2023 intake': ['Toyota Supra A90 2020-2023'],
    'Nissan Skyline GT-R R34 wing': ['Nissan GT-R R34'],
    '300ZX Z32 lip': ['Nissan 300ZX Z32'],
    'MR2 Spyder hose': ['Toyota MR2 ZZW30'],
    'Mitsubishi Lancer Evo X lip': ['Mitsubishi Lancer Evolution X'],
    // There were others before the tenth, and a Punto Evo is none, but not each Punto.
    'Mitsubishi Lancer Evo 8 lip': ['? Mitsubishi Lancer Evo 8'],
    // Brands in front, and a class with a hyphen
    'MITZONE Power Steering Pump Compatible with Jeep Wrangler 2012-2017': ['Jeep Wrangler JK 2012-2017'],
    '2008 MERCEDES C-350 Front Right Door Window Regulator': [
      'Mercedes-Benz C-Class W204 2008-2008 (front right) [C 350]',
    ],
    'Fiat Punto Evo 1.3 lamp': ['Fiat Punto III 1.3 [Evo]'],
  })
})

test('a code behind a version of another family says the generation of that family', () => {
  assertRead({
    'VW Golf GTI MK7 downpipe': ['Volkswagen Golf VII [GTI]'],
    'Golf R MK7 2015-2019 intake': ['Volkswagen Golf VII 2015-2019 [R]'],
    'VW GTI MK6 intake': ['Volkswagen Golf VI [GTI]'],
    'Impreza WRX STI 2008-2014 hood': ['Subaru Impreza 2008-2014 [WRX, STI]'],
    'Trailblazer EXT 2002-2006 hood': ['Chevrolet Trailblazer 2002-2006 [EXT]'],
    'Firebird Trans Am 1998-2002 hood': ['Pontiac Firebird 1998-2002 [Trans Am]'],
    'VW GTI 7 clips': ['? VW GTI 7'],
  })
})

test('a make with a code alone is a vehicle, and so is the code that only a sport model has', () => {
  assertRead({
    'Jeep JK 2007-2018 hood': ['Jeep Wrangler JK 2007-2018'],
    'Jeep XJ 4.0L header': ['Jeep Cherokee XJ 4.0L'],
    'BMW F80 M3 F82 M4 exhaust': ['BMW M3 F80', 'BMW M4 F82'],
    'F80 M3 exhaust': ['BMW M3 F80'],
    'BMW M3 E46 2001-2006 exhaust': ['BMW M3 2001-2006 [E46]'],
    'Genesis G80 2021-2023 lip': ['Genesis G80 2021-2023'],
    'VW JK lamp Golf V': ['Volkswagen Golf V', '? JK'],
    'F80 fuse VW Golf V': ['Volkswagen Golf V', '? F80'],
  })
})

test('a truck without its class behind its twin is of the same classes', () => {
  assertRead({
    'Chevy Silverado 1500 GMC Sierra 2007-2013 flare': [
      'Chevrolet Silverado 1500 2007-2013',
      'GMC Sierra 1500 2007-2013',
    ],
    'Chevy Express 2500 3500 GMC Savana 2003-2020 hinge': [
      'Chevrolet Express 2500 2003-2020',
      'Chevrolet Express 3500 2003-2020',
      'GMC Savana 2500 2003-2020',
      'GMC Savana 3500 2003-2020',
    ],
    'Chevy Silverado 1500 GMC Sierra 2500 2007-2013 flare': [
      'Chevrolet Silverado 1500 2007-2013',
      'GMC Sierra 2500 2007-2013',
    ],
    'Chevy Silverado 1500 Tahoe 2007-2013 flare': ['Chevrolet Silverado 1500 2007-2013', 'Chevrolet Tahoe 2007-2013'],
  })
})

test('engines in front of a vehicle restrict it, but not each of several', () => {
  assertRead({
    '2JZ-GTE manifold Toyota Supra 1993-1998': ['Toyota Supra A80 1993-1998 [2JZ-GTE]'],
    '4cyl 2.4L pump Honda Accord 2008-2012': ['Honda Accord 2008-2012 2.4L [4cyl]'],
    'Infiniti Q50 3.0T 2016-2020 intake': ['Infiniti Q50 2016-2020 3.0 T'],
    'Mercedes Sprinter 3.5T 2006-2018 spring': ['Mercedes-Benz Sprinter 2006-2018', '? 3, 5T'],
    'B58 pipe Toyota Supra BMW M340i 2020-2023': ['Toyota Supra A90 2020-2023', 'BMW M340i 2020-2023', '? B58'],
    'Jeep Wrangler 2012-2018 seat': ['Jeep Wrangler 2012-2018'],
  })
})

test('bolts of a wheel, cabs of twins and what not each car has restrict vehicles', () => {
  assertRead({
    'Hub 6-Lug for 2005-2022 Toyota Tacoma 4x4': ['Toyota Tacoma 2005-2022 [4x4, 6-Lug]'],
    'Boards 2007-2018 Chevy Silverado/GMC Sierra Extended Cab': [
      'Chevrolet Silverado 2007-2018 [Extended Cab]',
      'GMC Sierra 2007-2018 [Extended Cab]',
    ],
    'Struts Honda Odyssey 2011-2017 w/ power liftgate': ['Honda Odyssey 2011-2017 [w/ power liftgate]'],
    'Ford Mustang Shelby GT500 2007-2012 pulley': ['Ford Mustang S197 2007-2012 [Shelby, GT500]'],
    '5 lug nuts Ford F-150 2015-2020': ['Ford F-150 2015-2020'],
    '2 front struts + 2 rear shocks for 2005-2010 Pontiac G6': ['Pontiac G6 2005-2010'],
    'Regulator w/ motor 2006-2011 Buick Lucerne': ['Buick Lucerne 2006-2011'],
  })
})

test('a name that says one version of its family restricts it, and a short name may stand behind its make before years', () => {
  assertRead({
    'Chevrolet C1500 K1500 1988-1999 booster': ['Chevrolet GMT-400 1988-1999 [C1500/K1500]'],
    'Mazda B2300 1998-2009 lamp': ['Mazda B-Series 1998-2009 [B2300]'],
    'BMW OEM headlights Z3 2000-2002': ['BMW Z3 2000-2002'],
    'BMW OEM headlights Z3': ['? BMW, Z3'],
    'BMW OEM headlights Z3 2010-2012': ['? BMW, Z3, 2010, 2012'],
    'BMW bolts M6 2005-2010': ['? BMW, 2005, 2010'],
  })
})

test('words of other languages, makers and races that are also models are none without years beside them', () => {
  assertRead({
    'Antena aleta tiburón negra': ['? tiburón'],
    'Protector del sol parabrisas': [],
    'Disco diamante 115 mm': ['? diamante'],
    'Sebring Endschalldämpfer Opel Astra G 1998-2004': ['Opel Astra G 1998-2004', '? Sebring'],
    'Grand Prix seat cover': ['? Grand'],
  })
})

test('Model Y, a ball joint, the Fox body and Turbo as a version are read where they stand', () => {
  assertRead({
    'Tesla Model Y hood 2020-2023': ['Tesla Model Y 2020-2023'],
    '2006-2010 Jeep Grand Cherokee Commander ball joint': [
      'Jeep Grand Cherokee WK 2006-2010',
      'Jeep Commander 2006-2010',
    ],
    'Fox body Mustang 1979-1993 header': ['Ford Mustang Fox 1979-1993'],
    'Hyundai Veloster Turbo 2013-2017 intake': ['Hyundai Veloster 2013-2017 [Turbo]'],
    'Turbo Hyundai Veloster 2013-2017': ['Hyundai Veloster 2013-2017'],
    'Golf balls, 12 pieces': ['? Golf'],
    'Commander ball, 2006-2010': ['? Commander, 2006, 2010'],
    'VW Fox 2005-2010 hood': ['Volkswagen Fox 5Z 2005-2010'],
  })
})

test('takes the number of a part at the end and a seat of a row as no years and no make, but no name, engine or only years', () => {
  assertRead({
    '02-05 Dodge Ram headlights black abcd02c-05': ['Dodge Ram 2002-2005'],
    '2007-2014 GMC Sierra headlight - GMXR07-03': ['GMC Sierra 2007-2014'],
    '3rd Row Seat 2015-2019 Chevy Tahoe': ['Chevrolet Tahoe 2015-2019'],
    'Rear Seat 2005 Leon': ['SEAT Leon 2005-2005 (rear)'],
    '2005-2008 Ford Focus lamp black clio05-08': ['Ford Focus II 2005-2008', '? clio05, 08'],
    '2005-2008 Ford Focus filter tdci05-08': ['Ford Focus II 2005-2008', '? tdci05, 08'],
    'Ford Focus filter abcd05-08': ['Ford Focus', '? abcd05, 08'],
  })
})

test('two digits in front of an American family at the beginning are its year, as in front of its make', () => {
  assertRead({
    '06 Explorer 4.6L relay': ['Ford Explorer 2006-2006 4.6L'],
    '06 Explorer Mountaineer relay': ['Ford Explorer 2006-2006', 'Mercury Mountaineer 2006-2006'],
    '97 F150 5.4L starter': ['Ford F-150 1997-1997 5.4L'],
    // Numbers that may count, two of them, and one elsewhere.
    '24 Civic keys': ['Honda Civic', '? 24'],
    '04 08 Silverado 1500 grille': ['Chevrolet Silverado 1500', '? 04, 08'],
    'relay 06 Explorer Mountaineer': ['Ford Explorer', 'Mercury Mountaineer', '? 06'],
  })
})

test('reads a name of digits in front of LED lamps, no name in a decimal, and no side in links of a bar', () => {
  assertRead({
    'Infiniti Q50 LED lamp 2014-2020': ['Infiniti Q50 2014-2020'],
    '2014-2016 Mazda 3 LED lamp': ['Mazda 3 BM 2014-2016'],
    '2018-2022 Tesla Model 3 LED lamp': ['Tesla Model 3 I 2018-2022'],
    'Damper Ford F250 3.4 2007-2014': ['Ford F-250 2007-2014 3.4'],
    'Sway bar links for 2005-2010 Pontiac G6': ['Pontiac G6 2005-2010'],
    // Counted lamps, and the left in German.
    'Pod 12 LED Ford F-150 2015-2017': ['Ford F-150 2015-2017'],
    'Mazda lamp 3 LED 2014-2016': ['? Mazda, 2014, 2016'],
    'Lampe links Pontiac G6 2005-2010': ['Pontiac G6 2005-2010 (left)'],
  })
})

test('another class of a truck behind its own years is one of these years', () => {
  assertRead({
    '07-13 Silverado 1500 08-14 2500 3500 visor': [
      'Chevrolet Silverado 1500 2007-2013',
      'Chevrolet Silverado 2500 2008-2014',
      'Chevrolet Silverado 3500 2008-2014',
    ],
    '2002-2008 Dodge Ram 1500, 2002-2009 Ram 2500 visor': ['Dodge Ram 1500 2002-2008', 'Dodge Ram 2500 2002-2009'],
    // Behind the only years, and what is no class.
    'Silverado 1500 2014-2018 2500 visor': ['Chevrolet Silverado 1500 2014-2018', 'Chevrolet Silverado 2500'],
    'Silverado 1500 2014-2018 3500 lb hitch': ['Chevrolet Silverado 1500 2014-2018'],
    'Golf V 2003-2008 2500 visor': ['Volkswagen Golf V 2003-2008', '? 2500'],
  })
})

test('reads another generation behind the years of one, a truck in front of a slash and years, and R/T of the car in front of it', () => {
  assertRead({
    'Wrangler TJ 97-06, YJ 87-95 hood': ['Jeep Wrangler TJ 1997-2006', 'Jeep Wrangler YJ 1987-1995'],
    'Audi A4 B5 95-01, B6 01-04 hose': ['Audi A4 B5 1995-2001', 'Audi A4 B6 2001-2004'],
    'Wrangler TJ 97-06, YJ hood': ['Jeep Wrangler TJ 1997-2006', 'Jeep Wrangler YJ'],
    // What may be a number of something else is asked.
    'Golf IV 97-03, V hood': ['Volkswagen Golf IV 1997-2003', '? V'],
    '2021-24 F150 / 2022-24 Expedition hood': ['Ford F-150 2021-2024', 'Ford Expedition 2022-2024'],
    'Tire 150/20 R22 F150 2021-24': ['Ford F-150 2021-2024'],
    'Dodge Charger R/T 2006-2010 Chrysler 300C 2005-2010 rotor': [
      'Dodge Charger 2006-2010 [R/T]',
      'Chrysler 300C 2005-2010',
    ],
    'R/T rotor Dodge Challenger 2009-2014': ['Dodge Challenger 2009-2014 [R/T]'],
  })
})

test('reads years that go on where others end, asks which of two ranges a version has, and takes 2008 behind a name for a year', () => {
  assertRead({
    'Focus II 2004-2008, 2008- hood': ['Ford Focus II 2004-2008', 'Ford Focus II 2008-'],
    'Ford Kuga 2008 - 2012, 2013 - hood': ['Ford Kuga 2008-2012', 'Ford Kuga II 2013-'],
    'Mustang GT 2005-2009, V6 2005-2010 hood': ['? Mustang, GT, 2005, 2009, 2010'],
    'Peugeot Expert 2008 hood': ['Peugeot Expert II 2008-2008'],
    // A list may go on.
    'Peugeot Rifter 2008 3008 hood': ['Peugeot Rifter', 'Peugeot 2008', 'Peugeot 3008'],
    'Civic EG hood, EP3 knob': ['Honda Civic V', '? EP3'],
    'Golf V to Golf VI facelift conversion': [
      'Volkswagen Golf V [facelift]',
      'Volkswagen Golf VI [facelift]',
      '? Golf V to Golf VI facelift conversion',
    ],
    'Honda Civic 2006-2008 grille updates to 2009-2011': ['Honda Civic VIII 2006-2008', '? updates to 2009-2011'],
  })
})

test('takes an unknown word between words for a part for one of it, but none beside a vehicle or that restricts one', () => {
  assertRead({
    '2015-2020 Ford F-150 door zorbel handle': ['Ford F-150 2015-2020'],
    '2015-2020 Ford F-150 bull bar': ['Ford F-150 2015-2020'],
    '2015-2020 Ford F-150 roof cross bars, bug shield': ['Ford F-150 2015-2020'],
    '2015-2020 Ford F-150 gray cloth rear seat': ['Ford F-150 2015-2020 (rear)'],
    '2015-2020 Ford F-150 zorbel door handle': ['Ford F-150 2015-2020', '? zorbel'],
    '2015-2020 Ford F-150 door handle zorbel': ['Ford F-150 2015-2020', '? zorbel'],
    '2015-2020 Ford F-150 door Sebring handle': ['Ford F-150 2015-2020', '? Sebring'],
    '2015-2020 Ford F-150 mirror package cover': ['Ford F-150 2015-2020', '? package'],
    'Mitsubishi Eclipse Cross bar 2018-2020': ['Mitsubishi Eclipse Cross 2018-2020'],
    'Seat cover rear seat Leon 2005': ['SEAT Leon 2005-2005 (rear)'],
  })
})

test('reads the second of two vehicles by the first word of the first, and both in Corolla Matrix', () => {
  assertRead({
    'Tesla Model 3/Y 2020-2023 visor': ['Tesla Model 3 2020-2023', 'Tesla Model Y 2020-2023'],
    'Scion xA xB 2004-2006 visor': ['Toyota Scion xA 2004-2006', 'Toyota Scion xB 2004-2006'],
    'Toyota Corolla Matrix 2003-2008 visor': ['Toyota Corolla 2003-2008', 'Toyota Corolla Matrix 2003-2008'],
    'Tesla Model 3, Y pipe': ['Tesla Model 3', 'Tesla Model Y'],
    'Toyota Matrix 2003-2008 visor': ['Toyota Corolla Matrix 2003-2008'],
    'Tesla Model Y Y pipe': ['Tesla Model Y'],
  })
})

test('takes numbers of parts with a dash for none of a vehicle, but codes, years and models', () => {
  assertRead({
    '2015-2020 Ford F150 visor QL34-1521': ['Ford F-150 2015-2020'],
    '2015-2020 Ford F150 visor N3Q-A2C31243300': ['Ford F-150 2015-2020'],
    'Visor 26060-4QF0A for 2015-2020 Ford F150': ['Ford F-150 2015-2020'],
    'Visor 604-106 for 2015-2020 Ford F150': ['Ford F-150 2015-2020'],
    'Peugeot 604-106 visor': ['Peugeot 604', 'Peugeot 106'],
    'Visor Ford F150 2015-2020 QL34-2004': ['? Ford F150, 2015, 2020, QL34, 2004'],
    'Visor W204-2010 Mercedes': ['? W204, 2010, Mercedes'],
  })
})

test('reads letters behind versions, trims, gearboxes behind litres and the engine of a VIN as conditions', () => {
  assertRead({
    'Ford Focus SE SEL S Titanium 2012-2018 visor': ['Ford Focus 2012-2018 [SE, SEL S, Titanium]'],
    'Hyundai Sonata 2011-2014 GLS SE visor': ['Hyundai Sonata 2011-2014 [GLS, SE]'],
    'Visor 2003-2007 Honda Accord 2.4L AT': ['Honda Accord 2003-2007 2.4L [AT]'],
    '2012 Ford F150 engine 5.0L VIN F, 8th digit': ['Ford F-150 2012-2012 5.0L [VIN F, 8th digit]'],
    '2014-2018 GMC Sierra 1500 6.2L opt L86': ['GMC Sierra 1500 2014-2018 6.2L [opt L86]'],
    'Bars 2007-2018 Silverado Extended/Double Cab': ['Chevrolet Silverado 2007-2018 [Extended/Double Cab]'],
    'Acura TSX 2004-2008 CL9 visor': ['Acura TSX 2004-2008 [CL9]'],
    'Honda Accord V6 2008-2012 J35 header': ['Honda Accord 2008-2012 V6 [J35]'],
    // A class of Mercedes, and goods.
    'Mercedes GLE GLS 2016-2019 visor': ['Mercedes-Benz GLE-Class 2016-2019', 'Mercedes-Benz GLS-Class 2016-2019'],
    'Stereo for Ford F-150 2015-2020 with wireless CarPlay': ['Ford F-150 2015-2020'],
    'Subaru Legacy 2005-2009 up pipe': ['Subaru Legacy 2005-2009'],
  })
})

test('reads years that are said twice or at the end of a list, and the American one of two models', () => {
  assertRead({
    '04-08 Ford F150 visor 05 06 07': ['Ford F-150 2004-2008'],
    'Chevy Cobalt Pontiac G5 timing chain kit cover 05-09': ['Chevrolet Cobalt 2005-2009', 'Pontiac G5 2005-2009'],
    'Mercury Milan Ford Fusion 2006-2009 visor': ['Mercury Milan 2006-2009', 'Ford Fusion North America 2006-2009'],
    'Ford Fusion 3.0L 2010-2012 visor': ['Ford Fusion North America 2010-2012 3.0L'],
    'Dodge Stratus Sebring 2001-2006 visor': ['Dodge Stratus 2001-2006', 'Chrysler Sebring 2001-2006'],
    // Other years, a size behind a vehicle that was not built then, and the European one.
    '04-08 Ford F150 visor 05 06 09': ['Ford F-150 2004-2008', '? 05, 06, 09'],
    'Chevy Cobalt Pontiac G5 timing chain kit cover 85-91': ['? Chevy Cobalt, Pontiac G5, 85, 91'],
    'Ford Fusion 1.4 2006-2009 visor': ['Ford Fusion 2006-2009 1.4'],
  })
})

test('reads what yards call trucks and parts, and no number of a part behind a vehicle', () => {
  assertRead({
    'Mirror left fits 02-08 DODGE 1500 PICKUP': ['Dodge Ram 1500 2002-2008 (left) [PICKUP]'],
    'Bumper fits 08-10 FORD F250SD': ['Ford F-250 2008-2010'],
    'Cluster fits 07 ACCORD 286543': ['Honda Accord 2007-2007'],
    'Control fits 08-12 MALIBU 31234': ['Chevrolet Malibu 2008-2012'],
    'Wheel 16x6-1/2 fits 08-12 MALIBU': ['Chevrolet Malibu 2008-2012'],
    'Engine 2.5L VIN A 4th digit fits 14-17 LEGACY': ['Subaru Legacy 2014-2017 2.5L [VIN A 4th digit]'],
    'Skid plate 2016-2023 Tacoma QTR60-35190': ['Toyota Tacoma 2016-2023'],
    'TRD skid plate 2016-2023 Tacoma': ['Toyota Tacoma 2016-2023'],
    // The trim, another make, and a number that counts.
    'Skid plate Tacoma TRD 2016-2023': ['Toyota Tacoma 2016-2023 [TRD]'],
    'Mirror fits 02-08 FORD 1500': ['? 02, 08, FORD 1500'],
    'Lamps for 24 Accord': ['? 24, Accord'],
  })
})

test('reads a Trans Am behind a Camaro as a Firebird, years in front of w/, and letters and cabs that name parts', () => {
  assertRead({
    'Camaro Trans Am 1998-2002 hood': ['Chevrolet Camaro 1998-2002', 'Pontiac Firebird 1998-2002'],
    'Camaro SS Trans Am 1998-2002 hood': ['Chevrolet Camaro 1998-2002 [SS]', 'Pontiac Firebird 1998-2002'],
    'Pontiac Trans Am 1998-2002 hood': ['Pontiac Firebird 1998-2002'],
    'Pontiac Firebird Trans Am 1998-2002 hood': ['Pontiac Firebird 1998-2002 [Trans Am]'],
    'Brake cylinder Toyota 4Runner 96-02 w/ABS': ['Toyota 4Runner 1996-2002'],
    'Cab corner 1999-2007 Silverado': ['Chevrolet Silverado 1999-2007'],
    'T-style steering for 2003-2008 Dodge Ram 2500': ['Dodge Ram 2500 2003-2008'],
    // Watts, and a letter that may be a version.
    'Bulb Toyota 4Runner 96-02 W': ['Toyota 4Runner', '? 96, 02'],
    'Steering Golf V T-cable': ['Volkswagen Golf V', '? T'],
  })
})

test('each sentence has vehicles and years of its own, and what one names that is not known takes those of no other', () => {
  assertRead({
    'FORD SUPER DUTY 1999 TO 2016. FORD F150 2004 TO 2008': [
      'Ford F-150 2004-2008',
      '? SUPER DUTY, 1999, 2016, 2004, 2008',
    ],
    '2004-2008 Ranger & 1999-2016 Super Duty step': ['Ford Ranger 2004-2008', '? 2004, 2008, 1999, 2016, Super Duty'],
    'Super Duty 2011-2016 lamp': ['? Super Duty, 2011, 2016'],
    'Ford Super Duty F250/F350 XLT 2011-2016 lamp': ['Ford F-250 2011-2016 [XLT]', 'Ford F-350 2011-2016 [XLT]'],
    'TOYOTA TUNDRA 2007 TO 2013. TOYOTA TACOMA 2005 TO 2015': ['Toyota Tundra 2007-2013', 'Toyota Tacoma 2005-2015'],
    'Toyota Xyzzy 1999-2016 & Camry 2004-2008 hub': ['Toyota Camry 2004-2008', '? Xyzzy, 1999, 2016'],
    '2015-2020 Chevy Colorado; GMC Canyon mirror': ['Chevrolet Colorado 2015-2020', '? GMC Canyon'],
    'Ford Mustang mirror; fits 2005-2010 Mustang': ['Ford Mustang S197 2005-2010'],
  })
})

test('classes of load behind a list are those of each truck that has them, and stay with the trucks in front of them', () => {
  assertRead({
    '2007-2013 Chevy Silverado, Avalanche 1500/2500 grille': [
      'Chevrolet Silverado 1500 2007-2013',
      'Chevrolet Silverado 2500 2007-2013',
      'Chevrolet Avalanche 1500 2007-2013',
      'Chevrolet Avalanche 2500 2007-2013',
    ],
    '2008 Chevy Silverado 3500, GMC Sierra Yukon XL 1500 hub': [
      'Chevrolet Silverado 3500 2008-2008',
      'GMC Sierra 1500 2008-2008',
      'GMC Yukon XL 1500 2008-2008',
    ],
    '2008 Suburban Tahoe 1500 hub': ['Chevrolet Suburban 1500 2008-2008', 'Chevrolet Tahoe 2008-2008 [1500]'],
    '2008 GMC Sierra 2500, Yukon, Yukon XL hub': [
      'GMC Sierra 2500 2008-2008',
      'GMC Yukon 2008-2008',
      'GMC Yukon XL 2500 2008-2008',
    ],
    '2003 Silverado Sierra 2500HD hub': ['Chevrolet Silverado 2500 2003-2003 [HD]', 'GMC Sierra 2500 2003-2003 [HD]'],
    '2016 Ram 1500-3500 hub': ['Ram 1500 2016-2016', 'Ram 2500 2016-2016', 'Ram 3500 2016-2016'],
    'LED lamp 1500-3500 lumen 2016 Ram 1500': ['Ram 1500 2016-2016', '? 1500, 3500, lumen'],
  })
})

test('trims behind or in front of a list of one make go for each of it, and those of two makes for their own', () => {
  assertRead({
    'Ford F-150, F-250 XL XLT 1997-2003 lamp': ['Ford F-150 1997-2003 [XL, XLT]', 'Ford F-250 1997-2003 [XL, XLT]'],
    'XLT lamp Ford Explorer/Ranger 1997-2003': ['Ford Explorer 1997-2003', 'Ford Ranger 1997-2003', '? XLT'],
    'Lariat F-250 F-350 2011-2016': ['Ford F-250 2011-2016 [Lariat]', 'Ford F-350 2011-2016 [Lariat]'],
    'Ram 1500 2500 Laramie 2016 lamp': ['Ram 1500 2016-2016 [Laramie]', 'Ram 2500 2016-2016 [Laramie]'],
    '2008 Chevy Silverado GMC Sierra Denali lamp': ['Chevrolet Silverado 2008-2008', 'GMC Sierra 2008-2008 [Denali]'],
    'Silverado 1500 LT GMC Sierra SLT 2008 lamp': [
      'Chevrolet Silverado 1500 2008-2008 [LT]',
      'GMC Sierra 1500 2008-2008 [SLT]',
    ],
  })
})

test('sounds, sides of beds and names of sport models restrict, and short brands and numbers of Ford do not', () => {
  assertRead({
    'Bose amplifier 2007-2010 Infiniti G35': ['Infiniti G35 2007-2010 [Bose]'],
    'Fleetside tailgate 1999-2006 Silverado 1500': ['Chevrolet Silverado 1500 1999-2006 [Fleetside]'],
    'CTS-V 2009-2015 grille': ['Cadillac CTS 2009-2015 [CTS-V]'],
    '1981-1986 Chevy C10 K10 grille': ['Chevrolet C/K Pickup 1981-1986 [C10/K10]'],
    'Spectra 2004-2009 mirror': ['Kia Spectra 2004-2009'],
    'Nitro shocks 2004-2009 Kia Rio': ['Kia Rio 2004-2009', '? Nitro'],
    'QZVW tail lights 2009-2014 Ford F-150': ['Ford F-150 2009-2014'],
    'LZM injector 2011-2016 Chevy Silverado 2500': ['Chevrolet Silverado 2500 2011-2016', '? LZM'],
    'QZV mount VW Golf V 2004-2008': ['Volkswagen Golf V 2004-2008', '? QZV'],
    'Switch 5W73-3F712-AA 2005-2008 Ford Explorer': ['Ford Explorer 2005-2008'],
  })
})

test('HD names the heavy classes of a truck, and a range the classes between', () => {
  assertRead({
    'Silverado HD 2015-2018': ['Chevrolet Silverado 2500 2015-2018', 'Chevrolet Silverado 3500 2015-2018'],
    '2020-2023 Chevy Silverado HD 2500 grille': ['Chevrolet Silverado 2500 2020-2023'],
    '2003 Sierra HD 2500, 3500 hub': ['GMC Sierra 2500 2003-2003 [HD]', 'GMC Sierra 3500 2003-2003 [HD]'],
    '2020-2023 Chevy Silverado/GMC Sierra HD hub': [
      'Chevrolet Silverado 2500 2020-2023',
      'Chevrolet Silverado 3500 2020-2023',
      'GMC Sierra HD 2020-2023',
    ],
    '99-06 Silverado 1500 01-06 2500HD hub': [
      'Chevrolet Silverado 1500 1999-2006',
      'Chevrolet Silverado 2500 2001-2006 [HD]',
    ],
    '2003 Silverado 1500 2500HD hub': ['Chevrolet Silverado 1500 2003-2003', 'Chevrolet Silverado 2500 2003-2003 [HD]'],
    '2008 Yukon Suburban Tahoe 2500 hub': [
      'GMC Yukon 2008-2008',
      'Chevrolet Tahoe 2008-2008 [2500]',
      '? 2008, Suburban',
    ],
    '2015-2018 Silverado HD camera': ['? 2015, 2018, Silverado HD'],
    '2017-2019 F-250 thru F-450 Super Duty hub': [
      'Ford F-250 2017-2019',
      'Ford F-350 2017-2019',
      'Ford F-450 2017-2019',
    ],
    'Ford E150-E350 Club Wagon 1992-1996': [
      'Ford E-150 1992-1996 [Club Wagon]',
      'Ford E-250 1992-1996 [Club Wagon]',
      'Ford E-350 1992-1996 [Club Wagon]',
    ],
    '1990-1996 Chevrolet C/K 1500 fender': ['Chevrolet GMT-400 1990-1996 [CK 1500]'],
  })
})

test('American families are read in the years before the register begins, and ordinary words only with their make or years', () => {
  assertRead({
    '67-69 Camaro fender': ['Chevrolet Camaro 1967-1969'],
    '1967 1968 1969 Camaro Firebird door panel': ['Chevrolet Camaro 1967-1969', 'Pontiac Firebird 1967-1969'],
    '1969 Chevelle hood': ['Chevrolet Chevelle 1969-1969'],
    'Ford Mustang 1965-1973 dash pad': ['Ford Mustang 1965-1973'],
    'Corvette 1963-1967 gasket': ['Chevrolet Corvette 1963-1967'],
    'Door seal Chevy II Nova 1962-1967': ['Chevrolet Nova 1962-1967'],
    '1970-74 Challenger Barracuda Cuda door': ['Dodge Challenger 1970-1974', 'Plymouth Barracuda 1970-1974'],
    '1964-1967 Pontiac GTO LeMans Tempest hood': [
      'Pontiac GTO 1964-1967',
      'Pontiac Lemans 1964-1967',
      'Pontiac Tempest 1964-1967',
    ],
    'Olds 442 1968-1972 hood': ['Oldsmobile 442 1968-1972'],
    '1966-1977 Ford Bronco tank': ['Ford Bronco 1966-1977'],
    'K5 Blazer 1973-1991 tailgate': ['Chevrolet Blazer 1973-1991'],
    'Jeep CJ5 CJ7 1976-1983 top': ['Jeep CJ-5 1976-1983', 'Jeep CJ-7 1976-1983'],
    'International Scout 1961-1965 bumper': ['IHC Scout 1961-1965'],
    'Datsun 510 1968-1973 strut': ['Datsun 510 1968-1973'],
    '240Z 1970-1973 strut': ['Datsun 240Z 1970-1973'],
    'VW Beetle 1968-1979 fender': ['Volkswagen Beetle Type 1 1968-1979'],
    'Land Cruiser FJ40 1969-1983 tank': ['Toyota Land Cruiser J40 1969-1983'],
    '1972 Torino grille': ['Ford Torino 1972-1972'],
    'Plymouth Satellite 1971-1974 hood': ['Plymouth Satellite 1971-1974'],
    // Places, trade, a wheel, radio and years in which none was built
    'Torino faro 2015': ['? Torino, 2015'],
    'Worldwide international shipping VW Golf V mirror': ['Volkswagen Golf V'],
    'Satellite radio antenna VW Golf V': ['Volkswagen Golf V'],
    'Nova wheel trim': ['? Nova'],
  })
})

test('a name of a weight class of an old truck restricts the vehicle', () => {
  assertRead({
    '1967-1972 Chevy C10 hood': ['Chevrolet C/K Pickup 1967-1972 [C10]'],
    '73-87 Chevy C10 K10 C20 K20 hood': ['Chevrolet C/K Pickup 1973-1987 [C10/K10/C20/K20]'],
    'C10 1967-1972 hood': ['Chevrolet C/K Pickup 1967-1972 [C10]'],
    'GMC C15 K15 1973-1987 hood': ['GMC C/K Pickup 1973-1987 [C15/K15]'],
    'Dodge W150 1981-1993 hood': ['Dodge W-Series 1981-1993 [W150]'],
    '1953-1956 Ford F100 hood': ['Ford F-100 1953-1956'],
  })
})

test('families are read by the name that sellers use, where the register writes a longer or another one', () => {
  assertRead({
    '2013 Subaru Crosstrek mat': ['Subaru Crosstrek 2013-2013'],
    'Subaru Tribeca 2008-2014 mat': ['Subaru Tribeca 2008-2014'],
    'GMC Jimmy 1995-2001 hood': ['GMC Jimmy 1995-2001'],
    'Geo Prizm 1993-1997 hood': ['Geo Prizm 1993-1997'],
    'Chevy Prizm 1998-2002 hood': ['Chevrolet Prizm 1998-2002'],
    'Geo Tracker 1990-1994 hood': ['Geo Tracker 1990-1994'],
    '1998 Oldsmobile 88 hood': ['Oldsmobile Eighty Eight 1998-1998'],
    '88-92 Olds Cutlass hood': ['Oldsmobile Cutlass 1988-1992'],
    'RAV4 Prime 2021-2023 mat': ['Toyota RAV4 Prime 2021-2023'],
    'Prius Prime 2017-2022 mat': ['Toyota Prius Prime 2017-2022'],
    'Yaris iA 2017-2018 mat': ['Toyota Yaris iA 2017-2018'],
    'Kia Forte5 2014-2018 mat': ['Kia Forte 2014-2018 [Forte5]'],
    'Nissan Ariya 2023 mat': ['Nissan Ariya 2023-2023'],
    'Freightliner Sprinter 2007-2018 mat': ['Mercedes-Benz Sprinter 2007-2018'],
    'Toyota Camry 2002-2006, Solara 2004-2008 mat': ['Toyota Camry 2002-2006', 'Toyota Camry Solara 2004-2008'],
    'Toyota Camry 2002-2006, Zolara 2004-2008 mat': ['Toyota Camry 2002-2006', '? Zolara, 2004, 2008'],
    // A word that looks like one for a part
    'Toyota Camry 2002-2006, Lifter 2004-2008': ['Toyota Camry 2002-2006', '? 2004, 2008'],
  })
})

test('classes with years of their own go for the whole list in front, and a fuel behind one vehicle of several for it alone', () => {
  assertRead({
    '2014-2018 Sierra Silverado 1500 07-13 2500 hub': [
      'GMC Sierra 1500 2014-2018',
      'Chevrolet Silverado 1500 2014-2018',
      'GMC Sierra 2500 2007-2013',
      'Chevrolet Silverado 2500 2007-2013',
    ],
    'Hub Ford F-150 2015-2019, F-250 Diesel 2017-2019, F-250 2011-2016, Expedition 2018-2020': [
      'Ford F-150 2015-2019',
      'Ford F-250 2017-2019 [Diesel]',
      'Ford F-250 2011-2016',
      'Ford Expedition 2018-2020',
    ],
    'Diesel hub Ford F-150 2015-2019, F-250 2017-2019': [
      'Ford F-150 2015-2019 [Diesel]',
      'Ford F-250 2017-2019 [Diesel]',
    ],
  })
})

test('half a year, feet of a bed behind a bar, seats, and names without their make are read as sellers write them', () => {
  assertRead({
    '04.5-07 Silverado 2500HD horn': ['Chevrolet Silverado 2500 2004-2007 [HD]'],
    '2007.5-2010 Ram 2500 horn': ['Dodge Ram 2500 2007-2010'],
    'GMC Canyon 2016-2020 | 5.2 ft bed': ['GMC Canyon 2016-2020 [5.2 ft bed]'],
    'Highlander 2020-2023 mats (7 seater)': ['Toyota Highlander 2020-2023 [7 seater]'],
    'Wrangler 4xe 2021-2023 mats': ['Jeep Wrangler JL 2021-2023 [4xe]'],
    'Town & Country 2008-2012 roller': ['Chrysler Town and Country 2008-2012'],
    'Fits 2014-2016 Forte5 hub': ['Kia Forte 2014-2016 [Forte5]'],
    'Smart prox key 2008-2010 Altima Maxima - 5B hatch': ['Nissan Altima 2008-2010', 'Nissan Maxima 2008-2010'],
    'Pads fit for 2004 2005 for Ford F-150,2006 2007 for Lincoln Mark LT': [
      'Ford F-150 2004-2005',
      'Lincoln Mark LT 2006-2007',
    ],
    'Smart key 5B trunk 2008-2010 Nissan Altima': ['Nissan Altima 2008-2010'],
    'OBS fender 1990-1996 Chevy C1500': ['Chevrolet GMT-400 1990-1996 [C1500]'],
  })
})

test('the plural of a family is the family, where it means nothing else', () => {
  assertRead({
    '83-92 Ford Rangers bed': ['Ford Ranger 1983-1992'],
    'Tacomas and Tundras 2005-2010 mat': ['Toyota Tacoma 2005-2010', 'Toyota Tundra 2005-2010'],
    'Honda Civics 2006-2011 lamp': ['Honda Civic 2006-2011'],
    'Jeep Wranglers 2007-2018 lamp': ['Jeep Wrangler 2007-2018'],
    'F-150s 2009-2014 lamp': ['Ford F-150 2009-2014'],
    // Goods
    'USB chargers 2011-2014 Dodge Durango': ['Dodge Durango 2011-2014'],
    'Rangers cap': ['? Rangers'],
  })
})

test('equipment that is left out in front of a vehicle restricts it, and what is excepted behind it stays a question', () => {
  assertRead({
    'Mirror w/o tow prep Ford F-150 2015-2020': ['Ford F-150 2015-2020 [w/o tow prep]'],
    'Mirror w/o tow package F-150 2015-2020': ['Ford F-150 2015-2020 [w/o tow package]'],
    'Mirror without heated glass 2015-2020 Ford F-150': ['Ford F-150 2015-2020 [without heated glass]'],
    'Mirror w/o tow package except Ford F-150 2015-2020': ['? except, Ford F-150, 2015, 2020'],
    'Mirror w/o tow package not for Ford F-150 2015-2020': ['? not, Ford F-150, 2015, 2020'],
    'Mirror without Ford F-150 2015-2020': ['? without Ford F-150, 2015, 2020'],
  })
})

test('engines and cylinders are those of the vehicle that they stand with, and all of them are kept', () => {
  assertRead({
    'Pads Toyota Camry 4 cyl 2002-2006, Honda Accord 2003-2007 V6 only': [
      'Toyota Camry 2002-2006 [4 cyl]',
      'Honda Accord 2003-2007 V6',
    ],
    'Pads Toyota Camry 2002-2006 V6, Honda Accord 2003-2007 4 cyl': [
      'Toyota Camry 2002-2006 V6',
      'Honda Accord 2003-2007 [4 cyl]',
    ],
    'Pads 2002-2006 Toyota Camry 2.4L, 2003-2007 Honda Accord V6': [
      'Toyota Camry 2002-2006 2.4L',
      'Honda Accord 2003-2007 V6',
    ],
    'Filter Ford Mustang 2005-2010 V6 4.0L, V8 4.6L, Ford Explorer 2002-2005 6 cyl': [
      'Ford Mustang S197 2005-2010 4.0L V6',
      'Ford Mustang S197 2005-2010 4.6L V8',
      'Ford Explorer 2002-2005 [6 cyl]',
    ],
    'Hose Dodge Ram 2500 5.9L 2003-2007 Cummins': ['Dodge Ram 2500 2003-2007 5.9L Cummins'],
  })
})

test('all versions of a list are excepted', () => {
  assertRead({
    'Pads Honda Accord 2008-2012 except EX, LX, Hybrid': ['Honda Accord 2008-2012 [except EX, LX, Hybrid]'],
    'Pads Honda Accord 2008-2012 except EX, LX and Coupe': ['Honda Accord 2008-2012 [except EX, LX and Coupe]'],
    'Pads Honda Accord 2008-2012 (except EX) and Coupe': ['Honda Accord 2008-2012 [Coupe, except EX]'],
  })
})

test('numbers and buttons of keys say nothing of a vehicle, and rear wheels restrict also in front of one', () => {
  assertRead({
    '2007-2014 Nissan Altima Maxima smart prox key - 4B trunk KR55WK48903': [
      'Nissan Altima 2007-2014',
      'Nissan Maxima 2007-2014',
    ],
    'Key fob 315 MHz Toyota Camry 2012-2017 HYQ12BDM': ['Toyota Camry 2012-2017'],
    'Key 5B hatch / remote start HYQ4AA 2018-2021 Chevrolet Equinox': ['Chevrolet Equinox 2018-2021'],
    'Smart key 4B Audi A6': ['Audi A6', '? 4B'],
    'SRW 2011-2016 Ford F-350 wheel simulator': ['Ford F-350 2011-2016 [SRW]'],
    'F-250 SRW, F-350 DRW 2011-2016 wheel liner': ['Ford F-250 2011-2016 [SRW]', 'Ford F-350 2011-2016 [DRW]'],
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSeedNames } from '#database/vehicles/read-seed.ts'
import { readInBrief } from '#server/testing/brief-fit.ts'

const names = readSeedNames()

/** Asserts what texts of our own making are read as; `?` begins the words that a person has to decide. */
const assertRead = (expected: Record<string, string[]>) =>
  assert.deepEqual(readInBrief(Object.keys(expected), names), expected)

test('reads what French wholesalers shorten: cylinders, sides behind a part or an axle, makes and the Grande Punto', () => {
  assertRead({
    'maitre cyl clio iii': ['Renault Clio III'],
    'phare dr renault clio iii': ['Renault Clio III (right)'],
    'Support moteur DH Renault Clio III': ['Renault Clio III (right)'],
    'rotule av gh pgt 206': ['Peugeot 206 (front left)'],
    'kit embrayage rnt clio ii': ['Renault Clio II'],
    'kit embrayage cit xsara': ['Citroën Xsara'],
    'sup mot dr gr punto linea': ['Fiat Punto III (right)', 'Fiat Linea (right)'],
    // Cylinders, doors and generations stay what they are.
    '03-07 Honda Accord 6 cyl alternator': ['Honda Accord 2003-2007 [6 cyl]'],
    'Ford F150 2004-2008 4 DR handle': ['Ford F-150 2004-2008 [4 DR]'],
    'Plaquettes av Mazda 6 GH': ['Mazda 6 GH (front)'],
    'phare gh mazda 6 2008-2012': ['Mazda 6 2008-2012', '? gh'],
    'Golf V dr handle': ['Volkswagen Golf V', '? dr'],
    'gr golf v': ['Volkswagen Golf V', '? gr'],
  })
})

test('reads words and sides in Turkish, and names their sides in no other language', () => {
  assertRead({
    'Ön amortisör takozu sağ Renault Clio IV': ['Renault Clio IV (front right)'],
    'Arka fren balatası takımı (Fiat Linea)': ['Fiat Linea (rear)'],
    'Amortisör toz körüğü sağ sol Peugeot 206': ['Peugeot 206'],
    'Sol ön kapı aynası Opel Astra H': ['Opel Astra H (front left)'],
    'Salıncak burcu alt ve üst Ford Fiesta VI kırmızı': ['Ford Fiesta VI'],
    'Honda Civic del Sol 1993-1997 bumper': ['Honda Civic 1993-1997', 'Honda del Sol 1993-1997'],
    'Sticker on left door Golf V, contact inside': ['Volkswagen Golf V (left)'],
    'Şanzıman manuel Renault Clio IV takozu': ['Renault Clio IV', '? manuel'],
    'Cam silecek motoru Kia Ray': ['? Kia Ray'],
  })
})

test('reads colours and trims in Polish, Spanish, Italian and German, bodies as conditions, and asks for a type in brackets', () => {
  assertRead({
    'Listwy ozdobne BMW E39 granatowe': ['BMW 5 Series E39'],
    'Szklanki popychacze BMW E46': ['BMW 3 Series E46'],
    'Drzwi BMW E60 blau metallic': ['BMW 5 Series E60'],
    'Mando intermitencia Ford Fiesta VI marrón': ['Ford Fiesta VI'],
    'Maniglia Fiat Panda II marrone': ['Fiat Panda II'],
    '1992-1996 Ford F150 Styleside tail light': ['Ford F-150 1992-1996 [Styleside]'],
    'Piloto Ford Focus Sportbreak II': ['Ford Focus II [Sportbreak]'],
    'Piloto Ford Focus Sportbreak (CAP)': ['? Ford Focus Sportbreak (CAP)'],
    'Fuel cap Ford Focus II': ['Ford Focus II'],
  })
})

test('reads a maker of lamps behind a dash, in front and at the end', () => {
  assertRead({
    '2001-2004 Toyota Tacoma headlights - JDMA': ['Toyota Tacoma 2001-2004'],
    'jdma 2001-2004 Toyota Tacoma headlights': ['Toyota Tacoma 2001-2004'],
    '2001-2004 Toyota Tacoma headlights black jdma': ['Toyota Tacoma 2001-2004'],
  })
})

test('reads types that Spanish databases of parts write in brackets, and asks for those that nobody knows', () => {
  assertRead({
    'Retrovisor Hyundai Getz (TB)': ['Hyundai Getz'],
    'Piloto trasero Hyundai i40 (VF)': ['Hyundai i40 (rear)'],
    'Faro Fiat Marea (185) berlina': ['Fiat Marea [berlina]'],
    'Maneta Seat Cordoba berlina (6K2)': ['SEAT Cordoba I [berlina, 6K2]'],
    'Puerta Mercedes-Benz Clase A (BM 168)': ['Mercedes-Benz A-Class W168'],
    'Pinza Renault Kangoo I (F/KC0)': ['Renault Kangoo I'],
    'Faro Renault Scenic I (JA...)': ['Renault Scénic I'],
    'Faro Fiat II Panda (169)': ['Fiat Panda II'],
    'Pinza Renault Megane II berlina 5P': ['Renault Mégane II [berlina, 5P]'],
    'Faro Seat Leon (1P1)': ['SEAT Leon II'],
    'Faro VW Polo 5 6R1 6C1': ['Volkswagen Polo V [6R1/6C1]'],
    // One of several bodies, another generation, another type, and the same letters beside no family.
    'Faro Golf IV (1J5)': ['Volkswagen Golf IV [1J5]'],
    'Pinza Seat Toledo 5P': ['SEAT Toledo III'],
    'Faro Fiat III Panda (169)': ['Fiat Panda II', '? III'],
    'Puerta Mercedes-Benz Clase A (BM 999)': ['? Mercedes-Benz Clase A BM, 999'],
    'Retrovisor Hyundai Getz (XB)': ['Hyundai Getz [XB]'],
    'Hyundai TB 2005 kit': ['? Hyundai TB, 2005'],
    'Fiat 185 filter 2000': ['? Fiat 185, 2000'],
    '185/65 R15 Fiat Punto II wheel': ['Fiat Punto II'],
  })
})

test('parts a family or a maker from the litres or the number joined to it', () => {
  assertRead({
    'filtre punto1.3': ['Fiat Punto 1.3'],
    'sup mot dr grande punto1.3': ['Fiat Punto III 1.3 (right)'],
    'golf1.9 tdi filter': ['Volkswagen Golf 1.9 TDI'],
    'phare fluence260100020r megane3': ['Renault Fluence', 'Renault Mégane III'],
    'bosch0986494017 klocki bmw e46': ['BMW 3 Series E46'],
    'Golf1234567 filter': ['? Golf'],
    'C1.4 hdi filter citroen': ['? C1, 4, citroen'],
    'Golf2,1K filter': ['? Golf2'],
    'filtre punto13': ['? punto13'],
  })
})

test('reads what Polish sellers shorten for a side behind a part, and an L200 with its other name', () => {
  assertRead({
    'atrapa zderzaka przod l suzuki swift 2005-2007': ['Suzuki Swift MZ 2005-2007 (front left)'],
    'lampa tylna le opel astra h': ['Opel Astra H (rear left)'],
    'reflektor lampa pr opel astra h': ['Opel Astra H (right)'],
    'cyl roue L200 Triton': ['Mitsubishi L200'],
    'Head lamp LE 2010 Toyota Camry': ['Toyota Camry 2010-2010'],
    'lampa l200 filtr': ['? l200'],
    'Mitsubishi Triton 2010 lamp': ['? Mitsubishi Triton, 2010'],
  })
})

test('reads families of Volkswagen, Audi, Škoda and Porsche that America has not, or for other years', () => {
  assertRead({
    'Klocki hamulcowe VW Vento 1.9 TDI przód': ['Volkswagen Vento 1.9 TDI (front)'],
    'Stoßdämpfer VW Corrado VR6 hinten': ['Volkswagen Corrado VR6 (rear)'],
    'Disque de frein arrière VW Phaeton 3.0 TDI 2004-2007': ['Volkswagen Phaeton 2004-2007 3.0 TDI (rear)'],
    'Filtr kabinowy T-Cross 1.0 TSI': ['Volkswagen T-Cross 1.0 TSI'],
    'Parachoques delantero VW Taigo': ['Volkswagen Taigo (front)'],
    'Kotflügel VW Beetle 5C rechts': ['Volkswagen Beetle 5C (right)'],
    'Faro VW Beetle 2012-2016': ['Volkswagen Beetle 5C 2012-2016'],
    'Amortyzator VW California T5 tył': ['Volkswagen Transporter T5 (rear)'],
    'Miech zawieszenia Audi A6 Allroad C5 tył': ['Audi A6 allroad C5 (rear)'],
    'Bremsscheibe Audi R8 4S vorne': ['Audi R8 4S (front)'],
    'Filtr Audi Q4 e-tron': ['Audi Q4'],
    'Nárazník Skoda Favorit 1989-1994': ['Škoda Favorit 1989-1994'],
    'Lampa Skoda Forman lewa': ['Škoda Forman (left)'],
    'Filtr kabinowy Skoda Enyaq iV': ['Škoda Enyaq'],
    'Kupplung Porsche 944 1982-1988': ['Porsche 944 1982-1988'],
    // Words without their make, a state, and numbers behind another make.
    'Vento cabin filter': ['? Vento'],
    'Scala 2020 door trim': ['? Scala, 2020'],
    'VW Jetta 2000-2005 converter, California emissions': ['Volkswagen Jetta 2000-2005', '? California'],
    'Golf V filter 944': ['Volkswagen Golf V', '? 944'],
    '2001 VW Beetle tail light': ['Volkswagen Beetle 2001-2001'],
  })
})

test('reads older families of Opel, and those of Vauxhall that Opel sold under the same name', () => {
  assertRead({
    'Kupplungssatz Opel Kadett E 1.6': ['Opel Kadett E 1.6'],
    'Auspuff Opel Ascona C 1981-1988': ['Opel Ascona C 1981-1988'],
    'Uszczelka głowicy Opel Rekord E2': ['Opel Rekord E'],
    'Pastiglie freno Opel Senator B posteriori': ['Opel Senator B (rear)'],
    'Faro derecho Opel Sintra': ['Opel Sintra (right)'],
    'Amortisseur avant Opel Monterey 3.1 TD': ['Opel Monterey 3.1 TD (front)'],
    'Brzdové destičky Opel Speedster': ['Opel Speedster'],
    'Kraftstofffilter Opel Arena 1.9 D': ['Opel Arena 1.9 D'],
    'Rear light Vauxhall Combo C left': ['Vauxhall Combo C (rear left)'],
    'Door mirror Vauxhall Tigra B': ['Vauxhall Tigra B'],
    'Oil filter Vauxhall Agila 2008-2014': ['Vauxhall Agila B 2008-2014'],
    'Wiper blade Vauxhall Signum': ['Vauxhall Signum'],
    // Without a make: the family that Opel had, and words of other meanings.
    'Oil filter Agila B': ['Opel Agila B'],
    'Linka hamulca Kadett E Astra F': ['Opel Kadett E', 'Opel Astra F'],
    'Kadett 1985-1991 Auspuff': ['Opel Kadett E 1985-1991'],
    'Kadett Auspuff': ['? Kadett'],
    'Monterey lamp': ['? Monterey'],
    'Arena floor mat': ['? Arena'],
    'Opel Ascona filter': ['Opel Ascona'],
  })
})

test('reads families of Ford of Europe, and those of America with the same names as before', () => {
  assertRead({
    'Klocki hamulcowe Ford Sierra 1.8 przód': ['Ford Sierra 1.8 (front)'],
    'Kupplungssatz Ford Escort/Sierra 1.8 TD': ['Ford Escort 1.8 TD', 'Ford Sierra 1.8 TD'],
    'Radlager Ford Scorpio II hinten': ['Ford Scorpio II (rear)'],
    'Faro Ford Orion III destro': ['Ford Orion III (right)'],
    'Pastillas de freno Ford Cougar 2.5 V6': ['Ford Cougar 2.5 V6'],
    'Embrayage Ford Maverick 2.7 TD': ['Ford Maverick 2.7 TD'],
    'Lampa Ford Maverick 2001-2006': ['Ford Maverick II 2001-2006'],
    'Filtr powietrza Ford EcoSport 2013-2017': ['Ford EcoSport 2013-2017'],
    'Brake disc Ford Transit Custom 2.2 TDCi rear': ['Ford Transit Custom 2.2 TDCi (rear)'],
    'Zawias drzwi Ford Tourneo Custom': ['Ford Transit Custom'],
    'Oil filter Ford Transit Courier 1.5 TDCi': ['Ford Transit Courier 1.5 TDCi'],
    'Granada III Ford thermostat': ['Ford Granada III'],
    // Of America, and goods that are made to measure.
    '1990 Sierra tail light': ['GMC Sierra 1990-1990'],
    'Tail light 1988-1992 Ford F150 GMC Sierra': ['Ford F-150 1988-1992', 'GMC Sierra 1988-1992'],
    '1999-2002 Cougar headlight': ['Mercury Cougar 1999-2002'],
    '1989-1997 Ford Thunderbird / Cougar hub': ['Ford Thunderbird 1989-1997', 'Mercury Cougar 1989-1997'],
    '2022-2024 Ford Maverick tailgate seal': ['Ford Maverick 2022-2024'],
    '2015-2020 Ford Transit custom fit floor liners': ['Ford Transit VIII 2015-2020 [custom]'],
    'Orion spark plug': ['? Orion'],
  })
})

test('reads families of Volvo, Jaguar, BMW, Mercedes-Benz and Rover by their numbers, codes and years', () => {
  assertRead({
    'Klocki hamulcowe Volvo 850 2.5 TDI przód': ['Volvo 850 Series 2.5 TDI (front)'],
    'Stoßdämpfer Volvo 740/940 hinten': ['Volvo 740 Series (rear)', 'Volvo 940 Series (rear)'],
    'Tail light 1986-1993 Volvo 240': ['Volvo 240 Series 1986-1993'],
    'Turboslang Volvo 240 Turbo': ['Volvo 240 Series [Turbo]'],
    'Filtre à huile Volvo 440 1.8': ['Volvo 440 1.8'],
    'Faro Jaguar XF I 2008-2011': ['Jaguar XF I 2008-2011'],
    'Querlenker Jaguar XJ X350 vorne': ['Jaguar XJ X350 (front)'],
    'Brake disc Jaguar S-Type 1999 front': ['Jaguar S-Type 1999-1999 (front)'],
    'Wycieraczki BMW i3 I01': ['BMW i3'],
    'Bremsbeläge BMW iX3 G08': ['BMW iX3'],
    'Lampa BMW Z3 E36 1.9': ['BMW Z3 1.9'],
    'Anlasser Mercedes 207 D 307 D': ['Mercedes-Benz T1'],
    'Filtr kabinowy Citan W415': ['Mercedes-Benz Citan W415'],
    'Pastiglie Mercedes Citan 2013-2019': ['Mercedes-Benz Citan W415 2013-2019'],
    'Tergicristallo Mercedes EQA H243': ['Mercedes-Benz EQA'],
    'Head gasket Rover 25 1.4': ['Rover 25 1.4'],
    'Scheinwerfer Rover 200 1995-1999 links': ['Rover 200 1995-1999 (left)'],
    // Vans of two families, lengths, pieces, another Rover, trucks, and a number behind another family.
    'Anlasser Mercedes Sprinter 308 D 310 D': ['Mercedes-Benz Sprinter', '? 308, D, 310'],
    'Clutch Volvo V70 240 mm': ['Volvo V70 [240 mm]'],
    'Brake disc Jaguar XJ 300 mm': ['Jaguar XJ [300 mm]'],
    'Land Rover 25 pcs clips': ['? Land Rover'],
    'Land Rover Defender 200 Tdi filter': ['Land Rover Defender TDI', '? 200'],
    'Filter Volvo FH 460': ['? Volvo FH, 460'],
    'Lampe BMW E36': ['BMW 3 Series E36'],
  })
})

test('reads ID. Buzz as Volkswagen writes it, and the Crossland X and Grandland X of Vauxhall', () => {
  assertRead({
    'Wischerblatt VW ID. Buzz 2023': ['Volkswagen ID. Buzz 2023-2023'],
    'Filtr kabinowy VW ID. 4': ['Volkswagen ID.4'],
    'Wiper blade Vauxhall Crossland X': ['Vauxhall Crossland'],
    'Towbar Vauxhall Grandland X 2018-2022': ['Vauxhall Grandland I 2018-2022'],
    'Klocki Volvo S90 II tył': ['Volvo S90 II (rear)'],
    // The end of a sentence is none of a name.
    'Part ID. Golf V lamp': ['Volkswagen Golf V', '? ID'],
    'VW ID. lamp. Buzz': ['? VW ID, Buzz'],
  })
})

test('reads Cyrillic and Greek letters as they sound, and asks for codes that look like others', () => {
  assertRead({
    'Предна броня за Голф 5 2003-2008': ['Volkswagen Golf V 2003-2008 (front)'],
    'Фар VW Пасат Б6 ляв': ['Volkswagen Passat B6 (left)'],
    'Амортизер предњи десни Рено Меган 2': ['Renault Mégane II (front right)'],
    'Бампер задній Шкода Фабія 2': ['Škoda Fabia II (rear)'],
    'Накладки Форд Фокус 2 универсал': ['Ford Focus II [универсал]'],
    'Φανάρι εμπρός αριστερό Fiat Punto II': ['Fiat Punto II (front left)'],
    // The letters of B and V, C and S, H and N look alike.
    'Фар Опел Вектра С': ['Opel Vectra', '? С'],
    'VW Пасат В6 капак': ['? VW Пасат В6'],
    'Τακάκια BMW E46 χωρίς ABS': ['BMW 3 Series E46', '? χωρίς'],
  })
})

test('reads parts and sides in Finnish, Lithuanian, Danish and Slovenian, and names as Serbian spells them', () => {
  assertRead({
    'Iskunvaimennin taakse Toyota Avensis T25': ['Toyota Avensis T250 (rear)'],
    'Takavalo vasen Ford Focus II farmari': ['Ford Focus II (left) [farmari]'],
    'Priekinis bamperis Audi A6 C6': ['Audi A6 C6 (front)'],
    'Galinis žibintas kairys Opel Astra H universalas': ['Opel Astra H (rear left) [universalas]'],
    'Støddæmper højre Peugeot 206': ['Peugeot 206 (right)'],
    'Menjalnik Renault Megane 3 1.5 dCi': ['Renault Mégane III 1.5 dCi'],
    'Far levi Pežo 307': ['Peugeot 307 (left)'],
    'Amortizer Reno Klio 2 zadnji': ['Renault Clio II (rear)'],
    'Suzuki Reno 2006 headlight': ['Suzuki Reno 2006-2006'],
    'Megan Racing coilovers Honda Civic 1996-2000': ['Honda Civic 1996-2000'],
  })
})

test('takes a number in front of the code of a generation that has none, codes with the letter of a body, and types in brackets', () => {
  assertRead({
    'RANGE ROVER III (L322) amortyzator': ['Land Rover Range Rover L322'],
    'Jeep Wrangler III (JK) 2.8 CRD filter': ['Jeep Wrangler JK 2.8 CRD'],
    'Wahacz Audi A6 II C5': ['Audi A6 C5'],
    'Stoßfänger Audi A3 8PA Sportback': ['Audi A3 8P [8PA, Sportback]'],
    'Wahacz Audi Q5 (8RB)': ['Audi Q5 8R [8RB]'],
    'Amortisseur Volvo V70 II (285)': ['Volvo V70 II [285]'],
    'Bremse Ford Focus II (DA_, HCP, DP)': ['Ford Focus II [DA, HCP, DP]'],
    'Filtr VW Transporter V (7HB, 7HJ)': ['Volkswagen Transporter T5 [7HB, 7HJ]'],
    'Wahacz Mazda 3 (BK), 6 (GG)': ['Mazda 3 BK', 'Mazda 6 GG'],
    'Wahacz BMW 3 (E46), 5 (E39)': ['BMW 3 Series E46', 'BMW 5 Series E39'],
    'Tarcza Peugeot 307 SW (3H)': ['Peugeot 307 [SW, 3H]'],
    'Filtr Nissan Sunny III Hatchback (N14)': ['Nissan Sunny N14 [Hatchback]'],
    // Another number of a family that has some, no code, sizes of a memory, lamps, and a code that is a word, too.
    'Fiat III Panda (169) lampa': ['Fiat Panda II', '? III'],
    'Wrangler III lampa': ['? Wrangler III'],
    'Radio Audi A6 4GB': ['Audi A6', '? 4GB'],
    'Golf V (LED, DRL) lamp': ['Volkswagen Golf V'],
    'Wahacz Mazda 2 (DE)': ['? Mazda 2 (DE)'],
  })
})

test('reads a model of BMW and its litres as one engine, and asks for litres that may be of one of several', () => {
  assertRead({
    'BMW 520i 2.0 E39 filtr': ['BMW 5 Series E39 520i 2.0'],
    'BMW E46 320d 2.0 filtr': ['BMW 3 Series E46 320d 2.0'],
    'BMW E60 3.0 530d filtr': ['BMW 5 Series E60 530d 3.0'],
    'BMW E46 316i 318i 1.8 filtr': ['BMW 3 Series E46 316i', 'BMW 3 Series E46 318i', '? 1'],
  })
})

test('takes a sport model in front of the car that a part is for as its look, and bodies with names of their own as conditions', () => {
  assertRead({
    'R32 bumper for Volkswagen Golf 4': ['Volkswagen Golf IV [R32]'],
    'RS4 grille for Audi A4 B7': ['Audi A4 B7 [RS4]'],
    'VW R32, Golf IV bumper': ['Volkswagen R32', 'Volkswagen Golf IV'],
    'Rétroviseur Citroën C4 Grand Picasso I': ['Citroën C4 Picasso I [Grand]'],
    'Kia Pro Ceed 2008 lampa': ['Kia Ceed I 2008-2008 [Pro]'],
    'HH aut. Opel Insignia 5D': ['Opel Insignia [5D]'],
    'Kryt Citroën Berlingo Multispace MPV I': ['Citroën Berlingo I [Multispace MPV]'],
    'Lampe Mercedes CLA (1.Gen) 2013-2018': ['Mercedes-Benz CLA-Class C117 2013-2018'],
    'Универсални стелки за Golf 5': ['Volkswagen Golf V'],
  })
})

test('reads families of Rover, MG, Land Rover, MINI, Mercedes-Benz, Suzuki and Hyundai that America has not, or for other years', () => {
  assertRead({
    'Filtr Rover 75, MG ZT 2.0 CDTi': ['Rover 75 2.0 CDTI', 'MG ZT 2.0 CDTI'],
    'Rover 45 1999-2005 mirror': ['Rover 45 1999-2005'],
    'Land Rover Discovery Sport (L550) lampa': ['Land Rover Discovery Sport'],
    'Range Rover Evoque (L538) filtr': ['Land Rover Range Rover Evoque I'],
    'MINI Coupe (R58) filtr': ['MINI Cooper Coupe R58 [Coupe]'],
    'Mercedes GLA (X156) filtr': ['Mercedes-Benz GLA-Class X156'],
    'Suzuki Grand Vitara 2006-2012 mirror': ['Suzuki Grand Vitara II 2006-2012'],
    'Hyundai Atos Prime 1.0 filtr': ['Hyundai Atos 1.0 [Prime]'],
    'Hyundai Galloper 2.5 TD filtr': ['Hyundai Galloper 2.5 TD'],
    // The code of an Optima, and goods that vary
    'Kia Optima MG lampa': ['Kia Optima MG'],
    'Vario roof box Golf V': ['Volkswagen Golf V', '? Vario'],
  })
})

test('keeps the codes of engines, also in front of a list, and versions that look like codes', () => {
  assertRead({
    'Silnik 1.9 TDI BXE VW Golf V Touran': ['Volkswagen Golf V 1.9 TDI [BXE]', 'Volkswagen Touran 1.9 TDI [BXE]'],
    'Pompa Opel Corsa D 1.3 CDTI Z13DTJ': ['Opel Corsa D 1.3 CDTI [Z13DTJ]'],
    'Motor BMW E90 N47D20C': ['BMW 3 Series E90 [N47D20C]'],
    'Motore Fiat Panda 1.2 169A4.000': ['Fiat Panda 1.2 [169A4.000]'],
    'Moteur Peugeot 307 1.6 HDi DV6TED4': ['Peugeot 307 1.6 HDi [DV6TED4]'],
    'Motor Mercedes W204 OM651': ['Mercedes-Benz C-Class W204 [OM651]'],
    'Faro Peugeot 206 CC': ['Peugeot 206 [CC]'],
    'Generator Volvo S80 D5 2.4': ['Volvo S80 2.4 [D5]'],
    'Tlumič Fabia I 1.2 HTP': ['Škoda Fabia I 1.2 HTP'],
    'Lusterko Skoda Octavia I Tour': ['Škoda Octavia I [Tour]'],
    'VW CC 2012 lamp': ['Volkswagen CC 2012-2012'],
    'filtr Opel Astra H 13286087': ['Opel Astra H'],
  })
})

test('asks about a vehicle or years that a part only looks like, replaces, turns into or comes from', () => {
  assertRead({
    'Wheels of a Jeep Wrangler JK on Wrangler TJ': ['Jeep Wrangler JK', 'Jeep Wrangler TJ', '? on Wrangler TJ'],
    'Golf V bumper Golf VI R-look': ['Volkswagen Golf V', 'Volkswagen Golf VI', '? Golf VI R-look'],
    'Golf V bumper GTI-look': ['Volkswagen Golf V'],
    'Mirror Nissan Micra K12 replaces K11 mirror': ['Nissan Micra K12', 'Nissan Micra K11', '? replaces K11'],
    'Honda Accord 2008-2012 lamp replaces 2003-2007 lamp': ['Honda Accord 2008-2012', '? replaces 2003-2007'],
    'Ford Escape 2008-2012 style grille for 2001-2007 Escape': [
      'Ford Escape 2001-2007',
      '? Ford Escape 2008-2012 style',
    ],
    'Golf V grill, Golf VI look': ['Volkswagen Golf V', 'Volkswagen Golf VI', '? Golf VI look'],
    'Kit: convert Golf 6 to Golf 7 grille': ['Volkswagen Golf VI', 'Volkswagen Golf VII', '? convert Golf 6 to Golf 7'],
    'BMW E46 kit with E39 calipers': ['BMW 3 Series E46', 'BMW 5 Series E39', '? with E39'],
    // One vehicle, or words that are beside none
    'Golf V carbon look grille': ['Volkswagen Golf V'],
    'Grille Golf V replaces OEM 1K0853651': ['Volkswagen Golf V'],
    'Carbon style grille Golf V 2003-2008, Golf VI 2008-2012': [
      'Volkswagen Golf V 2003-2008',
      'Volkswagen Golf VI 2008-2012',
    ],
    'Upgraded clutch kit for Golf V 2003-2008 and Golf VI 2008-2012': [
      'Volkswagen Golf V 2003-2008',
      'Volkswagen Golf VI 2008-2012',
    ],
  })
})

test('reads an open year in front of a sign of a list', () => {
  assertRead({
    'Golf V 2004- / Golf VI 2008- strut': ['Volkswagen Golf V 2004-', 'Volkswagen Golf VI 2008-'],
    'Corsa D 2006- & Fiat Punto 2005- strut': ['Opel Corsa D 2006-', 'Fiat Punto III 2005-'],
    'Golf V 2004- - strut': ['Volkswagen Golf V 2004-'],
    'Golf V 2004 - / Jetta V 2005 - strut': ['Volkswagen Golf V 2004-', 'Volkswagen Jetta V 2005-'],
    'Civic - 2015 - strut': ['Honda Civic IX 2015-2015'],
  })
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSeedNames, readVehicleSeed } from '#database/vehicles/read-seed.ts'
import { briefFit, readInBrief } from '#server/testing/brief-fit.ts'
import { readFits } from '#server/vehicles/read-fits.ts'
import { nameKey } from '#server/vehicles/vehicle-names.ts'

/** Holds titles in the manner of sellers, of our own making, and what they name; `?` begins the words that a person has to decide. */
const texts: Record<string, Record<string, string[]>> = {
  'American titles': {
    '2013-2017 Honda Accord Front Bumper Cover Primed': ['Honda Accord 2013-2017 (front)'],
    '2011 2012 2013 2014 Hyundai Sonata Headlight Assembly Passenger Side OEM': ['Hyundai Sonata 2011-2014'],
    'FITS 2005-2010 CHRYSLER 300 DODGE CHARGER MAGNUM FRONT LOWER CONTROL ARM SET': [
      'Chrysler 300 2005-2010 (front)',
      'Dodge Charger 2005-2010 (front)',
      'Dodge Magnum 2005-2010 (front)',
    ],
    '2009-2014 Ford F150 Tail Light Left LED OEM': ['Ford F-150 2009-2014 (left)'],
    '15-20 FORD F-150 XLT CREW CAB REAR DOOR HANDLE RH': ['Ford F-150 2015-2020 (rear right) [XLT, CREW CAB]'],
    '2004 Jeep Grand Cherokee Laredo 4.7L Alternator 136 Amp': ['Jeep Grand Cherokee WJ 2004-2004 4.7L [Laredo]'],
    '06-08 Dodge Ram 1500 2500 3500 Power Window Switch': [
      'Dodge Ram 1500 2006-2008',
      'Dodge Ram 2500 2006-2008',
      'Dodge Ram 3500 2006-2008',
    ],
    '2007-2014 Cadillac Escalade ESV Rear Air Shock': ['Cadillac Escalade 2007-2014 (rear) [ESV]'],
    '1999-2006 GMC Sierra 1500 Ext Cab Running Boards': ['GMC Sierra 1500 1999-2006 [Ext Cab]'],
    'Toyota Tacoma 2005-2015 Front Brake Rotors & Ceramic Pads': ['Toyota Tacoma 2005-2015 (front)'],
    'Nissan Altima Sedan 2007-2012 2.5L Catalytic Converter': ['Nissan Altima 2007-2012 2.5L [Sedan]'],
    '2012-2018 Ford Focus Door Lock Actuator Front Left': ['Ford Focus 2012-2018 (front left)'],
    '03 04 05 06 07 Honda Accord Radiator': ['Honda Accord 2003-2007'],
    'Subaru Outback 2010-2014 CV Axle Rear': ['Subaru Outback 2010-2014 (rear)'],
    '2016-2021 Chevrolet Malibu 1.5L Turbo Intercooler': ['Chevrolet Malibu 2016-2021 1.5L Turbo'],
    'Chevy Cruze 2011-2015 1.4L Valve Cover w/ Gasket': ['Chevrolet Cruze J300 2011-2015 1.4L'],
    '2014+ Jeep Cherokee KL Oil Cooler': ['Jeep Cherokee KL 2014-'],
    'VW Jetta 2011-2018 Side Mirror Power Heated Right': ['Volkswagen Jetta 2011-2018 (right)'],
    '2008 BMW 328i E90 Window Regulator Front Passenger': ['BMW 3 Series E90 2008-2008 328i (front)'],
    'Mercedes-Benz C300 W204 2008-2014 Headlight': ['Mercedes-Benz C-Class W204 2008-2014 [C300]'],
    'Honda CR-V 2007-2011 Set of 4 Ignition Coils': ['Honda CR-V 2007-2011'],
    'Lexus RX350 2010-2015 Wheel Bearing Hub': ['Lexus RX 2010-2015 [RX350]'],
    'Kia Soul 2014-2019 Fog Light Cover Bezel Pair': ['Kia Soul 2014-2019'],
    '1997-2003 Ford F-150 Expedition Fuel Pump Module': ['Ford F-150 1997-2003', 'Ford Expedition 1997-2003'],
    '2002-2005 Ford Explorer 4.0L V6 Starter Motor': ['Ford Explorer 2002-2005 4.0L V6'],
    'Ram 2500 2013-2018 6.7L Cummins Turbo Diesel EGR Cooler': ['Ram 2500 2013-2018 6.7L Cummins Turbo Diesel'],
    'Acura TL 2004-2008 Power Steering Pump Non-Turbo': ['Acura TL 2004-2008 [Non-Turbo]'],
    'Toyota Camry LE XLE 2012-2014 Hood': ['Toyota Camry 2012-2014 [LE, XLE]'],
    '2015 Subaru WRX STI Short Shifter': ['Subaru WRX VA 2015-2015 [STI]'],
    'GMC Yukon XL 1500 2007-2014 Tailgate Liftgate Strut': ['GMC Yukon XL 1500 2007-2014'],
    'Buick Enclave 2008-2017 Chevy Traverse GMC Acadia Water Pump': [
      'Buick Enclave 2008-2017',
      '? Chevy Traverse, GMC Acadia',
    ],
    'Mazda CX-5 2013-2016 Cabin Air Filter': ['Mazda CX-5 KE 2013-2016'],
    'Hyundai Santa Fe Sport 2013-2018 Mirror Left': ['Hyundai Santa Fe Sport 2013-2018 (left)'],
    'Infiniti G35 2003-2007 Coupe Clutch Kit': ['Infiniti G35 2003-2007 [Coupe]'],
    'Audi A4 2009-2016 Front Bumper Grille': ['Audi A4 2009-2016 (front)'],
    'Volvo XC90 2003-2014 Tie Rod End': ['Volvo XC90 2003-2014'],
    '2010 Prius hybrid battery fan': ['Toyota Prius XW30 2010-2010 [hybrid]'],
    'Ford Transit Connect 2014-2018 Sliding Door Roller': ['Ford Transit Connect II 2014-2018'],
    'Honda Odyssey 99-04 engine mount': ['Honda Odyssey 1999-2004'],
    'Oxygen sensor upstream 2003-2008 Toyota Corolla 1.8L': ['Toyota Corolla 2003-2008 1.8L'],
    'Alternator for Chevy Silverado GMC Sierra 4.3L 4.8L 5.3L 6.0L 1999-2007': [
      'Chevrolet Silverado 1999-2007 4.3L',
      'Chevrolet Silverado 1999-2007 4.8L',
      'Chevrolet Silverado 1999-2007 5.3L',
      'Chevrolet Silverado 1999-2007 6.0L',
      'GMC Sierra 1999-2007 4.3L',
      'GMC Sierra 1999-2007 4.8L',
      'GMC Sierra 1999-2007 5.3L',
      'GMC Sierra 1999-2007 6.0L',
    ],
    'Trailer hitch Jeep Wrangler JK 2007-2018 2 inch receiver': ['Jeep Wrangler JK 2007-2018'],
    'Spark plugs NGK 4 pcs': [],
    'Mirror for Ford Mustang 1994-1998 manual remote black LH': ['Ford Mustang SN95 1994-1998 (left)'],
    'Brake pads Nissan Rogue 2014-2020 Rogue Sport 2017-2022': [
      'Nissan Rogue 2014-2020',
      'Nissan Rogue Sport 2017-2022',
    ],
    'Saturn Ion 2003-2007 blower motor resistor': ['Saturn Ion 2003-2007'],
    'SMART FORTWO 2008-2015 A/C Compressor': ['smart Fortwo 2008-2015'],
    '2019 RAM 1500 CLASSIC tail light': ['Ram 1500 2019-2019 [CLASSIC]'],
  },
  'European titles': {
    'Bremsscheiben + Bremsbeläge vorne 312mm belüftet passend für VW Golf VII 1.6 TDI ab 2012': [
      'Volkswagen Golf VII 2012- 1.6 TDI (front) [312mm]',
    ],
    'Kotflügel rechts Opel Corsa D 2006-2014 grundiert': ['Opel Corsa D 2006-2014 (right)'],
    '2er Set Bremsscheiben BMW E46': ['BMW 3 Series E46', '? 2er'],
    'Luftfilter BMW 218d': ['BMW 2 Series 218d'],
    'Luftfilter Mercedes B-Klasse W245': ['Mercedes-Benz B-Class W245'],
    'Ölfilter Mercedes G463': ['Mercedes-Benz G-Class W463'],
    'Ölfilter Mercedes G464': [],
    'Thermostat Smart ForTwo 451': ['smart Fortwo W451'],
    'Stoßdämpfer Alfa 147 156 GT': ['Alfa Romeo 147', '? 156 GT'],
    'Radsatz für VW ID.3 18 Zoll': ['Volkswagen ID.3'],
    'Wasserpumpe Isuzu D-Max I 3.0 D 2003': ['Isuzu D-Max I 2003-2003 3.0 D'],
    'Wasserpumpe Peugeot 309': ['Peugeot 309'],
    'Heizung Audi 80 90 Coupe': ['Audi 80', '? 90 Coupe'],
    'Spiegel Golf VII 7 links': ['Volkswagen Golf VII (left)'],
    'Bremsscheiben Mercedes Sprinter 5-t (906) ab 2006': ['Mercedes-Benz Sprinter W906 2006- [5-t]'],
    'Turbolader VW Passat 3C B6 2.0 TDI 140 PS 03G253014H': ['Volkswagen Passat B6 2.0 TDI [140 PS]'],
    'Querlenker Satz Audi A4 B6 B7 A6 C5 8-teilig Vorderachse': [
      'Audi A4 B6 (front)',
      'Audi A4 B7 (front)',
      'Audi A6 C5 (front)',
    ],
    'Stoßdämpfer hinten BMW 3er E46 Limousine Coupe': ['BMW 3 Series E46 (rear) [Limousine, Coupe]'],
    'Luftmassenmesser Mercedes Vito W639 2.2 CDI Bosch 0281002896': ['Mercedes-Benz Vito W639 2.2 CDI'],
    'Scheinwerfer links Ford Fiesta MK7 2008-2012 H7/H1': ['Ford Fiesta VI 2008-2012 (left)'],
    'Anlasser Fiat Ducato 250 2.3 JTD': ['Fiat Ducato III 2.3 JTD'],
    'Zündspule VW Polo 9N 1.4 16V Skoda Fabia 6Y': ['Volkswagen Polo IV 1.4 16V', '? Skoda Fabia 6Y'],
    'Seitenspiegel links elektrisch beheizbar Skoda Octavia II Combi 1Z5': ['Škoda Octavia II (left) [Combi, 1Z5]'],
    'Zahnriemensatz mit Wasserpumpe Renault Trafic II 1.9 dCi Opel Vivaro A': [
      'Renault Trafic II 1.9 dCi',
      '? Opel Vivaro A',
    ],
    'Achsträger Peugeot 307 SW': ['Peugeot 307 [SW]'],
    'Auspuff Endschalldämpfer VW Caddy III 2K 2004-2010': ['Volkswagen Caddy III 2004-2010'],
    'Heckklappendämpfer Seat Leon 1P1': ['SEAT Leon II'],
    'Radlager vorne Nissan Qashqai J10 +2': ['Nissan Qashqai J10 (front)', '? 2'],
    'Motorhaube Dacia Duster ab 2018': ['Dacia Duster II 2018-'],
    'Filtre Renault Sandero II 1.5 dCi': ['Dacia Sandero II 1.5 dCi'],
    'Sitzbezug Fiat Panda 169 schwarz': ['Fiat Panda II'],
    'Klimakühler Kondensator MINI R50 R52 R53': ['MINI Cooper R50'],
    'Rückleuchte Mercedes Sprinter 906 links ab 2013': ['Mercedes-Benz Sprinter W906 2013- (left)'],
    'Federn Golf 4 Variant nur mit 1.9 TDI': ['Volkswagen Golf IV 1.9 TDI [Variant]', '? nur'],
    'AMORTYZATOR TYŁ OPEL VECTRA C KOMBI': ['Opel Vectra C (rear) [KOMBI]'],
    'POMPA PALIWA SEAT IBIZA 6J 1.2 TSI': ['SEAT Ibiza IV 1.2 TSI'],
    'LAMPA PRZÓD LEWA FORD FOCUS MK2 LIFT 08-11': ['Ford Focus II 2008-2011 (front left) [LIFT]'],
    'ZACISK HAMULCOWY VW T5 MULTIVAN 2003-2015 LEWY TYŁ': ['Volkswagen Transporter T5 2003-2015 (rear left)'],
    'CHŁODNICA WODY RENAULT MEGANE II SCENIC II 1.9 DCI': ['Renault Mégane II 1.9 dCi', 'Renault Scénic II 1.9 dCi'],
    'Wahacz przód dolny prawy Toyota Avensis T25': ['Toyota Avensis T250 (front right)'],
    'Klamka zewnętrzna Fiat Doblo 2000-2009': ['Fiat Doblò 2000-2009'],
    'PASEK ROZRZĄDU GATES 5559XS SKODA FABIA 1.4 MPI': ['Škoda Fabia 1.4 MPI'],
    'Spojler Audi A4 B8 RS4 Look': ['Audi A4 B8'],
    'Spojler Audi RS4 Look': [],
    'Filtr oleju Bosch P 2061 Fiat Punto II 1.2': ['Fiat Punto II 1.2'],
    'Zderzak tylny BMW E90 sedan M-pakiet': ['BMW 3 Series E90 (rear) [sedan, M-pakiet]'],
    'ROZRUSZNIK CITROEN BERLINGO PEUGEOT PARTNER 1.6 HDI': ['Citroën Berlingo 1.6 HDi', 'Peugeot Partner 1.6 HDi'],
    'Tarcze hamulcowe Mercedes W211 E220 CDI': ['Mercedes-Benz E-Class W211 CDI [E220]'],
    'Uszczelka pod głowicę Iveco Daily 2.3 HPI 2006-': ['Iveco Daily IV 2006- 2.3 HPI'],
    'Sprężyna zawieszenia Audi A6 C6 Avant quattro': ['Audi A6 C6 [Avant, quattro]'],
    'Łożysko koła tył Hyundai i30 FD': ['Hyundai i30 I (rear)'],
    'Alternator KIA CEED 1.6 CRDI 120A': ['Kia Ceed 1.6 CRDi'],
    'Disques de frein avant Peugeot 308 II 1.6 BlueHDi 120 ch': ['Peugeot 308 II 1.6 BlueHDi (front) [120 ch]'],
    'Kit embrayage Renault Kangoo II 1.5 dCi depuis 2008': ['Renault Kangoo II 2008- 1.5 dCi'],
    'Rétroviseur droit Citroën C3 II 2009-2016 électrique': ['Citroën C3 II 2009-2016 (right)'],
    'Plaquettes arrière Dacia Sandero II Stepway': ['Dacia Sandero II (rear) [Stepway]'],
    'Amortisseurs avant Renault Twingo II': ['Renault Twingo II (front)'],
    'Feu arrière gauche Citroën Jumper Fiat Ducato Peugeot Boxer 2006-2014': [
      'Citroën Jumper 2006-2014 (rear left)',
      'Fiat Ducato 2006-2014 (rear left)',
      'Peugeot Boxer 2006-2014 (rear left)',
    ],
    'Démarreur Ford Transit 2.2 TDCi de 2006 à 2014': ['Ford Transit 2006-2014 2.2 TDCi'],
    'Pompe à eau Peugeot 206 1.1 i 60 ch': ['Peugeot 206 1.1 i [60 ch]'],
    'Pastiglie freno anteriori Fiat Bravo 198 1.9 Multijet': ['Fiat Bravo II 1.9 MultiJet (front)'],
    'Faro posteriore destro Alfa Romeo 159 berlina': ['Alfa Romeo 159 (rear right) [berlina]'],
    'Ammortizzatori Lancia Ypsilon 1.2': ['Lancia Ypsilon 1.2'],
    'Kit frizione Alfa Romeo Giulietta 940 2.0 JTDM': ['Alfa Romeo Giulietta 940 2.0 JTDm'],
    'Specchietto sinistro Fiat Grande Punto dal 2005 al 2012': ['Fiat Punto III 2005-2012 (left)'],
    'Molle Citroen C1 Peugeot 107 Toyota Aygo': ['Citroën C1', 'Peugeot 107', 'Toyota Aygo'],
    'Discos de freno delanteros Seat Ibiza IV 6J 1.6 TDI': ['SEAT Ibiza IV 1.6 TDI (front)'],
    'Amortiguadores traseros Renault Megane III Coupe': ['Renault Mégane III (rear) [Coupe]'],
    'Retrovisor derecho Peugeot 207 desde 2006 hasta 2012': ['Peugeot 207 2006-2012 (right)'],
    'Bomba de agua Opel Astra J 1.7 CDTI': ['Opel Astra J 1.7 CDTI'],
    'Faro delantero izquierdo VW Golf VI': ['Volkswagen Golf VI (front left)'],
    'Alternador Nissan Primastar 1.9 dCi': ['Nissan Primastar 1.9 dCi'],
    'Elevalunas Citroen Xsara Picasso delantero izquierdo': ['Citroën Xsara Picasso (front left)'],
    'Wycieraczki przednie Volvo V70 III XC70': ['Volvo V70 III (front)', 'Volvo XC70 (front)'],
    'Lusterko VW T7': [],
    'Filtr Audi 80 B4 1.9 TDI': ['Audi 80 B4 1.9 TDI'],
    'Bremssattel BMW X3 E83 F25': ['BMW X3 E83', 'BMW X3 F25'],
    'Ford Galaxy S-Max Mondeo IV Radlager': ['Ford Galaxy', 'Ford S-Max', 'Ford Mondeo IV'],
    'Schalter Golf/Passat/Touran': ['Volkswagen Golf', 'Volkswagen Passat', 'Volkswagen Touran'],
    'Biellette de barre stabilisatrice AR Audi Q7 4M': ['Audi Q7 4M (rear)'],
    'Klocki hamulcowe przód BMW Seria 7 E65 E66': ['BMW 7 Series E65 (front)'],
    'Bremsscheiben Honda Civic FK8': ['Honda Civic Type R FK8'],
    'Filtro abitacolo Alfa Romeo MiTo, Giulia': ['Alfa Romeo MiTo', 'Alfa Romeo Giulia'],
    'Bomba de agua Toyota Yaris II / Hyundai Santa Fe III': ['Toyota Yaris II', 'Hyundai Santa Fe III'],
    'Zahnriemensatz VW Scirocco III, Audi A1 8X, Ford Fiesta MK8': [
      'Volkswagen Scirocco III',
      'Audi A1 8X',
      'Ford Fiesta VII',
    ],
    'Antriebswelle VW Golf IV Bora A3 8L': ['Volkswagen Golf IV', '? Bora A3, 8L'],
    'Land Rover Discovery 3 Range Rover Sport air spring': ['Land Rover Discovery III', 'Land Rover Range Rover Sport'],
    'Freelander 2 brake discs rear 2006-2014': ['Land Rover Freelander II 2006-2014 (rear)'],
    'Range Rover Sport L320 TDV6 turbo': ['Land Rover Range Rover Sport L320 TDV6'],
    'Nissan Micra K13 wing mirror passenger side': ['Nissan Micra K13'],
    'Vauxhall/Opel Vectra C rear springs 2002-2008': [
      'Opel Vectra C 2002-2008 (rear)',
      'Vauxhall Vectra C 2002-2008 (rear)',
    ],
    'Vauxhall Corsa D 1.2 coil pack 2006-2014': ['Vauxhall Corsa D 2006-2014 1.2'],
    'Astra H Zafira B rear shock absorbers pair': ['Opel Astra H (rear)', 'Opel Zafira B (rear)'],
    'Seat Leon MK2 seat cover': ['SEAT Leon II'],
    'BMW M8 Schraube': [],
    'Filtre habitacle Hyundai Tucson/ix35': [],
    'Filtro aria Fiat Punto/Grande Punto 1.3 Multijet': [],
    'Klocki BMW M3 E92': ['BMW M3 [E92]'],
    'Filtr Sprinter Vito 2.2 CDI': ['Mercedes-Benz Sprinter 2.2 CDI', 'Mercedes-Benz Vito 2.2 CDI'],
  },
  'no vehicle': Object.fromEntries(
    [
      'SEAT belt buckle black left',
      'Seat covers universal set of 9',
      'WHITE touch up paint 50 ml',
      'RAM air intake hose 76 mm',
      'MINI fuse box 12V',
      'Smart key battery CR2032',
      'Polo shirt workwear size XL',
      'Golf bag organizer',
      'Focus LED work light 2000 lm',
      'Transit packing box',
      'Jumper cables 3 m 400 A',
      'Fox tail antenna',
      'Pickup coil ignition 1998',
      'Master cylinder rebuild kit 19 mm',
      'Boxer engine gasket set',
      'Expert sealant 310 ml',
      'Partner tool case',
      'Escort trailer plug 13 pin',
      'Accord horn 12V',
      'Probe lambda 4-wire',
      'Punto de soldadura electrodo',
      'Panda sticker',
      'Torx bit set 2010',
      'Motoröl 5W-30 C3 5 Liter',
      'Getriebeöl 75W-90',
      'Reifen 195/65 R15 91H',
      'Felge 7Jx16 ET45 5x112',
      'Kabel 2003-2008',
      'Simmerring 35x52x7',
      'Sicherung 30A 10 Stück',
      'Glühlampe P21W 12V',
      'Bosch S4 005 60Ah battery',
      'OE 1K0 615 301 AA brake disc',
      'Part 95-06-113',
      'Screw M6x20 A2',
      'Batterie 12V 2010',
      'Łożysko 6203 2RS',
      'Filtr powietrza C 30 195',
      'Klucz 13 mm',
      'Olio 10W40',
      'Aceite 5W40 5L',
      'Aspirateur 1999 W',
      'C4 connector 4 pin',
      'A4 Papier 80 g',
      'Ford',
      'Opel Vauxhall',
      'BMW Mercedes Audi',
      '206 207 208',
      'E46 E90',
      '2007-2013',
      'V8',
      '500 screws',
      'Universal 1500 W inverter',
      'Nissan 2010 wiper',
      'Honda generator oil 4-stroke',
      'Suzuki outboard impeller',
      'Volvo Penta water pump',
      'Toyota forklift fork',
      'Mercedes star keyring',
      'BMW cap original',
      'Ford blue spray',
      'VW T-shirt',
    ].map((text) => [text, []]),
  ),
}

const names = readSeedNames()
for (const [name, group] of Object.entries(texts)) {
  test(`titles are read with the vehicles of a new shop: ${name}`, () => {
    const read = Object.fromEntries(
      Object.keys(group).map((text) => {
        const { readings, leftover } = readFits(text, names)
        const isOpen = readings.length > 0 && leftover.length > 0
        return [text, [...readings.map(briefFit), ...(isOpen ? [`? ${leftover.join(', ')}`] : [])]]
      }),
    )
    assert.deepEqual(read, group)
  })
}

/** Reads texts as they are shown above. */
const readAll = (cases: Record<string, string[]>) => readInBrief(Object.keys(cases), names)

test('an answer for a bare name holds only where nothing more exact stands behind it, and nothing that is not understood', () => {
  const of = (make: string, family: string, ...generations: string[]) => ({
    fits: generations.map((generation) => ({ make, family, generation })),
    origin: 'answer',
  })
  const sprinters = of('Mercedes-Benz', 'Sprinter', 'W901', 'W906', 'W907')
  const answers = new Map([
    ['SPRINTER', sprinters],
    ['PUNTO', of('Fiat', 'Punto', 'I', 'II', 'III')],
    ['DUCATO94', of('Fiat', 'Ducato', 'II')],
    ['FAHRGESTELL', { fits: [], origin: 'answer' }],
    ['XYZ', { fits: [], origin: 'answer' }],
  ])
  const read = (text: string) => {
    const { readings, isComplete } = readFits(text, names, answers)
    return [...readings.map(briefFit), isComplete]
  }
  for (const code of ['(907)', 'W907', '907', '(910, 907)', '3-t Pritsche/Fahrgestell (910, 907)']) {
    const readings = readFits(`Bremsscheibe Mercedes Sprinter ${code}`, names, answers).readings
    assert.deepEqual(new Set(readings.map(({ generation }) => generation)), new Set(['W907']), code)
  }
  assert.deepEqual(read('Mercedes Sprinter (906) 2006-'), ['Mercedes-Benz Sprinter W906 2006-', true])
  assert.deepEqual(read('Mercedes Sprinter (906/907)'), [
    'Mercedes-Benz Sprinter W906',
    'Mercedes-Benz Sprinter W907',
    true,
  ])
  for (const text of ['Fiat Punto (188)', 'Punto 188 Fiat', 'Fiat Punto II'])
    assert.deepEqual(read(text), ['Fiat Punto II', true])
  assert.deepEqual(read('FIAT PUNTO Van (188AX)'), ['Fiat Punto II [Van]', true])
  assert.deepEqual(read('Fiat Ducato 94-02'), ['Fiat Ducato II 1994-2002', true])
  assert.deepEqual(read('Fiat Ducato 94-'), ['Fiat Ducato II 1994-', true])
  assert.equal(readFits('Vase Fiat Ducato 94-7745476', names, answers).isComplete, false)
  assert.deepEqual(read('Dodge Sprinter 2005'), ['Dodge Sprinter 2005-2005', true])
  assert.deepEqual(read('SEAT TOLEDO LEON 1M'), ['SEAT Toledo II', 'SEAT Leon I', true])
  const kangoo = readFits(
    'Despiece de renault kangoo (f/kc0) 1.9 diesel (1999)',
    names,
    new Map([['KANGOOF', { fits: [], origin: 'answer' }]]),
  )
  assert.deepEqual(
    [...kangoo.readings.map(briefFit), kangoo.isComplete],
    ['Renault Kangoo I 1999-1999 1.9 Diesel', true],
  )
  // Also where the code was said to be no vehicle, since it is one of another text.
  for (const code of ['(XYZ)', '(99Z)', '(F8)', 'J12'])
    assert.deepEqual(read(`Filter Fiat Punto ${code}`), [false], code)
  assert.equal(readFits('Filter Fiat Punto', names, answers).readings.length, 3)
  assert.deepEqual(readFits('Filter Fiat Punto (XYZ)', names, answers).leftover, ['Fiat Punto (XYZ)'])
})

test('Roman numerals are never joined to another one, and a number in brackets behind a family is no other family', () => {
  const read = (text: string) => readFits(text, names).readings.map(briefFit)
  assert.deepEqual(read('Golf I II Octavia'), ['Volkswagen Golf I', 'Volkswagen Golf II', 'Škoda Octavia'])
  assert.deepEqual(read('Renault Clio I II'), ['Renault Clio I', 'Renault Clio II'])
  assert.deepEqual(read('Golf I i II'), ['Volkswagen Golf I', 'Volkswagen Golf II'])
  assert.deepEqual(read('Golf V i VI'), ['Volkswagen Golf V', 'Volkswagen Golf VI'])
  for (const text of ['Golf V I', 'VW Golf VI I']) assert.deepEqual(readFits(text, names).leftover, [text])
  assert.deepEqual(read('Golf II III'), ['Volkswagen Golf II', 'Volkswagen Golf III'])
  for (const text of ['Mazda 323 (3) BF', 'Mazda 626 (3)', 'Mazda 6 (2) GH', 'Audi 80 (100)']) {
    const { readings, isComplete } = readFits(text, names)
    const [, make, family] = /^(\S+) (\S+)/.exec(text) ?? []
    assert.ok(!isComplete && readings.every((fit) => fit.make === make && fit.family === family), text)
  }
  assert.deepEqual(read('VW Golf (5)'), ['Volkswagen Golf V'])
})

test('a body or equipment belongs to the vehicle in front of it alone', () => {
  const cases: Record<string, string[]> = {
    'VW Golf 5, Audi A4 B8 Avant': ['Volkswagen Golf V', 'Audi A4 B8 [Avant]'],
    'VW Golf, Passat Variant': ['Volkswagen Golf', 'Volkswagen Passat [Variant]'],
    'Toyota Camry, Honda Accord Coupe 2018-2020': ['Toyota Camry 2018-2020', 'Honda Accord X 2018-2020 [Coupe]'],
    'Volkswagen: Up, Up Van, Golf': ['Volkswagen up!', 'Volkswagen up! [Van]', 'Volkswagen Golf'],
    'Chevrolet Suburban Silverado for GMC Yukon XL / Denali': [
      'Chevrolet Suburban',
      'Chevrolet Silverado',
      'GMC Yukon XL [Denali]',
    ],
    // Generations of one vehicle share it.
    'VW Golf V VI Variant': ['Volkswagen Golf V [Variant]', 'Volkswagen Golf VI [Variant]'],
    'BMW E36 E46 Coupe': ['BMW 3 Series E36 [Coupe]', 'BMW 3 Series E46 [Coupe]'],
    'Golf 2010-2012 Golf VI Variant': ['Volkswagen Golf 2010-2012 [Variant]', 'Volkswagen Golf VI 2010-2012 [Variant]'],
    'BMW E46 Limousine, Coupe': ['BMW 3 Series E46 [Limousine, Coupe]'],
  }
  const read = Object.fromEntries(
    Object.keys(cases).map((text) => [text, readFits(text, names).readings.map(briefFit)]),
  )
  assert.deepEqual(read, cases)
  // Behind a comma of a list it may be a model of its own.
  const mini = readFits('Mini: Clubman, Cabrio, Countryman, Coupe, Roadster', names)
  assert.deepEqual(mini.readings.map(briefFit), ['MINI Clubman', 'MINI Countryman'])
  assert.deepEqual(mini.leftover, ['Cabrio', 'Coupe', 'Roadster'])
})

test('fuels are part of an engine, or restrict the vehicle beside them where nothing else says its engine', () => {
  const cases: Record<string, string[]> = {
    'Golf III 1.8 BENZYNA': ['Volkswagen Golf III 1.8 Petrol'],
    'Golf VI 1.4 TSI Benzin': ['Volkswagen Golf VI 1.4 TSI'],
    'Fiat Panda II 1.2 CNG': ['Fiat Panda II 1.2 CNG'],
    'Filtro Fiat Punto II 1.2 GPL': ['Fiat Punto II 1.2 LPG'],
    'Opel Astra G LPG': ['Opel Astra G [LPG]'],
    'Filter VW Golf V Diesel': ['Volkswagen Golf V [Diesel]'],
    'Pompa paliwa benzyna Golf 3': ['Volkswagen Golf III [benzyna]'],
    'Filter Citroën C5 HDI Diesel': ['Citroën C5 HDi'],
    'Giulietta 2010- 1.4 TB': ['Alfa Romeo Giulietta 940 2010- 1.4 TB'],
    // Not beside the vehicle, it is a word for the part.
    'Diesel Kraftstofffilter VW Golf IV': ['Volkswagen Golf IV [Diesel]'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('vans are read with their body, weight and code, as lists of parts write them', () => {
  const cases: Record<string, string[]> = {
    'Mercedes Sprinter Kasten (906)': ['Mercedes-Benz Sprinter W906 [Kasten]'],
    'MERCEDES-BENZ SPRINTER 3,5-t Kasten (B906)': ['Mercedes-Benz Sprinter W906 [3,5-t Kasten]'],
    'SPRINTER 3,5-t Pritsche/Fahrgestell (906) 313 CDI': [
      'Mercedes-Benz Sprinter W906 313 CDI [3,5-t Pritsche/Fahrgestell]',
    ],
    'Fiat Ducato Kasten (250_, 290_) 2.3 JTD': ['Fiat Ducato III 2.3 JTD [Kasten]'],
    'Fiat Ducato (280, 290)': ['Fiat Ducato I'],
    'Fiat Ducato 290': ['? Fiat Ducato 290'],
    'Toyota Yaris (_P9_) 1.4 D-4D': ['Toyota Yaris II 1.4 D-4D'],
    'Luftfilter Kasten VW Golf V': ['Volkswagen Golf V'],
    'Luftfilter Kasten Golf V': ['Volkswagen Golf V'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('weights, doors and lengths of beds restrict a vehicle wherever its generation stands, and a bed has no litres', () => {
  const cases: Record<string, string[]> = {
    'Filter Mercedes Sprinter 3,5t (W906)': ['Mercedes-Benz Sprinter W906 [3,5t]'],
    'Filter Mercedes Sprinter 3,5t W906': ['Mercedes-Benz Sprinter W906 [3,5t]'],
    'Filter Mercedes Sprinter Kasten links W906': ['Mercedes-Benz Sprinter W906 (left) [Kasten]'],
    'Motor Audi A3 8P Drivers Side 3 Door Hatch': ['Audi A3 8P [3 Door, Hatch]'],
    '2 door handles Golf V': ['Volkswagen Golf V'],
    "2022-2025 Toyota Tundra 5.5' Bed Cover": ["Toyota Tundra 2022-2025 [5.5' Bed]"],
    'Toyota Tundra 2014-2021 6.5ft Tonneau Cover': ['Toyota Tundra 2014-2021 [6.5ft]'],
    'Toyota Tundra 2014-2021 6\' 6" bed mat': ['Toyota Tundra 2014-2021 [6\' 6" bed]'],
    'Ford F-150 2015-2020 67.1" bed mat': ['Ford F-150 2015-2020 [67.1" bed]'],
    'Ford F-150 2015-2020 6.5 ft lamp': ['Ford F-150 2015-2020', '? 6, 5, ft'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('a vehicle that another make went on building is that one in later years', () => {
  const cases: Record<string, string[]> = {
    'Radio Dodge Ram 1500 2500 3500 2013-2018': ['Ram 1500 2013-2018', 'Ram 2500 2013-2018', 'Ram 3500 2013-2018'],
    'Radio Dodge Ram 1500 2015': ['Ram 1500 2015-2015'],
    'Radio Dodge Ram 1500 2009-2018': ['Dodge Ram 1500 2009-2012', 'Ram 1500 2013-2018'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('words for parts and sides in Czech and Dutch, and words of radios and grilles, name no vehicle', () => {
  const cases: Record<string, string[]> = {
    'Přední nárazník Škoda Octavia II': ['Škoda Octavia II (front)'],
    'Zadní světlo pravé Audi A4 B8': ['Audi A4 B8 (rear right)'],
    'Převodovka VW Golf VII': ['Volkswagen Golf VII'],
    'Koplamp links voor BMW E46': ['BMW 3 Series E46 (left)'],
    'Android CarPlay Radio Opel Corsa D': ['Opel Corsa D'],
    '2005-2011 Toyota Tacoma Honeycomb Mesh Grille': ['Toyota Tacoma 2005-2011'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('a name that means another car in Europe is neither of both where the years fit both', () => {
  const models = readVehicleSeed().vehicles.flatMap(({ make, family, generation, from, to }) =>
    make === 'Ford' && family === 'Fusion' ? [{ make, family, generation, from, to }] : [],
  )
  assert.deepEqual(
    models.toSorted((a, b) => (a.from ?? 0) - (b.from ?? 0)).map(({ generation, from, to }) => [generation, from, to]),
    [
      ['JU', 2002, 2012],
      ['North America', 2006, 2020],
    ],
  )
  const cases: Record<string, string[]> = {
    'Filter Ford Fusion 2003-2005': ['Ford Fusion JU 2003-2005'],
    'Filter Ford Fusion 2013-2016': ['Ford Fusion North America 2013-2016'],
    'Filter Ford Fusion 2008-2010': ['Ford Fusion 2008-2010'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('litres that are joined to a version are an engine; large ones joined to a family may be its generation', () => {
  const cases: Record<string, string[]> = {
    'Filter Fiat Punto evo1.3': ['Fiat Punto III 1.3 [evo]'],
    'Filter Golf IV variant1.9 TDI': ['Volkswagen Golf IV 1.9 TDI [variant]'],
    'Filter Golf5.3': ['? Golf5, 3'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('parts of a title between dashes have years and engines of their own, and a short name behind years has its generation', () => {
  const cases: Record<string, string[]> = {
    'Camry 2018 2.5L - 2020 Honda Civic': ['Toyota Camry 2018-2018 2.5L', 'Honda Civic X 2020-2020'],
    'Pads - 2010-2012 Toyota Camry - 2014 Honda Civic - front': [
      'Toyota Camry 2010-2012 (front)',
      'Honda Civic IX 2014-2014 (front)',
    ],
    'Toyota Camry 2018-2020 - Honda Civic': ['Toyota Camry 2018-2020', '? Honda Civic'],
    'Toyota Camry - Honda Accord 2018-2020': ['Toyota Camry 2018-2020', 'Honda Accord X 2018-2020'],
    'Audi A4 B6 2001-2004, A6 C5 1997-2004': ['Audi A4 B6 2001-2004', 'Audi A6 C5 1997-2004'],
    'Audi A3 8P 03-12 TT 8J 06-14': ['Audi A3 8P 2003-2012', 'Audi TT 8J 2006-2014'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('a list of makes in front of a vehicle names no model, nor does a number of a part', () => {
  const cases: Record<string, string[]> = {
    'VW SEAT AUDI SKODA POLO 5': ['Volkswagen Polo V'],
    'Filtr VW, SEAT, AUDI, SKODA POLO 5': ['Volkswagen Polo V', '? SEAT, AUDI, SKODA'],
    'Filter Seat Audi Polo 5': ['Volkswagen Polo V', '? Seat, Audi'],
    'Filter Audi Seat Skoda VW Golf V Octavia II Leon II A3 8P': [
      'Volkswagen Golf V',
      'Škoda Octavia II',
      'SEAT Leon II',
      'Audi A3 8P',
    ],
    'ARMADURA 61-253': [],
    'Audi 80-100': ['Audi 80', 'Audi 100'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('models of BMW and Mercedes are read in two words, series by their digit before a code, and codes of families without generation', () => {
  const cases: Record<string, string[]> = {
    'Filter BMW 3 Touring (E46) 320 d': ['BMW 3 Series E46 320d [Touring]'],
    'Filter BMW 1 (F20) 118 d 2012-': ['BMW 1 Series F20 2012- 118d'],
    'Filter BMW 320 d E90': ['BMW 3 Series E90 320d'],
    'Filter BMW 3 Stück E46': ['BMW 3 Series E46'],
    'Filter BMW E46 320 i 318': ['BMW 3 Series E46', '? 320, 318'],
    'Filter Mercedes C-Klasse T-Model (S203) C 220 CDI': ['Mercedes-Benz C-Class W203 220 CDI [T-Model, S203]'],
    'Filter Mercedes C 200 W203': ['Mercedes-Benz C-Class W203 [C 200]'],
    'Filter Mercedes W202 C 180 C 200': ['Mercedes-Benz C-Class W202 [C 180/C 200]'],
    'Filter Alfa Romeo 159 (939)': ['Alfa Romeo 159'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('generations of Jeeps, Navaras, the X6 and others are read by their codes, in the order of a list, too', () => {
  const cases: Record<string, string[]> = {
    'Jeep Cherokee XJ 1984-2001': ['Jeep Cherokee XJ 1984-2001'],
    'Jeep Grand Cherokee WK2': ['Jeep Grand Cherokee WK2'],
    'Jeep Wrangler Unlimited JK': ['Jeep Wrangler JK [Unlimited]'],
    'Jeep Liberty KJ': ['Jeep Liberty KJ'],
    'Jeep Renegade BU': ['Jeep Renegade I'],
    'Filtr Nissan Navara D40 2.5 dCi': ['Nissan Navara D40 2.5 dCi'],
    'Filtr NP300 Navara D23': ['Nissan Navara D23'],
    'BMW X5 X6 E70 E71': ['BMW X5 E70', 'BMW X6 E71'],
    'BMW X5 X6 E70': ['BMW X5', '? X6 E70'],
    'Filter Mercedes EQS Limousine (V297)': ['Mercedes-Benz EQS-Class Sedan [Limousine]'],
    'Nissan Qashqai II (J11) 1.5 dCi': ['Nissan Qashqai J11 1.5 dCi'],
    'Toyota RAV 4 III 2.2 D-4D': ['Toyota RAV4 XA30 2.2 D-4D'],
    'Toyota RAV4 III 2.2': ['Toyota RAV4 XA30 2.2'],
    'Filtre Suzuki Vitara et Swift': ['Suzuki Vitara', 'Suzuki Swift'],
    'Filtr Suzuki Vitara LY 1.6': ['Suzuki Vitara IV 1.6'],
    'Filter Mercedes CLS C218': ['Mercedes-Benz CLS-Class C218'],
    'Filtro Fiat Tipo (356) 1.3 Multijet': ['Fiat Tipo II 1.3 MultiJet'],
    'Filtro Fiat Tipo 2017': ['Fiat Tipo II 2017-2017'],
    // The word for type.
    'Filtro Fiat Punto tipo 188': ['Fiat Punto II'],
    'Filtro Fiat Punto tipo B': ['Fiat Punto', '? tipo, B'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('each vehicle of a list has its own engine, also with its layout in front; one behind the last years goes for all', () => {
  const cases: Record<string, string[]> = {
    'GMC Sierra 1500 2014-2018, Hummer H2 V8-6.0L 2004-2007': [
      'GMC Sierra 1500 2014-2018',
      'Hummer H2 2004-2007 6.0L V8',
    ],
    'Golf V 2003-2008, Passat B6 2005-2010 2.0 TDI': [
      'Volkswagen Golf V 2003-2008 2.0 TDI',
      'Volkswagen Passat B6 2005-2010 2.0 TDI',
    ],
    'Chevy Cruze L4 1.4L 1.8L 2011-2015': [
      'Chevrolet Cruze J300 2011-2015 1.4L L4',
      'Chevrolet Cruze J300 2011-2015 1.8L L4',
    ],
    'CHEVROLET HHR L4-2.2L/2.4L 2006-2008': ['Chevrolet HHR 2006-2008 2.2L L4', 'Chevrolet HHR 2006-2008 2.4L L4'],
    'DODGE DAKOTA V6-3.9L/V8-4.7L 2003': ['Dodge Dakota 2003-2003 3.9L V6', 'Dodge Dakota 2003-2003 4.7L V8'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('names with a sign, generations in front and models of other makes are read as they are meant', () => {
  const cases: Record<string, string[]> = {
    'Chrysler Town&Country 2001-2003': ['Chrysler Town and Country 2001-2003'],
    'CITROEN C4 Grand Picasso 1.6L 2008-2013': ['Citroën C4 Picasso 2008-2013 1.6L [Grand]'],
    'Air flap motor VW Mk5 Golf Tiguan 2.0 TDI': ['Volkswagen Golf V 2.0 TDI', 'Volkswagen Tiguan 2.0 TDI'],
    'EGR valve LEXUS IS220D IS250': ['Lexus IS [IS220D/IS250]'],
    // Neither an LT I nor an Opel.
    'Dodge Dart 2015': ['Dodge Dart 2015-2015'],
    'Filtro Fiat Fiorino 2010': ['Fiat Fiorino III 2010-2010'],
    'Art. 2010 Filter VW Golf V, Nr. 2009': ['Volkswagen Golf V'],
    'Gasket set Ford Transit LTI': ['Ford Transit', '? LTI'],
    'Tapa de cilindro para Chevrolet Corsa': ['? Chevrolet Corsa'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('a Renault 19 is no size of a rim, and Land Cruisers are read by their codes', () => {
  const cases: Record<string, string[]> = {
    'Renault r19 filtre': ['Renault 19'],
    'Renault 19 1.9 D filtre': ['Renault 19 1.9 D'],
    'Filtre Renault Clio R19 Megane': ['Renault Clio', 'Renault 19', 'Renault Mégane'],
    'Jante alu Renault Megane II R19': ['Renault Mégane II'],
    'Jante Renault Megane II 19 pouces': ['Renault Mégane II'],
    'Enjoliveur Renault R15': ['? Renault'],
    'Hummer H2 wheel hub 2005': ['Hummer H2 2005-2005'],
    'Alufelge VW Golf V R19': ['Volkswagen Golf V'],
    'Filtr Toyota Land Cruiser J120 3.0 D-4D': ['Toyota Land Cruiser J120 3.0 D-4D'],
    'Filter Toyota Land Cruiser 150': ['Toyota Land Cruiser J150'],
    'Filter Toyota Land Cruiser 2005': ['Toyota Land Cruiser 2005-2005'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('numbers behind a word for a part are those of parts, but none that may be a year, a load or a model', () => {
  const cases: Record<string, string[]> = {
    '2009 2010 2011 Pontiac Vibe Steel Wheel Rim 6581': ['Pontiac Vibe 2009-2011'],
    'Wheel Center Cap Chrome 9597 GMC Yukon 2007-2014': ['GMC Yukon 2007-2014'],
    'Lincoln Navigator 2005 2006 3644 wheel': ['Lincoln Navigator 2005-2006'],
    'Brake hose Ford Focus II left hand H477': ['Ford Focus II (left)'],
    'Thermostat Opel Corsa D 1338.5572': ['Opel Corsa D'],
    'Tail light Peugeot 307 bulb holder 3008': ['Peugeot 307', '? 3008'],
    'Ford Transit VIII 2015-2020 door 350': ['Ford Transit VIII 2015-2020', '? 350'],
    'Pompe Renault Clio III filtre 197': ['Renault Clio III', '? 197'],
    'Mercedes Sprinter W906 filter 318': ['Mercedes-Benz Sprinter W906', '? 318'],
    'Filter Mercedes W212 OM 651.924': ['Mercedes-Benz E-Class W212', '? OM, 651, 924'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('a fuel is that of the litres beside it, and a range of engines or a fuel behind a vehicle is a condition', () => {
  const cases: Record<string, string[]> = {
    'Bremsscheiben Skoda Fabia II 1.2 1.4 1.6 1.4 TDI': [
      'Škoda Fabia II 1.2',
      'Škoda Fabia II 1.4',
      'Škoda Fabia II 1.6',
      'Škoda Fabia II 1.4 TDI',
    ],
    'Opel Meriva A 1.4, 1.6, 1.7 CDTI': ['Opel Meriva A 1.4', 'Opel Meriva A 1.6', 'Opel Meriva A 1.7 CDTI'],
    'Opel Astra J 1,3/1,7 CDTI': ['Opel Astra J 1.3 CDTI', 'Opel Astra J 1.7 CDTI'],
    'Mercedes Sprinter W906 209/211/213 CDI': [
      'Mercedes-Benz Sprinter W906 209 CDI',
      'Mercedes-Benz Sprinter W906 211 CDI',
      'Mercedes-Benz Sprinter W906 213 CDI',
    ],
    'Ford Mondeo IV 1.8-2.2': ['Ford Mondeo IV [1.8-2.2]'],
    'Filtr VW Golf VI 1,2-1,6 TDI': ['Volkswagen Golf VI [1,2-1,6 TDI]'],
    'BMW E90 318d-330d turbo hose': ['BMW 3 Series E90 [318d-330d]'],
    'Spark plug 0.7-1.1 electrode, coil pack, lead set, VW Golf V': ['Volkswagen Golf V', '? 0, 7, 1, electrode'],
    'BMW E39 520i 520 525i water pump': ['BMW 5 Series E39 520i', 'BMW 5 Series E39 525i'],
    'Ford Focus II radiator petrol': ['Ford Focus II [petrol]'],
    'Ford Focus II radiator petrol tank cap': ['Ford Focus II [petrol]'],
    'Kraftstoffpumpe Opel Corsa D Halter Diesel': ['Opel Corsa D [Diesel]'],
    'Honda Accord 2003-2007 4-Cyl starter': ['Honda Accord 2003-2007 [4-Cyl]'],
    'Honda Accord 2003-2007 2.4L 4-Cyl starter': ['Honda Accord 2003-2007 2.4L'],
    'Radiator Honda Jazz II for manual cars': ['Honda Jazz II [for manual cars]'],
    'Dodge Nitro 2008 V6-3.7L / Dodge Nitro 2008-2009 V6-4.0L': [
      'Dodge Nitro 2008-2008 3.7L V6',
      'Dodge Nitro 2008-2009 4.0L V6',
    ],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('a word that nobody knows is the brand of a part in front of it where `for` leads on to a vehicle, and asked elsewhere', () => {
  const cases: Record<string, string[]> = {
    'Gliterro grille insert for Honda Accord 2013-2017': ['Honda Accord 2013-2017'],
    'Gliterro grille insert - 2013-2017 Honda Accord': ['Honda Accord 2013-2017'],
    'Acmex Y44 Evolution brake pads for 2018-2022 Toyota Camry': ['Toyota Camry 2018-2022'],
    'Gliterro grille insert Honda Accord 2013-2017': ['Honda Accord 2013-2017', '? Gliterro'],
    'Gliterro for Honda Accord 2013-2017': ['Honda Accord 2013-2017', '? Gliterro'],
    'Grille insert for Gliterro Honda Accord 2013-2017': ['Honda Accord 2013-2017', '? Gliterro'],
    'Nieznany klocki hamulcowe VW Golf V': ['Volkswagen Golf V', '? Nieznany'],
    'Sport front discs for VW Golf V': ['Volkswagen Golf V (front)', '? Sport'],
    'HPS 5.0 brake pads for 2016+ Kia Soul': ['Kia Soul 2016-'],
    '2015 Xyzzy bumper Ford Focus III': ['Ford Focus III 2015-2015', '? Xyzzy'],
    '2015 Xyzzy bumper for Ford Focus III': ['Ford Focus III 2015-2015', '? Xyzzy'],
    'VW Golf V Xyzzy brake pads': ['Volkswagen Golf V', '? Xyzzy'],
    'Bumper Xyzzy Ford Focus III': ['Ford Focus III', '? Xyzzy'],
    'Sport discs VW Golf V': ['Volkswagen Golf V', '? Sport'],
    'GTI front grille for VW Golf V': ['Volkswagen Golf V (front)', '? GTI'],
    'Clubsport front discs for VW Golf VII': ['Volkswagen Golf VII (front)', '? Clubsport'],
    'Righthand wiper for Honda Civic 2006-2011': ['Honda Civic 2006-2011', '? Righthand'],
    'Aerodeck lamp for Honda Civic 1996-2000': ['Honda Civic 1996-2000', '? Aerodeck'],
    'Wildtrak bumper for Ford Ranger 2012-2018': ['Ford Ranger 2012-2018', '? Wildtrak'],
    'LHD wiper arm for VW Golf V': ['Volkswagen Golf V [LHD]'],
    'BXE turbo gasket for VW Golf V': ['Volkswagen Golf V', '? BXE'],
    'N47 chain kit for BMW E90': ['BMW 3 Series E90 [N47]'],
    'Tourneo mirror glass for Ford Transit VII': ['Ford Transit VII', '? Tourneo'],
    'Pasat grille insert for VW Golf V': ['Volkswagen Golf V', '? Pasat'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('what stands behind a brand in front of a part is its line of products, but for what may restrict a vehicle', () => {
  const cases: Record<string, string[]> = {
    'Power Stop Z23 Evolution Sport rear brake pads 2018-2022 Toyota Camry': ['Toyota Camry 2018-2022 (rear)'],
    'Zimmermann Sport brake disc VW Golf V': ['Volkswagen Golf V'],
    'Dischi freno Zimmermann Sport per VW Golf V': ['Volkswagen Golf V'],
    'Rough Country lift kit 2007-2018 Jeep Wrangler JK': ['Jeep Wrangler JK 2007-2018'],
    'Bosch Raptor wiper Ford F-150 2017-2020': ['Ford F-150 2017-2020', '? Raptor'],
    'Bosch Sport VW Golf V': ['Volkswagen Golf V', '? Sport'],
    'Bosch GTI brake disc VW Golf V': ['Volkswagen Golf V', '? GTI'],
    'Bosch BXE glow plug VW Golf V': ['Volkswagen Golf V', '? BXE'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('classes of hitches, sizes with slashes and roll-up covers are parts, and classes of a make are none', () => {
  const cases: Record<string, string[]> = {
    '2005-2011 Ford Ranger class 3 trailer hitch': ['Ford Ranger 2005-2011'],
    '2005-2011 Dodge Dakota roll-up cover': ['Dodge Dakota 2005-2011'],
    '2023 Cadillac Escalade wheels 275/50/22': ['Cadillac Escalade 2023-2023'],
    'Exhaust pipe 2014-2018 Ram 1500 EcoDiesel': ['Ram 1500 2014-2018 EcoDiesel'],
    '2000 Ford Expedition axle 3.55 ratio ID S820DA': ['Ford Expedition 2000-2000 [3.55 ratio]'],
    'Wheels 22 inch VW Up': ['Volkswagen up!'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('codes of the chassis of a Honda restrict it wherever they stand behind it, and numbers behind a brand are those of parts', () => {
  const cases: Record<string, string[]> = {
    '06-11 Honda Civic sedan FD2 wing plastic FA2 Si': ['Honda Civic VIII 2006-2011 [sedan/FD2, FA2, Si]'],
    '2006-2011 Toyota Camry wing FD2': ['Toyota Camry 2006-2011', '? FD2'],
    'Camaro 1993-2002 headers long 1-3/4': ['Chevrolet Camaro 1993-2002'],
    'Toyota Camry 2002-2006 belt kit Aisin TKT-021': ['Toyota Camry 2002-2006'],
    'Toyota Camry 2002-2006 belt kit TKT-021': ['Toyota Camry 2002-2006', '? TKT, 021'],
    'Supercharged intake hose for 2005-2009 Chevrolet Cobalt': ['Chevrolet Cobalt 2005-2009', '? Supercharged'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('codes of the Audi A5 and of loads of the Sprinter are read, and the latter restrict its first generation', () => {
  const cases: Record<string, string[]> = {
    'Lamp Audi A5 8TA': ['Audi A5 8T'],
    'Lamp Audi A4 B8 A5 8F': ['Audi A4 B8', 'Audi A5 8T [8F]'],
    'Lamp Audi A5 8T B8 2007-2012': ['Audi A5 8T 2007-2012'],
    'Lamp Audi A4 A5 B8': ['Audi A4 B8', 'Audi A5 8T'],
    'Lamp Mercedes Sprinter 903': ['Mercedes-Benz Sprinter W901 [903]'],
    'Lamp Mercedes Sprinter T1N': ['Mercedes-Benz Sprinter W901'],
    'Lamp Mercedes Sprinter 906': ['Mercedes-Benz Sprinter W906'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('words and sides are known in Hungarian, Romanian and Swedish, and short ones take no endings', () => {
  const cases: Record<string, string[]> = {
    'Fényszóró bal első VW Golf V': ['Volkswagen Golf V (front left)'],
    'Hátsó lengéscsillapító készlet Fiat Panda II': ['Fiat Panda II (rear)'],
    'Fékbetét Mercedes E-osztály W211': ['Mercedes-Benz E-Class W211'],
    'Plăcuțe frână față dreapta pentru Škoda Octavia II': ['Škoda Octavia II (front right)'],
    'Bromsskiva fram VW Golf V': ['Volkswagen Golf V (front)'],
    'Rudel VW Golf V': ['Volkswagen Golf V', '? Rudel'],
    // What restricts a vehicle in these languages is asked or kept.
    'Plăcuțe frână VW Golf V fără senzor': ['Volkswagen Golf V [fără senzor]'],
    'Ulei cutie automată VW Golf V': ['Volkswagen Golf V [cutie automată]'],
    'Filtru motorină VW Golf V': ['Volkswagen Golf V [motorină]'],
    'Fékbetét VW Golf V nem GTI': ['Volkswagen Golf V', '? nem, GTI'],
    'Kuplung kézi VW Golf V': ['Volkswagen Golf V', '? kézi'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('names of American families without their make are read alone or beside years', () => {
  const cases: Record<string, string[]> = {
    'Fog lights 95-98 Explorer 97-98 Mountaineer': ['Ford Explorer 1995-1998', 'Mercury Mountaineer 1997-1998'],
    '2002-2006 RSX shift box': ['Acura RSX 2002-2006'],
    '2003-2008 Pilot bumper': ['Honda Pilot 2003-2008'],
    'Cayman alloy wheels 2012-2018 BMW 3 Series F30': ['BMW 3 Series F30 2012-2018', '? Cayman'],
    'Porsche Cayenne 2012-2016 lamp': ['Porsche Cayenne 92A 2012-2016'],
    'Pilot bearing 2003-2008 Toyota Camry': ['Toyota Camry 2003-2008'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('words for parts are known in Czech, Dutch, Portuguese and five other languages, and sides in the first three', () => {
  const cases: Record<string, string[]> = {
    'Vodní čerpadlo Škoda Octavia II': ['Škoda Octavia II'],
    'Škoda Fabia II zadní stěrač hadička': ['Škoda Fabia II (rear)'],
    'Mlhovky předních světlometů Škoda Superb II': ['Škoda Superb II (front)'],
    'Škoda Fabia II 5 dveří těsnění': ['Škoda Fabia II [5 dveří]'],
    'Koplamp linksvoor Opel Corsa D': ['Opel Corsa D (front left)'],
    'Opel Corsa D remklauw achterzijde gereviseerd': ['Opel Corsa D (rear)'],
    'Farolim esq tras Renault Clio III': ['Renault Clio III (rear left)'],
    'Seat Ibiza IV pisca dianteiro drt': ['SEAT Ibiza IV (front right)'],
    'Radiador Renault Clio II sem ar condicionado': ['Renault Clio II [sem ar condicionado]'],
    'Ford Focus II hooter bracket UK': ['Ford Focus II'],
    'Listwa chromowana do pojazdu Opel Corsa D': ['Opel Corsa D'],
    'Phare bi-xénon Renault Clio III sous garantie prix usine': ['Renault Clio III'],
    'Motorino di avviamento Fiat Punto II usato': ['Fiat Punto II'],
    'Opel Corsa D Kotflügel Puffer neuer': ['Opel Corsa D'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('codes of chassis in brackets restrict the vehicle, and the code of its own generation says nothing new', () => {
  const cases: Record<string, string[]> = {
    'Brake kit Kia Soul 2014-2019 [QX2/QX3]': ['Kia Soul 2014-2019 [QX2/QX3]'],
    'Kia Soul 2014-2019 brake kit (QX2, QX3)': ['Kia Soul 2014-2019 [QX2, QX3]'],
    'Honda Civic Type R 2018-2021 brake kit [FK8]': ['Honda Civic Type R FK8 2018-2021'],
    'Kia Soul 2014-2019 fog lamp (H11)': ['Kia Soul 2014-2019'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('British numbers of generations are those of Britain, and what they leave open is asked', () => {
  const cases: Record<string, string[]> = {
    'Ford Fiesta Mk6 2003-2007 bumper': ['Ford Fiesta V 2003-2007'],
    'Ford Fiesta MK 7 wiper': ['Ford Fiesta VI'],
    'Ford Fiesta Mk8 2018-2020 lamp': ['Ford Fiesta VII 2018-2020'],
    'Ford Fiesta MK6 MK7 strut': ['Ford Fiesta V', 'Ford Fiesta VI'],
    'Ford Fiesta Mk4 pump': ['Ford Fiesta IV'],
    'Ford Fiesta VI pump': ['Ford Fiesta VI'],
    // The fourth after its facelift, or the fifth.
    'Ford Fiesta Mk5 pump': ['? Ford Fiesta Mk5'],
    'Ford Galaxy Mk2 pump': ['? Ford Galaxy Mk2'],
    'Ford Galaxy II pump': ['Ford Galaxy II'],
    'Ford Escort Mk6 1996-1999 pump': ['Ford Escort VI 1996-1999'],
    'Vauxhall Astra MK4 MK5 wiper': ['Vauxhall Astra G', 'Vauxhall Astra H'],
    'Vauxhall Astra Mk6 wiper': ['Vauxhall Astra J'],
    'Vauxhall Corsa Mk3 wiper': ['Vauxhall Corsa D'],
    'Vauxhall Cavalier Mk3 1989-1994 exhaust': ['Vauxhall Cavalier III 1989-1994'],
    'Opel Astra Mk4 wiper': ['? Opel Astra Mk4'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('vehicles of Europe are known by their names there, and numbers of old Mercedes restrict their generation', () => {
  const cases: Record<string, string[]> = {
    'Mitsubishi Shogun Mk3 3.2 DI-D filter': ['Mitsubishi Pajero III 3.2 DI-D'],
    'Mitsubishi Pajero Shogun V60 filter': ['Mitsubishi Pajero III'],
    'Shogun Sport 2.5 TD filter': ['Mitsubishi Pajero Sport 2.5 TD'],
    'Pajero 2.8 DT 1996-1998 filter': ['Mitsubishi Pajero II 1996-1998 2.8 DT'],
    'Filtro Lancia Y 2001': ['Lancia Y 2001-2001'],
    'Filtros para Lancia y Fiat Punto II': ['Fiat Punto II', '? Lancia'],
    'Water pump LTI TXII LDV Convoy 2.4': ['LTI TXII 2.4', 'LDV Convoy 2.4'],
    'Ford Street Ka mirror': ['Ford StreetKa'],
    'Mazda 121 1997-2001 valve': ['Mazda 121 JASM 1997-2001'],
    'Hyundai Pony X2 lamp': ['Hyundai Pony X2'],
    'M. Benz Sprinter 906 filtro': ['Mercedes-Benz Sprinter W906'],
    'Mercedes W124 300 D filter': ['Mercedes-Benz E-Class W124 [300 D]'],
    'Mercedes 200 D W123 filter': ['Mercedes-Benz E-Class W123 [200 D]'],
    'Mercedes W126 280 SE pompa': ['Mercedes-Benz S-Class W126 [280 SE]'],
    'Mercedes 190 E filter': ['Mercedes-Benz 190'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('engines, makes and numbers between the words of a vehicle, and lists without signs, are read as sellers write them', () => {
  const cases: Record<string, string[]> = {
    'Ford Transit 2.4 RWD MK6 MK7 2001 to 2013 fan': [
      'Ford Transit VI 2001-2006 2.4 [RWD]',
      'Ford Transit VII 2001-2013 2.4 [RWD]',
    ],
    'Ford Focus 1.8 Mk2 filter': ['Ford Focus II 1.8'],
    'VW Golf 1.6 1.8 Mk4 filter': ['Volkswagen Golf IV 1.6', 'Volkswagen Golf IV 1.8'],
    'Land Rover Discovery 2 TD5 & V8 window switch to 03': [
      'Land Rover Discovery II -2003 Td5',
      'Land Rover Discovery II -2003 V8',
    ],
    'Land Rover Discovery 1 300TDI water pump': ['Land Rover Discovery I 300TDI'],
    'Land Rover Xyzzy water pump': ['? Land Rover Xyzzy'],
    'Renault Megane II RS 225 230 Sport (04-09) disc': ['Renault Mégane II 2004-2009 [RS 225 230, Sport]'],
    'Grille Chevrolet Tahoe Suburban Silverado 1500 2008 2009 2010': [
      'Chevrolet Tahoe 2008-2010',
      'Chevrolet Suburban 1500 2008-2010',
      'Chevrolet Silverado 1500 2008-2010',
    ],
    'Mirror Chevrolet GMC Astro Safari 1995-2004': ['Chevrolet Astro Van 1995-2004', 'GMC Safari 1995-2004'],
    'Silverado Sierra Yukon Suburban 07-13 handle': [
      'Chevrolet Silverado 2007-2013',
      'GMC Sierra 2007-2013',
      'GMC Yukon 2007-2013',
      'Chevrolet Suburban 2007-2013',
    ],
    'Filtre Ducato Boxer 2008-2013': ['Fiat Ducato III 2008-2013', 'Peugeot Boxer II 2008-2013'],
    'Filtre Fiat Punto II Boxer': ['Fiat Punto II', '? Boxer'],
    'Sensor Jeep Compass II MP 1.6 CRD': ['Jeep Compass MP 1.6 CRD'],
    'Remblokken BMW 1 serie F20': ['BMW 1 Series F20'],
    'Remblokken BMW 3 serie E91 2006': ['BMW 3 Series E90 2006-2006 [E91]'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('open years in front of a sign or behind a word are read, and equipment behind the only family restricts it', () => {
  const cases: Record<string, string[]> = {
    'Citroën Xantia 94-*farol*': ['Citroën Xantia 1994-'],
    'Ford Focus 05 en adelante faro': ['Ford Focus 2005-'],
    'Peugeot 307 2001>ON hose': ['Peugeot 307 2001-'],
    'VW Beetle kabriolet (5C7, 5C8) 1.6 TDI 2012-2016': ['Volkswagen Beetle 5C 2012-2016 1.6 TDI [kabriolet, 5C7/5C8]'],
    'VW Golf V brake discs Highline': ['Volkswagen Golf V [Highline]'],
    'VW Golf V brake discs GTI': ['Volkswagen Golf V', '? GTI'],
    'VW Golf V, Audi A4 B8 brake discs Highline': ['Volkswagen Golf V', 'Audi A4 B8', '? Highline'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('codes and powers behind an engine are conditions, and numbers of parts in all their forms are none', () => {
  const cases: Record<string, string[]> = {
    'Turbo VW Golf V 2.0 TDI BKD': ['Volkswagen Golf V 2.0 TDI [BKD]'],
    'Turbo VW Golf V 2.0 TDI (BKD)': ['Volkswagen Golf V 2.0 TDI [BKD]'],
    'Volant moteur Peugeot 307 2.0 HDI 90 Luk': ['Peugeot 307 2.0 HDi [HDI 90]'],
    'Pompe Renault Megane III 1.5 dCi K9K': ['Renault Mégane III 1.5 dCi [K9K]'],
    'Filtre Peugeot 206 1.4 HDi 207': ['Peugeot 206 1.4 HDi', '? 207'],
    'Turbo VW Golf V 1.9 TDI NEU': ['Volkswagen Golf V 1.9 TDI'],
    'Turbo BMW E60 E90 520d 320d': ['BMW 5 Series E60 520d', 'BMW 3 Series E90 320d'],
    'Sensor 917-034 Nissan Altima 2002-2006': ['Nissan Altima 2002-2006'],
    'Filter 15208-65F0E Nissan Rogue 2014-2018': ['Nissan Rogue 2014-2018'],
    'Filtre Peugeot 307-308': ['Peugeot 307', 'Peugeot 308'],
    'Spark plugs Honda Jazz II 1.3 i-DSI NGK x4': ['Honda Jazz II 1.3 i-DSI'],
    'Diverter valve Audi TT 8N 1.8T': ['Audi TT 8N 1.8 T'],
    'Filtro Fiat Punto III 1.3 MJT': ['Fiat Punto III 1.3 MultiJet'],
    'Motorcraft SP-546 spark plug 2011-2014 Ford F-150': ['Ford F-150 2011-2014'],
    'Plug XQ-546 Zorblax Ford F-150 2011-2014': ['Ford F-150 2011-2014', '? Zorblax'],
    'Ford F-150 2011-2014 XQ-546 plug': ['Ford F-150 2011-2014', '? XQ, 546'],
    'Camaro 2010-2015 spoiler ZL1 style': ['Chevrolet Camaro 2010-2015'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('numbers in groups and behind their makers are those of parts, unless they may be models, years or codes', () => {
  const cases: Record<string, string[]> = {
    'Disc VW Golf V 1K0 615 301 AA': ['Volkswagen Golf V'],
    'Arm Mercedes W204 A 204 330 43 11': ['Mercedes-Benz C-Class W204'],
    'Unit BMW E90 7 801 710': ['BMW 3 Series E90'],
    'Clocks BMW E39 62 11 6 914 908': ['BMW 5 Series E39'],
    'Pads Bosch 0 986 494 005 Skoda Fabia II': ['Škoda Fabia II'],
    'Filter Bosch F 026 407 095 Skoda Fabia II': ['Škoda Fabia II'],
    'Unit Renault Clio III 8200 123 456': ['Renault Clio III'],
    'Pump Opel Zafira B 13 157 575': ['Opel Zafira B'],
    'Bearing 713 6104 80 Golf IV': ['Volkswagen Golf IV'],
    'Belt 5PK 1750 Ford Focus II': ['Ford Focus II'],
    'Filter Mann C 35 154 Golf V': ['Volkswagen Golf V'],
    'Filter Mann HU 719/7 x Golf V': ['Volkswagen Golf V'],
    'Pads Ferodo FDB 1641 Audi A4 B7': ['Audi A4 B7'],
    'Plugs NGK LFR5A-11 Ford Fiesta VI': ['Ford Fiesta VI'],
    'Damper Kayaba 333 714 Opel Astra G': ['Opel Astra G'],
    'Damper Bosch 206 207 Audi A4 B6': ['Audi A4 B6', '? 206, 207'],
    'Pads ATE C 180 Opel Astra H': ['Opel Astra H', '? 180'],
    'Clutch Luk ST 170 Ford Focus II': ['Ford Focus II', '? ST, 170'],
    'Pump Febi 98 05 Golf IV': ['Volkswagen Golf IV', '? 98, 05'],
    'Pump Valeo 307 308 Peugeot 207': ['Peugeot 207', '? 307, 308'],
    'Pump Zorblax 333 714 Opel Astra G': ['Opel Astra G', '? Zorblax, 333, 714'],
    'Lamp Golf V 1K0 941 006 TT': ['Volkswagen Golf V', '? TT'],
    'Arm Peugeot 106 206 306 406': ['Peugeot 106', 'Peugeot 206', 'Peugeot 306', 'Peugeot 406'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('names and codes of paints, makers at the end, months and thousands of kilometers ask nothing, but what may be a vehicle does', () => {
  const cases: Record<string, string[]> = {
    'Wing Golf VI LC9X': ['Volkswagen Golf VI'],
    'Aile Peugeot 207 gris shark KTHC': ['Peugeot 207'],
    'Bumper in Zorbel Black Ford Focus II': ['Ford Focus II'],
    'Bonnet Ford Focus II Farbe Z157': ['Ford Focus II'],
    'Bonnet Ford Focus II Zorbel schwarz': ['Ford Focus II', '? Zorbel'],
    'Bonnet rot Titan Ford Focus II': ['Ford Focus II', '? Titan'],
    'Engine VW Golf VI weiß CAXA': ['Volkswagen Golf VI', '? CAXA'],
    'Lamp Golf V 1K0941005 - Linksverkehr': ['Volkswagen Golf V [Linksverkehr]'],
    'Fari anteriori Golf V AKS': ['Volkswagen Golf V (front)', '? AKS'],
    'Bonnet Ford Focus II Z157': ['Ford Focus II', '? Z157'],
    'Lamp Renault Clio III 8200439447 -Zorbel': ['Renault Clio III'],
    'Lamp Dacia Duster II 8200439447 -Renault Mais': ['Dacia Duster II'],
    'Lamp Renault Clio III -Zorbel': ['Renault Clio III', '? Zorbel'],
    'Lamp Renault Clio III 8200439447 -Captur': ['Renault Clio III', 'Renault Captur'],
    'Turbo Golf V 1.9 TDI 145.000 km 24 Monate': ['Volkswagen Golf V 1.9 TDI'],
    'Glace Citroen C4 I 5 broches': ['Citroën C4 I'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('sides are known as German, Turkish and northern sellers write them, and gearboxes restrict a vehicle by their names', () => {
  const cases: Record<string, string[]> = {
    'Fensterheber VR Golf V': ['Volkswagen Golf V (front right)'],
    'Schloss HL Opel Corsa D': ['Opel Corsa D (rear left)'],
    'Leuchte li. hinten Golf V': ['Volkswagen Golf V (rear left)'],
    'Federn H&R Golf V': ['Volkswagen Golf V'],
    'Filter Golf III VR6': ['Volkswagen Golf III VR6'],
    'Kofanger foran hoyre Golf V': ['Volkswagen Golf V (front right)'],
    'Kadjar Sağ Arka Fren Borusu': ['Renault Kadjar (rear right)'],
    'Megane II Sol Ön Aks 5 Vites': ['Renault Mégane II (front left) [5 Vites]'],
    'Megane II Aks Körüğü Mekanik 5 Vites': ['Renault Mégane II [Mekanik 5 Vites]'],
    'Golf IV 1.6 AKS pump': ['Volkswagen Golf IV 1.6', '? AKS'],
    'Conta Laguna I 1.6 16V K4M-2.0 16V F4R': ['Renault Laguna I 1.6 16V [K4M]', '? 2, 0, F4R'],
    'Lenkrad Golf VI DSG': ['Volkswagen Golf VI [DSG]'],
    'Ford Focus II Turnier Schweller': ['Ford Focus II [Turnier]'],
    'Superb II 2.0 TDI CR turbo': ['Škoda Superb II 2.0 TDI [CR]'],
    'Laguna III Latitude conta': ['Renault Laguna III', '? Latitude'],
    'Jeep Compass 2017-2021 Latitude lamp': ['Jeep Compass 2017-2021 [Latitude]'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('codes of chassis and engines behind American and Japanese models say their generation, or restrict it if the years are said', () => {
  const cases: Record<string, string[]> = {
    'Honda Civic EK headlight': ['Honda Civic VI'],
    'Honda Civic EK9 steering wheel': ['Honda Civic VI [EK9]'],
    '1994-2001 Acura Integra DC2 lip': ['Acura Integra III 1994-2001 [DC2]'],
    'Acura Integra DB8 DC4 fuse box lid': ['Acura Integra III [DB8/DC4]'],
    '02-06 Acura RSX Type-S DC5 K20A2 manifold': ['Acura RSX 2002-2006 [Type-S DC5/K20A2]'],
    'Toyota Corolla AE111 1995-1999 filter': ['Toyota Corolla 1995-1999 [AE111]'],
    'Acura RSX DC5 manifold': ['? Acura RSX DC5'],
    '2003-2008 Nissan 350Z Z33 VQ35DE pump': ['Nissan 350Z 2003-2008 [Z33/VQ35DE]'],
    '96-98 Nissan 240SX S14 Zenki headlights': ['Nissan 240SX S14 1996-1998 [Zenki]'],
    'Toyota Celica GT-S 2000-2005 2ZZ clutch': ['Toyota Celica T230 2000-2005 [GT-S, 2ZZ]'],
    '06-12 Mitsubishi Eclipse 2.4L 4G69 distributor': ['Mitsubishi Eclipse 2006-2012 2.4L [4G69]'],
    'Turbo BMW E90 2.0d N47': ['BMW 3 Series E90 2.0 D [N47]'],
    '97-01 Honda CR-V CRV - B20B B20Z manifold': ['Honda CR-V 1997-2001 [B20B/B20Z]'],
    '80-83 Honda Civic splash guard': ['Honda Civic 1980-1983'],
    'Volvo V70 II 2.4 D5 wishbone': ['Volvo V70 II 2.4 [D5]'],
    '06-11 Honda Civic Si 2D Coupe floor mats': ['Honda Civic Si 2006-2011 [2D, Coupe]'],
    '3D floor mats Golf VII': ['Volkswagen Golf VII'],
    'VW Jetta MK5 GLI 06-10 pump': ['Volkswagen Jetta V 2006-2010 [GLI]'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('codes, bodies and years of Europe are known as sellers write them', () => {
  const cases: Record<string, string[]> = {
    'Ford Transit V363 mirror': ['Ford Transit VIII'],
    'Audi A8 D5 air spring': ['Audi A8 D5'],
    'Audi Q3 II mats': ['Audi Q3 F3'],
    'Mercedes SL W230 damper': ['Mercedes-Benz SL-Class R230'],
    'Mercedes GLE / GLS W167 / X167 (2018-) filter': [
      'Mercedes-Benz GLE-Class W167 2018-',
      'Mercedes-Benz GLS-Class X167 2018-',
    ],
    'Filter C-Klasse T-Modell (S204)': ['Mercedes-Benz C-Class W204 [T-Modell, S204]'],
    'Filter C-Klasse': ['? C, Klasse'],
    'Filtro Mercedes Classe A W176 2012-2015': ['Mercedes-Benz A-Class W176 2012-2015'],
    'Pontiac Vibe / Toyota Matrix 2005-2008 axle': ['Pontiac Vibe 2005-2008', 'Toyota Corolla Matrix 2005-2008'],
    'BMW řady 7 F01 tlumič': ['BMW 7 Series F01'],
    'Opel Astra H Caravan 1.7 CDTI 2004-2010 starter': ['Opel Astra H 2004-2010 1.7 CDTI [Caravan]'],
    'Dodge Caravan 2001-2007 starter': ['Dodge Caravan 2001-2007'],
    'Opel Vauxhall 24 SMD LED Astra H J': ['Vauxhall Astra H', 'Opel Astra H', 'Vauxhall Astra J', 'Opel Astra J'],
    'Nemo Bipper lamp': ['Citroën Nemo', 'Peugeot Bipper'],
    'Fiat Punto lamp, Nemo': ['Fiat Punto', '? Nemo'],
    'Peugeot 405 504 filter': ['Peugeot 405', 'Peugeot 504'],
    'Amortisseurs Renault Megane 2 phase 2': ['Renault Mégane II [phase 2]'],
    'Nissan Qashqai J10 1.5 dCi 2007-2013 clutch exc. auto': ['Nissan Qashqai J10 2007-2013 1.5 dCi [exc. auto]'],
    'TA Technix Golf 4 springs': ['Volkswagen Golf IV'],
    'Ford Fiesta Mk7 2008-2012 N/S mirror': ['Ford Fiesta VI 2008-2012'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('a gearbox restricts a fit in any place, but not where both are named or the word is that of a part', () => {
  const cases: Record<string, string[]> = {
    '2009 2010 Acura TSX harness AUTOMATIC  2.4L OEM': ['Acura TSX 2009-2010 2.4L [AUTOMATIC]'],
    'Honda Accord IX 2013-2015 manual radiator': ['Honda Accord IX 2013-2015 [manual]'],
    'Radiator Peugeot 206 automatic / manual': ['Peugeot 206'],
    'Mirror Ford Mustang 1994-1998 manual remote': ['Ford Mustang SN95 1994-1998'],
    '04-08 Acura TSX - gasoline gas fuel lid': ['Acura TSX 2004-2008'],
    'Crew Cab bars for 2019-2024 GMC Sierra 1500': ['GMC Sierra 1500 2019-2024 [Crew Cab]'],
    '1998-2002 Honda Accord engine mount auto trans': ['Honda Accord 1998-2002 [auto trans]'],
    'Auto parts Honda Accord 1998-2002 mount': ['Honda Accord 1998-2002'],
    'VW Golf IV 1.4 16V 5-Gang Schaltgetriebe': ['Volkswagen Golf IV 1.4 16V [5-Gang Schaltgetriebe]'],
    'Renault Kangoo II 1.5 dCi boîte 5 vitesses': ['Renault Kangoo II 1.5 dCi [5 vitesses]'],
    'Ford Transit 2.2 TDCi Frontantrieb ab 2011 Kühler': ['Ford Transit VII 2011- 2.2 TDCi [Frontantrieb]'],
    '2017-2019 Ford F-250 6.2L Gas Only Exhaust': ['Ford F-250 2017-2019 6.2L [Gas Only]'],
    '2003-2007 Honda Accord Coupe Only Rear Spoiler': ['Honda Accord 2003-2007 (rear) [Coupe Only]'],
    'Only fits VW Golf IV filter': ['Volkswagen Golf IV'],
    'VW Golf IV only with sport suspension spring': ['Volkswagen Golf IV [only with sport suspension spring]'],
    '2005-2015 Toyota Tacoma (Excludes X-Runner) bumper': ['Toyota Tacoma 2005-2015 [Excludes X-Runner]'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('years of a text that are said twice, of two vehicles, or of a truck that another make went on building are each its own', () => {
  const cases: Record<string, string[]> = {
    '94-01 Acura Integra floor mats OEM 1994-2001': ['Acura Integra III 1994-2001'],
    '92-95 Civic 94-01 Integra hub': ['Honda Civic 1992-1995', 'Acura Integra III 1994-2001'],
    '92-95 Civic bracket Integra 94-01': ['Honda Civic 1992-1995', 'Acura Integra III 1994-2001'],
    'VW Passat B8 (2014-2018) mats (2014, 2015, 2016)': ['Volkswagen Passat B8 2014-2018'],
    '97 Acura Integra ECU M/T': ['Acura Integra III 1997-1997 [M/T]'],
    '24 Honda Integra clips': ['? 24, Honda Integra'],
    '2002-2008 Dodge Ram 1500 2003-2009 Ram 2500 3500 lamp': [
      'Dodge Ram 1500 2002-2008',
      'Dodge Ram 2500 2003-2009',
      'Dodge Ram 3500 2003-2009',
    ],
    'Ram 2500 2010-2024 mats': ['Dodge Ram 2500 2010-2012', 'Ram 2500 2013-2024'],
    '2019-2023 Chevy Silverado GMC Sierra 1500 2500 key': [
      'Chevrolet Silverado 1500 2019-2023',
      'Chevrolet Silverado 2500 2019-2023',
      'GMC Sierra 1500 2019-2023',
      'GMC Sierra 2500 2019-2023',
    ],
    'Ford Mondeo MK3 2.0 TDCI 130 BHP dual mass flywheel 00-07': ['Ford Mondeo III 2000-2007 2.0 TDCi [130 BHP]'],
    'Ford Mondeo MK3 dual mass flywheel 10-15': ['? Ford Mondeo MK3, 10, 15'],
    '2010-2013 Kia Forte EX SX switch': ['Kia Forte 2010-2013 [EX, SX]'],
    'Faro Fiat Punto III SX': ['Fiat Punto III (left)'],
    '04-06 Pontiac GTO LS1 LS2 fuel rail': ['Pontiac GTO 2004-2006 [LS1, LS2]'],
    '2009-2014 Acura TL SH-AWD 3.7L pump': ['Acura TL 2009-2014 3.7L [SH-AWD]'],
    'Nissan Altima 2002-2006 window regulator no motor': ['Nissan Altima 2002-2006'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('the code of one body of a generation restricts it, but beside the code of the generation', () => {
  const cases: Record<string, string[]> = {
    'MINI Cooper S R53 pulley': ['MINI Cooper R50 [S, R53]'],
    'MINI Cooper R50 R52 R53 pulley': ['MINI Cooper R50'],
    'BMW 5er F11 damper': ['BMW 5 Series F10 [F11]'],
    'BMW E92 E93 mirror': ['BMW 3 Series E90 [E92/E93]'],
    'BMW E91/E61 lamp': ['BMW 3 Series E90 [E91]', 'BMW 5 Series E60 [E61]'],
    'BMW 3 Series E90 from 2005 to 2011 320d (E91)': ['BMW 3 Series E90 2005-2011 320d [E91]'],
    'Mercedes-Benz C-Class W204 from 2007 (S204)': ['Mercedes-Benz C-Class W204 2007- [S204]'],
    'Mercedes W204 S204 C204 arm': ['Mercedes-Benz C-Class W204'],
    'Mercedes CLS W218 lamp': ['Mercedes-Benz CLS-Class C218'],
    'VW Golf V 1K5 lamp': ['Volkswagen Golf V [1K5]'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('a trim behind a model restricts it, and one behind a slash that is also a model is asked', () => {
  const cases: Record<string, string[]> = {
    'Citroën DS3 Racing wheel': ['Citroën DS3 [Racing]'],
    'Alfa Romeo 147/GT arm': ['? Alfa Romeo 147, GT'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('an ordinary word that is also a family is no vehicle beside another one, whose years it leaves alone', () => {
  const cases: Record<string, string[]> = {
    'Fog lights & lamp combo (2007-2018 Jeep Wrangler JK)': ['Jeep Wrangler JK 2007-2018'],
    'Combo (2007-2018 Jeep Wrangler JK) lamp': ['Jeep Wrangler JK 2007-2018', '? Combo'],
    'Flares all terrain 2007-2018 Wrangler JK': ['Jeep Wrangler JK 2007-2018'],
    'Brake booster and master 2007-2012 Toyota Tacoma': ['Toyota Tacoma 2007-2012'],
    'Gasket set boxer 2008-2014 Subaru Impreza': ['Subaru Impreza 2008-2014', '? boxer'],
    'Guard pathfinder style 2016-2020 Toyota Tacoma': ['Toyota Tacoma 2016-2020', '? pathfinder'],
    'Insignia trasera Audi A4 2008-2012': ['Audi A4 2008-2012 (rear)', '? Insignia'],
    'Corsa exhaust 2014-2018 Chevy Malibu': ['Chevrolet Malibu 2014-2018', '? Corsa'],
    'Lamp combo 2007-2018 | Jeep Wrangler JK': ['Jeep Wrangler JK', '? combo, 2007, 2018'],
    'Battery charger 2018-2020; Honda Accord': ['Honda Accord', '? charger, 2018, 2020'],
    // So is one that means nothing else, with words for a part up to a vehicle with its make.
    'Meriva kit (2007-2018 Jeep Wrangler JK)': ['Jeep Wrangler JK 2007-2018', '? Meriva'],
    'Passat rims 17 inch Honda Accord 2003-2007': ['Honda Accord 2003-2007', '? Passat'],
    'Meriva, Jeep Wrangler JK 2007-2018 kit': ['Jeep Wrangler JK 2007-2018', '? Meriva'],
    'Passat Touran kit 2003-2010': ['Volkswagen Passat 2003-2010', 'Volkswagen Touran I 2003-2010'],
    // With its make, a generation or a list it is one.
    'Opel Combo 2005-2010, Fiat Doblo 2005-2010 lamp': ['Opel Combo C 2005-2010', 'Fiat Doblò 2005-2010'],
    'Combo C 2005-2010 Fiat Punto lamp': ['Opel Combo C 2005-2010', '? Fiat Punto'],
    'Audi A3, Leon 2005-2012 lamp': ['Audi A3 2005-2012', 'SEAT Leon 2005-2012'],
    '99-06 Sonata Kia Optima lamp': ['Hyundai Sonata 1999-2006', 'Kia Optima 1999-2006'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('a number of doors restricts a vehicle wherever it stands, but not one of parts', () => {
  const cases: Record<string, string[]> = {
    'Jeep Wrangler JK 2 door black cover (2011-2017)': ['Jeep Wrangler JK 2011-2017 [2 door]'],
    'Soft top 2-door 2007-2018 Jeep Wrangler JK': ['Jeep Wrangler JK 2007-2018 [2-door]'],
    'Side steps for 4 door models Jeep Wrangler JK': ['Jeep Wrangler JK [4 door]'],
    'Four door Jeep Wrangler JK boards': ['Jeep Wrangler JK [Four door]'],
    '2007-2018 Jeep Wrangler JK running boards 4DR': ['Jeep Wrangler JK 2007-2018 [4DR]'],
    'Dichtung 3-Türer VW Golf V': ['Volkswagen Golf V [3-Türer]'],
    'Szyba 5-drzwiowy VW Golf V': ['Volkswagen Golf V [5-drzwiowy]'],
    'Szyba VW Golf V 3d': ['Volkswagen Golf V [3d]'],
    'Glass 2/4 door VW Golf V': ['Volkswagen Golf V [2/4 door]'],
    '4 door handles VW Golf V': ['Volkswagen Golf V'],
    'Set of 4 door lock VW Golf V': ['Volkswagen Golf V'],
    'Dywaniki VW Golf V 3D': ['Volkswagen Golf V'],
    '5D Fußmatten VW Golf V': ['Volkswagen Golf V'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('engines of Cummins, several powers of an engine and Portuguese years are kept, and air or a bike is no rear', () => {
  const cases: Record<string, string[]> = {
    'Pump Dodge Ram 2500 1998-2002 5.9L Cummins 24V': ['Dodge Ram 2500 1998-2002 5.9L Cummins 24V'],
    'Pump Dodge Ram 2500 1994-1998 5.9L Cummins 12V': ['Dodge Ram 2500 1994-1998 5.9L Cummins [12V]'],
    'Pump Dodge Ram 2500 1994-1998 5.9L 12 valve Cummins': ['Dodge Ram 2500 1994-1998 5.9L Cummins [12 valve]'],
    'Relay 24V VW Golf IV': ['Volkswagen Golf IV'],
    'Turbo Škoda Octavia III 2.0 TDI 150/184 KM': ['Škoda Octavia III 2.0 TDI [TDI 150/184]'],
    'Pastilha Suzuki Vitara após 2015': ['Suzuki Vitara IV 2015-'],
    'Filtro de Ar Porsche Macan 2014+': ['Porsche Macan 2014-'],
    'Amortisseur AR Renault Clio II 2001': ['Renault Clio II 2001-2001 (rear)'],
    '2006-2011 Honda Civic Mugen RR wing': ['Honda Civic 2006-2011', '? RR'],
    '2006-2011 Honda Civic bumper RR': ['Honda Civic 2006-2011 (rear right)'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('diameters of discs, the side of the driver, kinds of brakes and lengths of vans restrict a vehicle, but not sizes of a part', () => {
  const cases: Record<string, string[]> = {
    'Bremsbeläge Škoda Octavia II (256mm)': ['Škoda Octavia II [256mm]'],
    'Bremsscheiben 288 x 25 SEAT León II vorne': ['SEAT Leon II (front) [288 x 25]'],
    'Kupplung VW Golf IV 228mm': ['Volkswagen Golf IV [228mm]'],
    'Brake hose 320mm VW Golf V': ['Volkswagen Golf V'],
    'Brake line 320mm VW Golf V': ['Volkswagen Golf V'],
    'Wiper blade 400mm VW Golf V': ['Volkswagen Golf V'],
    'Wiper arm Škoda Octavia II right-hand drive': ['Škoda Octavia II [right-hand drive]'],
    'Scheinwerfer links Škoda Octavia II Rechtslenker': ['Škoda Octavia II (left) [Rechtslenker]'],
    'Phare gauche VW Golf V conduite à droite': ['Volkswagen Golf V (left) [conduite à droite]'],
    'Hub Škoda Octavia II non-ABS': ['Škoda Octavia II [non-ABS]'],
    'Hub Škoda Octavia II drum brakes': ['Škoda Octavia II [drum brakes]'],
    'Škoda Octavia II hub w/ drum brakes': ['Škoda Octavia II [w/ drum brakes]'],
    'Disc brakes Škoda Octavia II': ['Škoda Octavia II'],
    'Federn Škoda Octavia II Sportfahrwerk': ['Škoda Octavia II [Sportfahrwerk]'],
    'Plane VW Crafter I lang': ['Volkswagen Crafter I [lang]'],
    'VW Crafter I Mittelhochdach Spiegel': ['Volkswagen Crafter I [Mittelhochdach]'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('a Compact behind its vehicle is a body, and elsewhere a word of the trade', () => {
  const cases: Record<string, string[]> = {
    'Grille BMW E36 Compact': ['BMW 3 Series E36 [Compact]'],
    'BMW 3er Compact E46 grille': ['BMW 3 Series E46 [Compact]'],
    'Compact lamp BMW E36': ['BMW 3 Series E36'],
    'BMW E36 compact disc player': ['BMW 3 Series E36'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('a brand between a truck and its class, and models of four digits behind a slash, hide no vehicle', () => {
  const cases: Record<string, string[]> = {
    'Ram Monroe 1500 strut 2014-2016': ['Ram 1500 2014-2016'],
    '2014-2016 Ram Cummins 2500/3500 filter': ['Ram 2500 2014-2016 Cummins', 'Ram 3500 2014-2016 Cummins'],
    'Ram Monroe strut 2003': ['? Ram, 2003'],
    'Filter Peugeot 508 / 5008': ['Peugeot 508', 'Peugeot 5008'],
    'Filter Peugeot 206/207/2008': ['Peugeot 206', 'Peugeot 207', 'Peugeot 2008'],
    'Tire 205/5516 VW Golf V': ['Volkswagen Golf V'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('kinds of gearboxes, fuels and lengths restrict a vehicle in every language, and a feature of the part does not', () => {
  const cases: Record<string, string[]> = {
    'Embrayage Škoda Octavia II boîte automatique': ['Škoda Octavia II [boîte automatique]'],
    'Frizione Škoda Octavia II cambio automatico': ['Škoda Octavia II [cambio automatico]'],
    'Embrague Škoda Octavia II caja de cambios automática': ['Škoda Octavia II [caja de cambios automática]'],
    'Sprzęgło Škoda Octavia II skrzynia manualna': ['Škoda Octavia II [skrzynia manualna]'],
    'Spojka Škoda Octavia II automatická převodovka': ['Škoda Octavia II [automatická převodovka]'],
    'Spojka Škoda Octavia II automat': ['Škoda Octavia II [automat]'],
    'Kuplung Škoda Octavia II kézi váltó': ['Škoda Octavia II [kézi váltó]'],
    'Koppeling Škoda Octavia II handgeschakeld': ['Škoda Octavia II [handgeschakeld]'],
    'Filtro Škoda Octavia II gasoil': ['Škoda Octavia II [gasoil]'],
    'Filtr Škoda Octavia II nafta': ['Škoda Octavia II [nafta]'],
    'Tlumič VW Crafter I dlouhý': ['Volkswagen Crafter I [dlouhý]'],
    'Amortisseur VW Crafter I court': ['Volkswagen Crafter I [court]'],
    'Ammortizzatore VW Crafter I 2006-2016 lungo': ['Volkswagen Crafter I 2006-2016 [lungo]'],
    'Antena automática Škoda Octavia II': ['Škoda Octavia II'],
    'Cable largo Škoda Octavia II': ['Škoda Octavia II'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('an engine is no family, and stays one beside its make, its classes of load and its litres', () => {
  const cases: Record<string, string[]> = {
    '2012-2015 Ford 6.7L Powerstroke oil cooler': ['? 2012, 2015, Ford 6.7L Powerstroke'],
    'Thermostat Renault 1.5 dCi': ['? Renault 1.5 dCi'],
    'Thermostat Audi 1.8': ['? Audi 1.8'],
    'Oil cooler 6.4L Powerstroke 2008-2010': ['? 2008, 2010, 6.4L Powerstroke'],
    '2008-2009 Cummins 2500/3500 downpipe': ['? 2008, 2009, Cummins 2500/3500'],
    'Bumper 2015-2018 GMC 2500HD/3500HD': ['? 2015, 2018, GMC 2500HD/3500HD'],
    'Lamp Lincoln 2015': ['? Lincoln, 2015'],
    '2011-2016 Ford F-250 6.7L Power Stroke hose': ['Ford F-250 2011-2016 6.7L Powerstroke'],
    'LML Duramax turbo 2011-2016 Silverado 2500': ['Chevrolet Silverado 2500 2011-2016 LML Duramax'],
    '2017-2019 Silverado 2500 L5P intake': ['Chevrolet Silverado 2500 2017-2019 [L5P]'],
    '2015-2017 Mustang GT Coyote intake': ['Ford Mustang S550 2015-2017 Coyote [GT]'],
    'Ford F-250 2011-2014 Powerstroke radiator 6.7L': ['Ford F-250 2011-2014 6.7L Powerstroke'],
    // Two engines of a text are not one.
    'Ford F-150 2015-2017 EcoBoost hose 2.7L 3.5L': [
      'Ford F-150 2015-2017 EcoBoost',
      'Ford F-150 2015-2017 2.7L',
      'Ford F-150 2015-2017 3.5L',
    ],
    'Cummins banner': [],
    // No word of an engine.
    'Mazda 3 2.0 2010-2012 hose': ['Mazda 3 BL 2010-2012 2.0'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('an engine restricts the vehicle that it was asked with, and years are those of that', () => {
  const read = (text: string, phrase: string, ...fits: [make: string, family: string, generation: string | null][]) => {
    const meant = fits.map(([make, family, generation]) => ({ make, family, generation }))
    const { readings, leftover } = readFits(
      text,
      names,
      new Map([[nameKey(phrase), { fits: meant, origin: 'answer' }]]),
    )
    return [...readings.map(briefFit), ...leftover]
  }
  const truck = ['Ford', 'F-250', null] as const
  assert.deepEqual(read('12-15 Ford 6.7L Powerstroke hose', 'Ford 6.7L Powerstroke', [...truck]), [
    'Ford F-250 2012-2015 6.7L Powerstroke',
  ])
  assert.deepEqual(read('Hose 6.4L Powerstroke 2008-2010', '6.4L Powerstroke', [...truck]), [
    'Ford F-250 2008-2010 6.4L Powerstroke',
  ])
  assert.deepEqual(read('Thermostat Audi 1.8', 'Audi 1.8', ['Audi', 'A4', 'B8']), ['Audi A4 B8 1.8'])
  // Each of several has its own part of the years.
  assert.deepEqual(
    read('Hose 2007.5-2024 Ram 6.7L Cummins', 'Ram 6.7L Cummins', ['Dodge', 'Ram', '2500'], ['Ram', '2500', null]),
    ['Dodge Ram 2500 2007-2012 6.7L Cummins', 'Ram 2500 2007-2024 6.7L Cummins'],
  )
})

test('years are those of a vehicle also in brackets without their dash, and as a list within a range', () => {
  const cases: Record<string, string[]> = {
    'Lamp Toyota Camry (2007 2011)': ['Toyota Camry 2007-2011'],
    'Lamp Toyota Camry (2007, 2011)': ['Toyota Camry 2007-2007', 'Toyota Camry 2011-2011'],
    'Lamp Toyota Camry 2007 2011': ['? Toyota Camry, 2007, 2011'],
    'Lamp Toyota Camry (2007 2009)': ['? Toyota Camry, 2007, 2009'],
    '07-11 Toyota Camry bracket 2008 2009 2010': ['Toyota Camry 2007-2011'],
    '07-11 Toyota Camry bracket 2010 2011 2012': ['? 07, 11, Toyota Camry, 2010, 2011, 2012'],
    '2012 Toyota Camry bracket 07-11': ['? 2012, Toyota Camry, 07, 11'],
    // The 2008 was built from 2013 on.
    'Lamp Peugeot 2008 2016': ['Peugeot 2008 I 2016-2016'],
    'Lamp Peugeot 2008 2012': ['? Peugeot 2008, 2012'],
    'Lamp Peugeot 2008 2016 2017': ['? Peugeot 2008, 2016, 2017'],
    'Lamp Peugeot 2008-2016': ['? Peugeot 2008, 2016'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('parts and sides are known in Serbian, Croatian, Bosnian, Slovak and Portuguese, and what restricts a vehicle there is kept or asked', () => {
  const cases: Record<string, string[]> = {
    'Prednji levi far Opel Astra H': ['Opel Astra H (front left)'],
    'Stražnji branik Škoda Octavia II': ['Škoda Octavia II (rear)'],
    'DESNO STAKLO RETROVIZORA FORD FOCUS II': ['Ford Focus II (right)'],
    'Kočione pločice Peugeot 308 II zadnje': ['Peugeot 308 II (rear)'],
    'Letva volana VW Passat B6 / Škoda Octavia II': ['Volkswagen Passat B6', 'Škoda Octavia II'],
    'Uređaj, polovan, Renault Clio III': ['Renault Clio III'],
    'Golf 5 vrata prednja leva': ['Volkswagen Golf V (front left)'],
    'Brava VW Golf V 5 vrata': ['Volkswagen Golf V [5 vrata]', '? Brava'],
    'Branik VW Golf V karavan': ['Volkswagen Golf V [karavan]'],
    'Disk VW Golf V bez ABS': ['Volkswagen Golf V [bez ABS]'],
    'Disk VW Golf V sa ABS': ['Volkswagen Golf V [sa ABS]'],
    'Amortizer VW Golf V samo za 4motion': ['Volkswagen Golf V [samo za 4motion]'],
    'Amortizer VW Golf V ne odgovara za GTI': ['Volkswagen Golf V [ne odgovara za GTI]'],
    'Pumpa goriva VW Golf V dizel': ['Volkswagen Golf V [dizel]'],
    'Kvačilo VW Golf V manuelni menjač': ['Volkswagen Golf V [manuelni menjač]'],
    'Predné brzdové platničky Škoda Fabia II': ['Škoda Fabia II (front)'],
    'Zadné svetlo ľavé Škoda Fabia II': ['Škoda Fabia II (rear left)'],
    'Brzdové kotúče Škoda Fabia II okrem RS': ['Škoda Fabia II [okrem RS]'],
    'Farolim traseiro esquerdo Opel Corsa D': ['Opel Corsa D (rear left)'],
    'Embraiagem Renault Clio III apenas 1.5 dCi': ['Renault Clio III 1.5 dCi', '? apenas'],
    'Amortisoare față Dacia Duster I doar pentru 4x4': ['Dacia Duster I (front) [doar pentru 4x4]'],
    'Höger bak stötdämpare Volvo V70 II': ['Volvo V70 II (rear right)'],
    // The same words are a lever, a washer and a tank elsewhere.
    'Leva cambio Fiat Punto II': ['Fiat Punto II'],
    'Pompe lave-glace VW Golf V': ['Volkswagen Golf V'],
    'Bak paliwa VW Golf V': ['Volkswagen Golf V'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('the names that people use for common vehicles of Europe are those of their generation', () => {
  const cases: Record<string, string> = {
    'VW Golf 4': 'Volkswagen Golf IV',
    'VW Golf IV': 'Volkswagen Golf IV',
    'VW Golf V': 'Volkswagen Golf V',
    'VW Golf 7': 'Volkswagen Golf VII',
    'VW Golf Plus 2005-2014': 'Volkswagen Golf Plus 2005-2014',
    'VW Passat B5': 'Volkswagen Passat B5',
    'VW Passat B6': 'Volkswagen Passat B6',
    'VW Passat B8': 'Volkswagen Passat B8',
    'VW Polo 9N': 'Volkswagen Polo IV',
    'VW Polo 6R': 'Volkswagen Polo V',
    'VW Polo 6N2': 'Volkswagen Polo III [6N2]',
    'VW T4': 'Volkswagen Transporter T4',
    'VW T5': 'Volkswagen Transporter T5',
    'VW T6': 'Volkswagen Transporter T6',
    'VW Transporter T5': 'Volkswagen Transporter T5',
    'VW Multivan T5': 'Volkswagen Transporter T5',
    'VW Caddy 2K': 'Volkswagen Caddy III',
    'VW Caddy III': 'Volkswagen Caddy III',
    'VW Touran 1T': 'Volkswagen Touran I',
    'VW Tiguan 5N': 'Volkswagen Tiguan I',
    'VW Sharan 7N': 'Volkswagen Sharan II',
    'VW Crafter 2E': 'Volkswagen Crafter I',
    'VW Touareg 7L': 'Volkswagen Touareg I',
    'VW Touareg 7P': 'Volkswagen Touareg II',
    'Audi A3 8L': 'Audi A3 8L',
    'Audi A3 8P': 'Audi A3 8P',
    'Audi A3 8V': 'Audi A3 8V',
    'Audi A4 B5': 'Audi A4 B5',
    'Audi A4 B6': 'Audi A4 B6',
    'Audi A4 B8': 'Audi A4 B8',
    'Audi A4 8K': 'Audi A4 B8',
    'Audi A6 C5': 'Audi A6 C5',
    'Audi A6 4F': 'Audi A6 C6',
    'Audi A6 C7': 'Audi A6 C7',
    'Audi TT 8N': 'Audi TT 8N',
    'Audi Q5 8R': 'Audi Q5 8R',
    'Audi Q7 4L': 'Audi Q7 4L',
    'Skoda Octavia II': 'Škoda Octavia II',
    'Skoda Octavia 1Z': 'Škoda Octavia II',
    'Skoda Octavia III': 'Škoda Octavia III',
    'Skoda Fabia 6Y': 'Škoda Fabia I',
    'Skoda Superb II': 'Škoda Superb II',
    'Seat Leon 1P': 'SEAT Leon II',
    'Seat Leon 5F': 'SEAT Leon III',
    'Seat Ibiza 6J': 'SEAT Ibiza IV',
    'Seat Ibiza 6L': 'SEAT Ibiza III',
    'BMW E46': 'BMW 3 Series E46',
    'BMW E90': 'BMW 3 Series E90',
    'BMW F30': 'BMW 3 Series F30',
    'BMW E39': 'BMW 5 Series E39',
    'BMW E60': 'BMW 5 Series E60',
    'BMW F10': 'BMW 5 Series F10',
    'BMW E87': 'BMW 1 Series E87',
    'BMW F20': 'BMW 1 Series F20',
    'BMW X5 E53': 'BMW X5 E53',
    'BMW X5 E70': 'BMW X5 E70',
    'BMW X3 E83': 'BMW X3 E83',
    'MINI R50': 'MINI Cooper R50',
    'MINI R53': 'MINI Cooper R50 [R53]',
    'MINI R56': 'MINI Cooper R56',
    'MINI F56': 'MINI Cooper F56',
    'Mercedes W203': 'Mercedes-Benz C-Class W203',
    'Mercedes W204': 'Mercedes-Benz C-Class W204',
    'Mercedes W211': 'Mercedes-Benz E-Class W211',
    'Mercedes W212': 'Mercedes-Benz E-Class W212',
    'Mercedes W124': 'Mercedes-Benz E-Class W124',
    'Mercedes W169': 'Mercedes-Benz A-Class W169',
    'Mercedes W176': 'Mercedes-Benz A-Class W176',
    'Mercedes Vito W638': 'Mercedes-Benz Vito W638',
    'Mercedes Vito W639': 'Mercedes-Benz Vito W639',
    'Mercedes Vito W447': 'Mercedes-Benz Vito W447',
    'Mercedes Sprinter 906': 'Mercedes-Benz Sprinter W906',
    'Mercedes Sprinter W901': 'Mercedes-Benz Sprinter W901',
    'Mercedes CLA W117': 'Mercedes-Benz CLA-Class C117',
    'Mercedes CLA C117': 'Mercedes-Benz CLA-Class C117',
    'Mercedes GLK X204': 'Mercedes-Benz GLK-Class',
    'Mercedes CLK W209': 'Mercedes-Benz CLK-Class W209',
    'Mercedes ML W163': 'Mercedes-Benz M-Class W163',
    'Mercedes ML W164': 'Mercedes-Benz M-Class W164',
    'Porsche 911 996': 'Porsche 911 996',
    'Porsche Cayenne 955': 'Porsche Cayenne 9PA',
    'Opel Astra G': 'Opel Astra G',
    'Opel Astra H': 'Opel Astra H',
    'Opel Astra J': 'Opel Astra J',
    'Opel Corsa C': 'Opel Corsa C',
    'Opel Corsa D': 'Opel Corsa D',
    'Opel Vectra C': 'Opel Vectra C',
    'Opel Zafira B': 'Opel Zafira B',
    'Opel Insignia A': 'Opel Insignia A',
    'Opel Vivaro B': 'Opel Vivaro B',
    'Opel Meriva A': 'Opel Meriva A',
    'Ford Focus Mk2': 'Ford Focus II',
    'Ford Focus II': 'Ford Focus II',
    'Ford Focus MK3': 'Ford Focus III',
    'Ford Fiesta MK7': 'Ford Fiesta VI',
    'Ford Mondeo MK4': 'Ford Mondeo IV',
    'Ford Mondeo III': 'Ford Mondeo III',
    'Ford C-Max 2003-2010': 'Ford C-Max 2003-2010',
    'Ford Transit Connect 2014-': 'Ford Transit Connect II 2014-',
    'Ford Galaxy II': 'Ford Galaxy II',
    'Renault Clio III': 'Renault Clio III',
    'Renault Megane II': 'Renault Mégane II',
    'Renault Scenic III': 'Renault Scénic III',
    'Renault Trafic II': 'Renault Trafic II',
    'Renault Master III': 'Renault Master III',
    'Renault Kangoo I': 'Renault Kangoo I',
    'Renault Laguna II': 'Renault Laguna II',
    'Peugeot 206': 'Peugeot 206',
    'Peugeot 207': 'Peugeot 207',
    'Peugeot 307': 'Peugeot 307',
    'Peugeot 308 II': 'Peugeot 308 II',
    'Peugeot 407': 'Peugeot 407',
    'Peugeot Partner B9': 'Peugeot Partner II',
    'Citroen C3 II': 'Citroën C3 II',
    'Citroen C4 Picasso 2006-2013': 'Citroën C4 Picasso 2006-2013',
    'Citroen C4 Grand Picasso': 'Citroën C4 Picasso [Grand]',
    'Citroen Berlingo II': 'Citroën Berlingo II',
    'Citroen Jumper 2006-': 'Citroën Jumper II 2006-',
    'Citroen Xsara Picasso': 'Citroën Xsara Picasso',
    'Fiat Punto 188': 'Fiat Punto II',
    'Fiat Grande Punto': 'Fiat Punto III',
    'Fiat Panda 169': 'Fiat Panda II',
    'Fiat 500 312': 'Fiat 500',
    'Fiat Ducato 250': 'Fiat Ducato III',
    'Fiat Doblo 223': 'Fiat Doblò I',
    'Fiat Doblo 263': 'Fiat Doblò II',
    'Alfa Romeo 147': 'Alfa Romeo 147',
    'Alfa Romeo 156': 'Alfa Romeo 156',
    'Alfa Romeo 159': 'Alfa Romeo 159',
    'Alfa Romeo Giulietta 940': 'Alfa Romeo Giulietta 940',
    'Lancia Ypsilon 843': 'Lancia Ypsilon II',
    'Dacia Duster II': 'Dacia Duster II',
    'Dacia Sandero II': 'Dacia Sandero II',
    'Dacia Logan MCV': 'Dacia Logan [MCV]',
    'Volvo V70 II': 'Volvo V70 II',
    'Volvo S80 II': 'Volvo S80 II',
    'Volvo XC60 I': 'Volvo XC60 I',
    'Volvo V50': 'Volvo V50',
    'Volvo XC90 II': 'Volvo XC90 II',
    'Saab 9-3 II': 'Saab 9-3 II',
    'Toyota Yaris II': 'Toyota Yaris II',
    'Toyota Corolla E12': 'Toyota Corolla E120',
    'Toyota Auris': 'Toyota Auris',
    'Toyota RAV4 III': 'Toyota RAV4 XA30',
    'Toyota Avensis T25': 'Toyota Avensis T250',
    'Toyota Hilux VII': 'Toyota Hilux VII',
    'Toyota Aygo': 'Toyota Aygo',
    'Nissan Qashqai J10': 'Nissan Qashqai J10',
    'Nissan Qashqai J11': 'Nissan Qashqai J11',
    'Nissan Micra K12': 'Nissan Micra K12',
    'Nissan Navara D40': 'Nissan Navara D40',
    'Honda Civic VIII': 'Honda Civic VIII',
    'Honda CR-V III': 'Honda CR-V III',
    'Honda Jazz II': 'Honda Jazz II',
    'Mazda 3 BK': 'Mazda 3 BK',
    'Mazda 6 GH': 'Mazda 6 GH',
    'Mazda CX-5 KE': 'Mazda CX-5 KE',
    'Mitsubishi Colt Z30': 'Mitsubishi Colt VI',
    'Mitsubishi Outlander II': 'Mitsubishi Outlander II',
    'Suzuki Jimny JB43': 'Suzuki Jimny III',
    'Suzuki Vitara LY': 'Suzuki Vitara IV',
    'Hyundai i30 GD': 'Hyundai i30 II',
    'Hyundai Tucson TL': 'Hyundai Tucson III',
    'Kia Ceed JD': 'Kia Ceed II',
    'Kia Sportage III': 'Kia Sportage III',
    'Kia Picanto TA': 'Kia Picanto II',
    'Land Rover Freelander 2': 'Land Rover Freelander II',
    'Land Rover Discovery 3': 'Land Rover Discovery III',
    'Range Rover Sport L320': 'Land Rover Range Rover Sport L320',
    'Jeep Renegade BU': 'Jeep Renegade I',
    'Smart Fortwo 451': 'smart Fortwo W451',
    'Smart Fortwo 453': 'smart Fortwo W453',
    'Chevrolet Captiva': 'Chevrolet Captiva',
    'Tesla Model 3 Highland': 'Tesla Model 3 Highland',
    'Iveco Daily IV': 'Iveco Daily IV',
    'Porsche 911 (991)': 'Porsche 911 991',
    'Porsche Boxster 986': 'Porsche Boxster 986',
    'Porsche Cayman 981': 'Porsche Cayman 981',
    'Porsche Panamera 970': 'Porsche Panamera 970',
    'VW T-Roc I': 'Volkswagen T-Roc I',
    'VW Amarok II': 'Volkswagen Amarok II',
    'VW up!': 'Volkswagen up!',
    'Skoda Kodiaq I': 'Škoda Kodiaq I',
    'Opel Crossland X': 'Opel Crossland',
    'Citroen C3 Aircross I': 'Citroën C3 Aircross I',
    'Citroen DS4': 'Citroën DS4',
    'Renault Zoe': 'Renault Zoe',
    'Seat Mii': 'SEAT Mii',
    'Fiat Qubo': 'Fiat Qubo',
    'Fiat Multipla': 'Fiat Multipla',
    'Mercedes CL W215': 'Mercedes-Benz CL-Class C215',
    'Mercedes EQC N293': 'Mercedes-Benz EQC',
    'Mitsubishi L200 IV': 'Mitsubishi L200 IV',
    'Mitsubishi Pajero Sport II': 'Mitsubishi Pajero Sport II',
    'Land Rover Defender L663': 'Land Rover Defender L663',
    'Saab 900 II': 'Saab 900 II',
    'Hyundai i40': 'Hyundai i40',
    'Subaru XV I': 'Subaru XV I',
    'Kia Niro II': 'Kia Niro II',
  }
  const read = Object.keys(cases).map((name) => {
    const { readings, leftover } = readFits(`Brake discs ${name}`, names)
    return [name, [...readings.map(briefFit), ...leftover].join(', ')]
  })
  assert.deepEqual(Object.fromEntries(read), cases)
})

test('the number of a part is no family with the number of its generation behind it', () => {
  const cases: Record<string, string[]> = {
    'Fog lamp Kia Soul 2014-2019 (C702)': ['Kia Soul 2014-2019', '? C702'],
    'Fog lamp Kia Soul 2014-2019 (H11)': ['Kia Soul 2014-2019'],
    'Fog lamp Kia Soul 2014-2019 S601': ['Kia Soul 2014-2019', '? S601'],
    'Fog lamp Kia Soul 2014-2019 L2002': ['Kia Soul 2014-2019'],
    'Fog lamp Volvo C70 2': ['Volvo C70 II'],
    'Fog lamp Volvo C70II': ['Volvo C70 II'],
    'Fog lamp Golf4': ['Volkswagen Golf IV'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('the second of a pair, signs for years and the capacity of a battery are not lost', () => {
  const cases: Record<string, string[]> = {
    'Kia Stinger/G70 grille': ['Kia Stinger', 'Genesis G70'],
    'Audi Q7 2015>, Q8 2019> grille': ['Audi Q7 4M 2015-', 'Audi Q8 2019-'],
    'Audi Q7 2015>, Q8 grille': ['Audi Q7 4M 2015-', '? Q8'],
    'Audi A3 8P 8V grille': ['Audi A3 8P', 'Audi A3 8V'],
    'Audi A3 8P/8V grille': ['Audi A3 8P', 'Audi A3 8V'],
    'Audi A3 8P 1.4 8V gasket': ['Audi A3 8P 1.4 8V'],
    'BMW X3 F25 2012+ X4 grille': ['BMW X3 F25 2012-', '? X4'],
    'BMW X3 F25 2012+ X4 F26 grille': ['BMW X3 F25 2012-', 'BMW X4 F26'],
    'Skoda Kodiaq >>2022 grille': ['Škoda Kodiaq -2022'],
    'Skoda Kodiaq 2018>>2022 grille': ['Škoda Kodiaq I 2018-2022'],
    'VW ID.3 battery 58kWh grille': ['Volkswagen ID.3 [58kWh]'],
    'VW ID.3 58 kWh grille': ['Volkswagen ID.3 [58 kWh]'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('sizes of wheels and tires, their makers and seasons are no question', () => {
  const cases: Record<string, string[]> = {
    'Rim 5/112/45 VW Golf VII': ['Volkswagen Golf VII'],
    'Anvelopa 205/55 R16 91H VW Golf VII': ['Volkswagen Golf VII'],
    'Pneu 225/45 R17 94W XL VW Golf VII': ['Volkswagen Golf VII'],
    'VW Golf VII 91H': ['Volkswagen Golf VII', '? 91H'],
    'Roti iarna AZW Semperit VW Golf VII': ['Volkswagen Golf VII'],
    'Roues hiver Conti VW Golf VII': ['Volkswagen Golf VII'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('the second name of a vehicle is no other one, and engines of an X model and the side of the driver restrict it', () => {
  const cases: Record<string, string[]> = {
    'BMW F15/F16 X5/X6 grille': ['BMW X5 F15', 'BMW X6 F16'],
    'BMW F15 F16 X5 X6 2015-2018 grille': ['BMW X5 F15 2015-2018', 'BMW X6 F16 2015-2018'],
    'BMW 328i/335i/3 Series 2013-2015 grille': ['BMW 328i 2013-2015', 'BMW 335i 2013-2015'],
    'BMW 328i 528i 3 Series 5 Series 2013-2015 grille': ['BMW 328i 2013-2015', 'BMW 528i 2013-2015'],
    'BMW E70 LCI X5 grille': ['BMW X5 E70 [LCI]'],
    'BMW F20 grille 1 Series F21': ['BMW 1 Series F20', 'BMW 1 Series F20 [F21]'],
    'BMW E70 grille X5 F15': ['BMW X5 E70', 'BMW X5 F15'],
    'BMW X5 G05 xDrive40i grille': ['BMW X5 G05 [xDrive40i]'],
    'BMW X3 G01 M40i grille': ['BMW X3 G01 [M40i]'],
    'VW Golf VII lamp RHD': ['Volkswagen Golf VII [RHD]'],
    'LHD lamp VW Golf VII': ['Volkswagen Golf VII [LHD]'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('a phrase has no half of a bracket', () => {
  const cases: Record<string, string[]> = {
    'Porsche 911 (988) grille': ['? Porsche 911 (988)'],
    'Porsche 911 Turbo (988) grille': ['? Porsche 911 Turbo (988)'],
    'Renault Kangoo (f/kx0) grille': ['? Renault Kangoo f, kx0'],
  }
  assert.deepEqual(readAll(cases), cases)
})

test('a vehicle that is named again behind words for its part has the versions of both places, but for those of a list', () => {
  const cases: Record<string, string[]> = {
    'VW Golf VII GTI grille for Golf VII': ['Volkswagen Golf VII [GTI]'],
    'Golf 7 grille VW Golf VII GTI': ['Volkswagen Golf VII [GTI]'],
    'Ford F-150 Raptor 2018-2020 grille Ford F-150': ['Ford F-150 2018-2020 [Raptor]'],
    'VW Golf VII Limousine, Golf VII Variant': ['Volkswagen Golf VII [Limousine]', 'Volkswagen Golf VII [Variant]'],
    'VW Golf VII 1.4 cover VW Golf VII 1.6 cover VW Golf VII 1.2 cover VW Golf VII Van 1.0': [
      'Volkswagen Golf VII 1.4',
      'Volkswagen Golf VII 1.6',
      'Volkswagen Golf VII 1.2',
      'Volkswagen Golf VII 1.0 [Van]',
    ],
  }
  assert.deepEqual(readAll(cases), cases)
})

import { type PricePer, pricePerChoices } from '#contract/catalog.ts'
import { type FirstProduct, firstProducts } from '#database/demo/products.ts'
import { demoAttributes, type DemoAttribute, type DemoAttributeCode } from '#database/demo/attributes.ts'

type Language = 'en' | 'de'

/**
 * Describes products that differ in a few values only; `rows` has a product per line: its values, its price in the currency of the store,
 * its minimum, and the number of units that the price is for, if it is not one. `first` has the values of the product in `products.ts` with
 * the same drawing; `-` stands for an unknown one.
 */
interface Family {
  /** The file name in `drawings/`, without extension. */
  drawing: string
  category: string
  /** The beginning of the part numbers. */
  prefix: string
  brands: readonly string[]
  columns: readonly DemoAttributeCode[]
  /** The weight of a product of middle price, or of one unit of the attribute `per`. */
  kilograms: number
  per?: 'volume' | 'weight'
  /** A key of `demoShipClasses`; without it, it goes by parcel. */
  shipClass?: string
  /** Name and description; `{code}` stands for a value. */
  name: Record<Language, string>
  description: Record<Language, string>
  first: string
  rows: string
}

const families: readonly Family[] = [
  {
    drawing: 'vented-brake-disc',
    category: 'brake-discs',
    kilograms: 8.2,
    prefix: 'BDV',
    brands: ['Nordwerk', 'Torvik', 'Halden'],
    columns: ['axle', 'diameter', 'thickness', 'holes', 'bolt-circle', 'r90'],
    name: {
      en: 'Brake disc {diameter} × {thickness} mm, {axle}',
      de: 'Bremsscheibe {diameter} × {thickness} mm, {axle}',
    },
    description: {
      en: 'Brake disc of coated cast iron, {diameter} mm across and {thickness} mm thick, {holes} bolt holes on a circle of {bolt-circle} mm. Replace discs in pairs on one axle.',
      de: 'Bremsscheibe aus beschichtetem Grauguss, Durchmesser {diameter} mm, Dicke {thickness} mm, {holes} Löcher auf einem Lochkreis von {bolt-circle} mm. Scheiben einer Achse nur paarweise ersetzen.',
    },
    first: 'front 312 25 5 112 yes',
    rows: `front 256 22 4 100 yes 27.90 4
      front 276 24 5 114.3 yes 33.50 4
      front 280 22 5 112 yes 34.20 4
      front 288 25 5 112 yes 36.80 4
      front 300 28 5 120 yes 44.90 4
      front 330 30 5 112 no 58.40 2
      rear 232 9 5 100 yes 21.60 4
      rear 255 10 5 112 yes 24.30 4
      rear 272 10 5 112 yes 26.90 4
      rear 300 20 5 120 no 41.70 2`,
  },
  {
    drawing: 'brake-pad-set',
    category: 'brake-pads',
    kilograms: 1.9,
    prefix: 'PAD',
    brands: ['Torvik', 'Nordwerk', 'Brixon'],
    columns: ['axle', 'width', 'height', 'thickness', 'wear-sensor', 'r90'],
    name: { en: 'Brake pads {width} × {height} mm, {axle}', de: 'Bremsbeläge {width} × {height} mm, {axle}' },
    description: {
      en: 'Set of four pads for one axle, {width} × {height} × {thickness} mm, low-metallic and free of copper, with anti-squeal plates. Bed in over 200 km.',
      de: 'Satz mit vier Belägen für eine Achse, {width} × {height} × {thickness} mm, metallarm und kupferfrei, mit Dämpfungsblechen. Auf 200 km einfahren.',
    },
    first: 'front 155.1 66 20.3 yes yes',
    rows: `front 131.5 52.4 17.5 no yes 21.40 4
      front 146 54.7 19.5 yes yes 27.80 4
      front 155.1 66 20.3 yes yes 34.90 4
      front 160.4 64.5 20.3 no yes 31.60 4
      front 193 73.4 18.5 yes no 49.50 2
      rear 87 53 17.2 no yes 17.90 4
      rear 105.4 55.9 17 no yes 19.30 4
      rear 123 44.2 17.3 yes yes 24.80 4
      rear 109.8 59.6 17.5 no no 22.10 2`,
  },
  {
    drawing: 'brake-drum',
    category: 'drum-brakes',
    kilograms: 5.6,
    prefix: 'DRM',
    brands: ['Halden', 'Nordwerk'],
    columns: ['diameter', 'width', 'holes'],
    name: {
      en: 'Brake drum {diameter} × {width} mm, {holes}-hole',
      de: 'Bremstrommel {diameter} × {width} mm, {holes}-Loch',
    },
    description: {
      en: 'Balanced brake drum of cast iron for the rear axle, inner diameter {diameter} mm, {width} mm wide, {holes} bolt holes. Clean off the oil before fitting.',
      de: 'Gewuchtete Bremstrommel aus Grauguss für die Hinterachse, Innendurchmesser {diameter} mm, {width} mm breit, {holes} Löcher. Vor dem Einbau entfetten.',
    },
    first: '228.5 53 4',
    rows: `180 30 4 24.80 2
      200 40 4 29.90 2
      203 39 4 31.40 2
      230 42 5 39.60 2
      254 57 5 52.30 2
      270 55 6 61.80 2`,
  },
  {
    drawing: 'brake-caliper',
    category: 'brake-calipers',
    kilograms: 4.3,
    prefix: 'CAL',
    brands: ['Halden', 'Brixon'],
    columns: ['axle', 'side', 'diameter'],
    name: { en: 'Brake caliper {diameter} mm, {axle} {side}', de: 'Bremssattel {diameter} mm, {axle} {side}' },
    description: {
      en: 'Remanufactured caliper with a piston of {diameter} mm, new seals and guide pins, pressure-tested at 150 bar. Comes without pads.',
      de: 'Aufbereiteter Bremssattel mit {diameter}-mm-Kolben, neuen Dichtungen und Führungsbolzen, bei 150 bar geprüft. Ohne Beläge.',
    },
    first: 'front left 54',
    rows: `front left 57 78.50 1
      front right 57 78.50 1
      front left 60 92.40 1
      front right 60 92.40 1
      rear left 38 84.90 1
      rear right 38 84.90 1
      rear left 41 97.20 1
      rear right 41 97.20 1`,
  },
  {
    drawing: 'brake-hose',
    category: 'brake-hoses',
    kilograms: 0.15,
    prefix: 'BHS',
    brands: ['Brixon', 'Torvik'],
    columns: ['axle', 'length', 'thread'],
    name: { en: 'Brake hose {length} mm, {thread}, {axle}', de: 'Bremsschlauch {length} mm, {thread}, {axle}' },
    description: {
      en: 'Hydraulic brake hose, {length} mm, thread {thread}, tested to SAE J1401. Fit without twisting and bleed the system.',
      de: 'Hydraulikschlauch, {length} mm, Gewinde {thread}, geprüft nach SAE J1401. Ohne Verdrehen einbauen und entlüften.',
    },
    first: 'front 525 m10-1',
    rows: `front 385 m10-1 9.40 10
      front 440 m10-1 9.90 10
      front 565 m10-1 11.20 10
      front 610 3/8-24 12.60 10
      rear 195 m10-1 7.80 10
      rear 240 m10-1 8.10 10
      rear 310 3/8-24 9.30 10`,
  },
  {
    drawing: 'spark-plug',
    category: 'spark-plugs',
    kilograms: 0.05,
    prefix: 'SPK',
    brands: ['Voltara', 'Kestrel'],
    columns: ['electrode', 'thread', 'length', 'heat-range'],
    name: {
      en: '{electrode} spark plug {thread} × {length} mm, heat range {heat-range}',
      de: '{electrode}-Zündkerze {thread} × {length} mm, Wärmewert {heat-range}',
    },
    description: {
      en: 'Spark plug with an electrode of {electrode}, thread {thread}, reach {length} mm, heat range {heat-range}. Gap set at the factory; tighten dry.',
      de: 'Zündkerze mit Elektrode aus {electrode}, Gewinde {thread}, Gewindelänge {length} mm, Wärmewert {heat-range}. Elektrodenabstand ab Werk eingestellt; trocken anziehen.',
    },
    first: 'iridium m14-1.25 26.5 6',
    rows: `nickel m14-1.25 19 6 2.35 20
      nickel m14-1.25 19 7 2.35 20
      nickel m14-1.25 26.5 5 2.60 20
      platinum m14-1.25 19 6 4.90 20
      platinum m14-1.25 26.5 6 5.20 20
      platinum m12-1.25 26.5 7 5.90 20
      iridium m12-1.25 26.5 6 8.40 16
      iridium m12-1.25 26.5 8 8.40 16
      iridium m14-1.25 26.5 7 7.60 16`,
  },
  {
    drawing: 'ignition-coil',
    category: 'ignition-coils',
    kilograms: 0.35,
    prefix: 'COI',
    brands: ['Voltara', 'Kestrel'],
    columns: ['pins', 'length'],
    name: { en: 'Ignition coil {length} mm, {pins}-pin', de: 'Zündspule {length} mm, {pins}-polig' },
    description: {
      en: 'Pencil coil of {length} mm with a {pins}-pin connector and a silicone boot. Replace the spark plug at the same time.',
      de: 'Stabzündspule, {length} mm, mit {pins}-poligem Stecker und Silikontülle. Zündkerze gleich mit ersetzen.',
    },
    first: '4 143',
    rows: `2 145 19.80 4
      2 162 21.50 4
      3 150 22.90 4
      3 168 24.40 4
      4 158 26.30 4
      4 174 28.70 4`,
  },
  {
    drawing: 'timing-belt-kit',
    category: 'timing-drive',
    kilograms: 1.6,
    prefix: 'TBK',
    brands: ['Nordwerk', 'Ferrano'],
    columns: ['teeth', 'width', 'fuel'],
    name: {
      en: 'Timing belt kit, {teeth} teeth × {width} mm, {fuel}',
      de: 'Zahnriemensatz, {teeth} Zähne × {width} mm, {fuel}',
    },
    description: {
      en: 'HNBR belt with {teeth} teeth, {width} mm wide, with tensioner, guide pulley and new stretch bolts. Note the mileage on the sticker in the box.',
      de: 'HNBR-Riemen mit {teeth} Zähnen, {width} mm breit, mit Spanner, Umlenkrolle und neuen Dehnschrauben. Kilometerstand auf dem beiliegenden Aufkleber notieren.',
    },
    first: '141 25 diesel',
    rows: `104 22 petrol 44.90 2
      116 25 petrol 52.30 2
      120 25 diesel 61.40 2
      129 23 petrol 54.80 2
      138 23 petrol 57.90 2
      145 25 diesel 69.50 2
      153 30 diesel 78.20 2`,
  },
  {
    drawing: 'coolant-pump',
    category: 'cooling',
    kilograms: 1.4,
    prefix: 'WPM',
    brands: ['Ferrano', 'Nordwerk'],
    columns: ['diameter', 'fuel'],
    name: { en: 'Coolant pump {diameter} mm, {fuel}', de: 'Kühlmittelpumpe {diameter} mm, {fuel}' },
    description: {
      en: 'Coolant pump with an aluminum housing and an impeller of {diameter} mm, with gasket. Flush the cooling system before fitting.',
      de: 'Kühlmittelpumpe mit Aluminiumgehäuse und {diameter}-mm-Flügelrad, mit Dichtung. Kühlsystem vor dem Einbau spülen.',
    },
    first: '58 -',
    rows: `58 petrol 29.40 2
      62 petrol 31.80 2
      65 diesel 36.20 2
      70 diesel 39.90 2
      74 petrol 42.60 2
      80 diesel 48.30 2`,
  },
  {
    drawing: 'piston',
    category: 'engine-internals',
    kilograms: 0.6,
    prefix: 'PST',
    brands: ['Ferrano', 'Halden'],
    columns: ['diameter', 'height', 'fuel'],
    name: { en: 'Piston with rings {diameter} mm, {fuel}', de: 'Kolben mit Ringen {diameter} mm, {fuel}' },
    description: {
      en: 'Cast piston, {diameter} mm, compression height {height} mm, with pin, circlips and a set of rings. Order one per cylinder.',
      de: 'Gegossener Kolben, {diameter} mm, Kompressionshöhe {height} mm, mit Bolzen, Sicherungen und Ringsatz. Je Zylinder einen bestellen.',
    },
    first: '81.01 45.8 -',
    rows: `76.51 30.2 petrol 46.80 4
      79.5 31 diesel 58.40 4
      81.51 29.7 petrol 49.90 4
      82.99 33.1 diesel 61.20 4
      86 28.8 petrol 53.70 4
      93 35.4 diesel 74.60 4`,
  },
  {
    drawing: 'turbocharger',
    category: 'turbochargers',
    kilograms: 7.5,
    prefix: 'TRB',
    brands: ['Ferrano'],
    columns: ['power', 'fuel'],
    name: { en: 'Turbocharger for engines of {power}, {fuel}', de: 'Turbolader für Motoren mit {power}, {fuel}' },
    description: {
      en: 'New turbocharger for {fuel} engines of {power}, balanced at operating speed, with gaskets and a filled syringe for the first oil.',
      de: 'Neuer Turbolader für Motoren mit {power} ({fuel}), bei Betriebsdrehzahl gewuchtet, mit Dichtungen und gefüllter Spritze für das erste Öl.',
    },
    first: '85kW diesel',
    rows: `77kW diesel 412.00 1
      90kW petrol 448.00 1
      110kW diesel 486.00 1
      132kW petrol 529.00 1
      140kW diesel 548.00 1`,
  },
  {
    drawing: 'shock-absorber',
    category: 'shock-absorbers',
    kilograms: 2.6,
    prefix: 'SHK',
    brands: ['Halden', 'Norrland'],
    columns: ['axle', 'length', 'diameter'],
    name: { en: 'Gas shock absorber {length} mm, {axle}', de: 'Gasdruckstoßdämpfer {length} mm, {axle}' },
    description: {
      en: 'Twin-tube gas shock absorber, {length} mm extended, tube of {diameter} mm. Replace in pairs on one axle.',
      de: 'Zweirohr-Gasdruckdämpfer, ausgefahren {length} mm, Rohr {diameter} mm. Nur paarweise je Achse ersetzen.',
    },
    first: 'rear 575 -',
    rows: `front 495 46 44.20 2
      front 520 51 48.90 2
      front 548 51 52.60 2
      rear 475 41 32.70 2
      rear 540 41 35.40 2
      rear 585 46 38.80 2
      rear 612 46 41.30 2`,
  },
  {
    drawing: 'coilover-strut',
    category: 'shock-absorbers',
    kilograms: 9,
    prefix: 'STR',
    brands: ['Norrland'],
    columns: ['axle', 'length', 'diameter'],
    name: { en: 'Coilover strut {length} mm, {axle}', de: 'Gewindefederbein {length} mm, {axle}' },
    description: {
      en: 'Coilover strut adjustable in height, {length} mm extended, tube of {diameter} mm, with two locking collars.',
      de: 'Höhenverstellbares Gewindefederbein, ausgefahren {length} mm, Rohr {diameter} mm, mit zwei Kontermuttern.',
    },
    first: 'front - 50',
    rows: `front 455 50 189.00 2
      front 480 50 196.00 2
      front 505 55 214.00 2
      rear 430 45 162.00 2
      rear 465 45 171.00 2`,
  },
  {
    drawing: 'coil-spring',
    category: 'springs',
    kilograms: 2.8,
    prefix: 'SPR',
    brands: ['Norrland', 'Halden'],
    columns: ['axle', 'thickness', 'length'],
    name: {
      en: 'Coil spring {length} mm, wire {thickness} mm, {axle}',
      de: 'Schraubenfeder {length} mm, Draht {thickness} mm, {axle}',
    },
    description: {
      en: 'Coil spring of chrome silicon steel, {length} mm unloaded, wire {thickness} mm, shot-peened and powder-coated.',
      de: 'Schraubenfeder aus Chrom-Silizium-Stahl, unbelastet {length} mm, Draht {thickness} mm, kugelgestrahlt und pulverbeschichtet.',
    },
    first: 'front 12.8 356',
    rows: `front 365 12 22.40 2
      front 382 12.5 23.90 2
      front 398 13.2 25.60 2
      front 410 13.8 27.10 2
      rear 318 10.8 18.70 2
      rear 335 11.2 19.60 2
      rear 347 11.9 20.80 2`,
  },
  {
    drawing: 'control-arm',
    category: 'control-arms',
    kilograms: 2.4,
    prefix: 'ARM',
    brands: ['Norrland', 'Nordwerk'],
    columns: ['axle', 'side', 'length'],
    name: { en: 'Control arm {length} mm, {axle} {side}', de: 'Querlenker {length} mm, {axle} {side}' },
    description: {
      en: 'Control arm of stamped steel, {length} mm, with ball joint and bushings pressed in. Have the track checked afterwards.',
      de: 'Querlenker aus Stahlblech, {length} mm, mit eingepresstem Kugelgelenk und Buchsen. Anschließend Achse vermessen.',
    },
    first: 'front right -',
    rows: `front left 342 39.80 1
      front right 342 39.80 1
      front left 368 44.50 1
      front right 368 44.50 1
      rear left 415 36.20 1
      rear right 415 36.20 1
      rear left 448 41.90 1
      rear right 448 41.90 1`,
  },
  {
    drawing: 'wheel-hub',
    category: 'wheel-hubs',
    kilograms: 2.9,
    prefix: 'HUB',
    brands: ['Nordwerk', 'Halden'],
    columns: ['axle', 'holes', 'bolt-circle'],
    name: { en: 'Wheel hub {holes} × {bolt-circle}, {axle}', de: 'Radnabe {holes} × {bolt-circle}, {axle}' },
    description: {
      en: 'Wheel hub with a greased double-row bearing and ABS ring, {holes} bolts on a circle of {bolt-circle} mm.',
      de: 'Radnabe mit gefettetem zweireihigem Lager und ABS-Ring, {holes} Schrauben auf einem Lochkreis von {bolt-circle} mm.',
    },
    first: '- 5 112',
    rows: `front 4 98 51.20 1
      front 4 108 53.90 1
      front 5 100 58.40 1
      front 5 120 66.70 1
      rear 4 100 47.30 1
      rear 5 108 54.60 1
      rear 5 114.3 57.80 1`,
  },
  {
    drawing: 'starter-battery',
    category: 'batteries',
    kilograms: 18,
    shipClass: 'hazardous',
    prefix: 'BAT',
    brands: ['Voltara', 'Amperion'],
    columns: ['voltage', 'capacity', 'cold-start-current', 'length'],
    name: {
      en: 'Starter battery {voltage} V {capacity} Ah {cold-start-current} A',
      de: 'Starterbatterie {voltage} V {capacity} Ah {cold-start-current} A',
    },
    description: {
      en: 'Maintenance-free lead battery, {voltage} V, {capacity} Ah, cold start current {cold-start-current} A (EN), {length} mm long. Shipped charged.',
      de: 'Wartungsfreie Bleibatterie, {voltage} V, {capacity} Ah, Kaltstartstrom {cold-start-current} A (EN), {length} mm lang. Geladen geliefert.',
    },
    first: '12 70 760 278',
    rows: `12 44 420 207 61.50 2
      12 52 470 207 67.90 2
      12 60 540 242 74.20 2
      12 74 680 278 86.80 2
      12 80 800 315 129.00 2
      12 95 850 353 148.00 2
      12 105 950 394 164.00 1
      12 180 1000 513 198.00 1`,
  },
  {
    drawing: 'alternator',
    category: 'alternators',
    kilograms: 6.2,
    prefix: 'ALT',
    brands: ['Amperion', 'Voltara'],
    columns: ['voltage', 'current'],
    name: { en: 'Alternator {voltage} V {current} A', de: 'Lichtmaschine {voltage} V {current} A' },
    description: {
      en: 'New alternator, {voltage} V, {current} A, with regulator and pulley, run on the test bench at full load. No core charge.',
      de: 'Neue Lichtmaschine, {voltage} V, {current} A, mit Regler und Riemenscheibe, unter Volllast geprüft. Ohne Altteilpfand.',
    },
    first: '14 140',
    rows: `14 70 118.00 1
      14 90 129.00 1
      14 120 149.00 1
      14 150 178.00 1
      14 180 204.00 1
      28 80 196.00 1
      28 110 239.00 1`,
  },
  {
    drawing: 'starter-motor',
    category: 'starter-motors',
    kilograms: 4.1,
    prefix: 'STM',
    brands: ['Amperion', 'Voltara'],
    columns: ['voltage', 'power', 'teeth'],
    name: {
      en: 'Starter motor {voltage} V {power} W, {teeth} teeth',
      de: 'Anlasser {voltage} V {power} W, {teeth} Zähne',
    },
    description: {
      en: 'New starter motor, {voltage} V, {power} W, pinion with {teeth} teeth, with solenoid. Disconnect the battery first.',
      de: 'Neuer Anlasser, {voltage} V, {power} W, Ritzel mit {teeth} Zähnen, mit Magnetschalter. Zuerst die Batterie abklemmen.',
    },
    first: '12 2000 11',
    rows: `12 900 9 89.00 1
      12 1100 9 96.50 1
      12 1400 10 109.00 1
      12 1700 10 121.00 1
      12 2200 11 148.00 1
      24 4000 12 229.00 1
      24 5500 12 268.00 1`,
  },
  {
    drawing: 'h7-bulb',
    category: 'bulbs',
    kilograms: 0.015,
    prefix: 'BLB',
    brands: ['Lumax', 'Voltara'],
    columns: ['socket', 'voltage', 'power'],
    name: { en: 'Halogen bulb {socket} {voltage} V {power} W', de: 'Halogenlampe {socket} {voltage} V {power} W' },
    description: {
      en: 'Bulb with socket {socket}, {voltage} V, {power} W, ECE R37 approved, packed singly. Do not touch the glass.',
      de: 'Lampe mit Sockel {socket}, {voltage} V, {power} W, Zulassung nach ECE R37, einzeln verpackt. Glas nicht berühren.',
    },
    first: 'h7 12 55',
    rows: `h1 12 55 2.10 20
      h4 12 60 2.90 20
      h4 24 75 4.10 20
      h1 24 70 3.60 20
      h7 24 70 4.40 20
      h11 12 55 5.60 20
      hb3 12 60 5.20 20
      w5w 12 5 45.00 100 100
      w5w 24 5 55.00 100 100
      p21w 12 21 60.00 100 100
      p21w 24 21 75.00 100 100`,
  },
  {
    drawing: 'fuse-assortment',
    category: 'fuses',
    kilograms: 0.4,
    prefix: 'FUS',
    brands: ['Lumax'],
    columns: ['current', 'pieces'],
    name: { en: 'Blade fuses {current} A, {pieces} pieces', de: 'Flachsicherungen {current} A, {pieces} Stück' },
    description: {
      en: 'Blade fuses of {current} A to ISO 8820-3, {pieces} pieces in a box that can be closed again.',
      de: 'Flachsicherungen mit {current} A nach ISO 8820-3, {pieces} Stück in wiederverschließbarer Schachtel.',
    },
    first: '- 120',
    rows: `5 100 6.90 5
      7.5 100 6.90 5
      10 100 6.90 5
      15 100 6.90 5
      20 100 6.90 5
      25 50 4.20 5
      30 50 4.20 5`,
  },
  {
    drawing: 'oil-filter',
    category: 'oil-filters',
    kilograms: 0.35,
    prefix: 'OFS',
    brands: ['Purex', 'Nordwerk', 'Filtron'],
    columns: ['diameter', 'height', 'thread'],
    name: {
      en: 'Spin-on oil filter {diameter} × {height} mm, {thread}',
      de: 'Anschraub-Ölfilter {diameter} × {height} mm, {thread}',
    },
    description: {
      en: 'Spin-on oil filter with bypass and anti-drain valve, {diameter} × {height} mm, thread {thread}. Oil the seal, then tighten by hand.',
      de: 'Anschraubfilter mit Umgehungs- und Rücklaufsperrventil, {diameter} × {height} mm, Gewinde {thread}. Dichtung ölen und von Hand anziehen.',
    },
    first: '76 79 3/4-16',
    rows: `66 70 m20-1.5 3.20 20
      66 91 m20-1.5 3.60 20
      68 65 m20-1.5 3.10 20
      76 123 3/4-16 4.70 20
      80 75 13/16-16 4.20 20
      93 96 3/4-16 5.30 20
      93 142 m22-1.5 6.80 20
      108 172 m22-1.5 9.40 10`,
  },
  {
    drawing: 'oil-filter-element',
    category: 'oil-filters',
    kilograms: 0.12,
    prefix: 'OFE',
    brands: ['Purex', 'Filtron'],
    columns: ['diameter', 'height'],
    name: { en: 'Oil filter element {diameter} × {height} mm', de: 'Ölfiltereinsatz {diameter} × {height} mm' },
    description: {
      en: 'Paper element without metal, {diameter} × {height} mm, with all sealing rings. Tighten the cover with the torque printed on it.',
      de: 'Papiereinsatz ohne Metall, {diameter} × {height} mm, mit allen Dichtringen. Deckel mit dem aufgedruckten Drehmoment anziehen.',
    },
    first: '64 104',
    rows: `57 79 4.10 20
      60 104 4.60 20
      64 115 4.90 20
      65 141 5.70 20
      72 154 6.30 20
      83 180 8.90 10`,
  },
  {
    drawing: 'panel-air-filter',
    category: 'air-filters',
    kilograms: 0.4,
    prefix: 'AIR',
    brands: ['Filtron', 'Purex'],
    columns: ['length', 'width', 'height'],
    name: { en: 'Air filter {length} × {width} × {height} mm', de: 'Luftfilter {length} × {width} × {height} mm' },
    description: {
      en: 'Panel air filter with a molded seal, {length} × {width} × {height} mm. Change every 60,000 km, in dust every 20,000.',
      de: 'Plattenluftfilter mit angespritzter Dichtung, {length} × {width} × {height} mm. Alle 60.000 km wechseln, bei Staub alle 20.000.',
    },
    first: '345 136 58',
    rows: `235 168 51 7.90 10
      248 215 46 8.60 10
      278 179 58 9.20 10
      292 201 42 9.70 10
      317 213 57 11.40 10
      342 135 70 11.90 10
      370 190 68 13.80 10`,
  },
  {
    drawing: 'cabin-filter',
    category: 'cabin-filters',
    kilograms: 0.2,
    prefix: 'CAB',
    brands: ['Purex', 'Filtron'],
    columns: ['length', 'width', 'height', 'activated-carbon'],
    name: {
      en: 'Cabin filter {length} × {width} × {height} mm',
      de: 'Innenraumfilter {length} × {width} × {height} mm',
    },
    description: {
      en: 'Cabin filter, {length} × {width} × {height} mm. Holds pollen and fine dust; change once a year.',
      de: 'Innenraumfilter, {length} × {width} × {height} mm. Hält Pollen und Feinstaub zurück; einmal im Jahr wechseln.',
    },
    first: '254 224 36 yes',
    rows: `207 182 27 no 5.80 10
      215 200 30 yes 8.90 10
      235 209 35 no 6.40 10
      240 190 35 yes 9.60 10
      254 224 36 no 6.90 10
      280 206 25 yes 10.40 10
      315 177 30 yes 10.90 10`,
  },
  {
    drawing: 'fuel-filter',
    category: 'fuel-filters',
    kilograms: 0.3,
    prefix: 'FUE',
    brands: ['Filtron', 'Purex'],
    columns: ['fuel', 'diameter', 'height', 'water-drain'],
    name: { en: '{fuel} filter {diameter} × {height} mm', de: 'Kraftstofffilter ({fuel}) {diameter} × {height} mm' },
    description: {
      en: 'Fuel filter for {fuel}, {diameter} × {height} mm. Release the pressure before opening the line.',
      de: 'Kraftstofffilter für {fuel}, {diameter} × {height} mm. Vor dem Öffnen der Leitung Druck ablassen.',
    },
    first: 'diesel 85 160 yes',
    rows: `petrol 55 161 no 8.20 10
      petrol 60 145 no 8.70 10
      petrol 73 170 no 9.90 10
      diesel 80 166 yes 15.40 10
      diesel 88 152 yes 16.80 10
      diesel 93 197 yes 19.60 10
      diesel 76 118 no 13.20 10`,
  },
  {
    drawing: 'summer-tyre',
    category: 'tyres',
    kilograms: 9.5,
    shipClass: 'bulky',
    prefix: 'TYR',
    brands: ['Rolland', 'Kestrel', 'Norrland'],
    columns: ['season', 'width', 'rim-diameter', 'load'],
    name: {
      en: '{season} tire {width} mm, R{rim-diameter}, {load} kg',
      de: '{season}reifen {width} mm, R{rim-diameter}, {load} kg',
    },
    description: {
      en: 'Radial tire for cars, {width} mm wide, for rims of {rim-diameter} inches, load {load} kg. Not older than 12 months at delivery.',
      de: 'Radialreifen für Pkw, {width} mm breit, für Felgen mit {rim-diameter} Zoll, Tragkraft {load} kg. Bei Lieferung höchstens 12 Monate alt.',
    },
    first: 'summer 205 16 615',
    rows: `summer 185 15 560 48.90 4
      summer 195 15 615 52.40 4
      summer 225 17 690 79.80 4
      summer 235 18 800 98.50 4
      winter 195 15 615 58.70 4
      winter 205 16 670 69.40 4
      winter 225 17 730 94.20 4
      all-season 195 15 615 56.90 4
      all-season 205 16 670 66.80 4
      all-season 225 17 730 89.60 4`,
  },
  {
    drawing: 'alloy-wheel',
    category: 'rims',
    kilograms: 9.8,
    shipClass: 'bulky',
    prefix: 'ALU',
    brands: ['Rolland', 'Kestrel'],
    columns: ['rim-diameter', 'rim-width', 'holes', 'bolt-circle', 'offset'],
    name: {
      en: 'Alloy rim {rim-width} × {rim-diameter}, {holes} × {bolt-circle}, ET{offset}, silver',
      de: 'Alufelge {rim-width} × {rim-diameter}, {holes} × {bolt-circle}, ET{offset}, silber',
    },
    description: {
      en: 'Cast alloy rim in silver, {rim-width} × {rim-diameter} inches, {holes} bolts on {bolt-circle} mm, offset {offset} mm, with certificate.',
      de: 'Gegossene Alufelge in Silber, {rim-width} × {rim-diameter} Zoll, {holes} Schrauben auf {bolt-circle} mm, Einpresstiefe {offset} mm, mit Gutachten.',
    },
    first: '17 7.5 5 112 45',
    rows: `15 6 4 100 38 64.00 4
      15 6.5 5 112 43 68.50 4
      16 6.5 4 108 32 74.00 4
      16 7 5 114.3 40 79.50 4
      17 7.5 5 108 45 96.00 4
      18 8 5 112 44 128.00 4
      18 8 5 120 30 134.00 4`,
  },
  {
    drawing: 'steel-wheel',
    category: 'rims',
    kilograms: 8.6,
    shipClass: 'bulky',
    prefix: 'STW',
    brands: ['Rolland'],
    columns: ['rim-diameter', 'rim-width', 'holes', 'bolt-circle', 'offset'],
    name: {
      en: 'Steel rim {rim-width} × {rim-diameter}, {holes} × {bolt-circle}, ET{offset}, black',
      de: 'Stahlfelge {rim-width} × {rim-diameter}, {holes} × {bolt-circle}, ET{offset}, schwarz',
    },
    description: {
      en: 'Black steel rim, {rim-width} × {rim-diameter} inches, {holes} bolts on {bolt-circle} mm, offset {offset} mm. Needs conical bolts.',
      de: 'Schwarze Stahlfelge, {rim-width} × {rim-diameter} Zoll, {holes} Schrauben auf {bolt-circle} mm, Einpresstiefe {offset} mm. Für Kegelbundschrauben.',
    },
    first: '16 6.5 5 112 46',
    rows: `14 5.5 4 100 45 29.80 4
      15 6 4 108 47 33.40 4
      15 6 5 112 47 34.90 4
      16 6.5 5 108 50 41.20 4
      16 6.5 5 114.3 50 42.60 4
      17 7 5 112 49 54.70 4`,
  },
  {
    drawing: 'wheel-bolts',
    category: 'wheel-bolts',
    kilograms: 0.09,
    prefix: 'WBT',
    brands: ['Halden', 'Rolland'],
    columns: ['thread', 'length', 'pieces'],
    name: {
      en: 'Wheel bolts {thread} × {length} mm, {pieces} pieces',
      de: 'Radschrauben {thread} × {length} mm, {pieces} Stück',
    },
    description: {
      en: 'Wheel bolts of grade 10.9, {thread} × {length} mm, hex 17 mm, zinc-flake coated, {pieces} in a pack.',
      de: 'Radschrauben der Klasse 10.9, {thread} × {length} mm, Schlüsselweite 17 mm, zinklamellenbeschichtet, {pieces} je Packung.',
    },
    first: 'm14-1.5 28 20',
    rows: `m12-1.25 22 16 16.90 5
      m12-1.5 24 20 18.40 5
      m12-1.5 28 20 19.20 5
      m12-1.5 40 20 23.70 5
      m14-1.25 27 20 21.60 5
      m14-1.5 33 20 24.90 5
      m14-1.5 40 20 27.40 5
      1/2-20 35 20 22.30 5`,
  },
  {
    drawing: 'tyre-pressure-sensor',
    category: 'pressure-sensors',
    kilograms: 0.04,
    prefix: 'TPS',
    brands: ['Voltara', 'Lumax'],
    columns: ['frequency', 'length'],
    name: {
      en: 'Tire pressure sensor {frequency} MHz, valve {length} mm',
      de: 'Reifendrucksensor {frequency} MHz, Ventil {length} mm',
    },
    description: {
      en: 'Programmable sensor for {frequency} MHz with a valve of {length} mm. Battery for about seven years.',
      de: 'Programmierbarer Sensor für {frequency} MHz mit {length}-mm-Ventil. Batterie für rund sieben Jahre.',
    },
    first: '433 -',
    rows: `315 42 24.80 4
      315 52 25.60 4
      433 42 24.80 4
      433 48 25.20 4
      434 56 28.90 4`,
  },
  {
    drawing: 'torque-wrench',
    category: 'wrenches',
    kilograms: 1.8,
    prefix: 'TQW',
    brands: ['Steelmark', 'Halden'],
    columns: ['drive', 'torque'],
    name: { en: 'Torque wrench {drive} up to {torque} Nm', de: 'Drehmomentschlüssel {drive} bis {torque} Nm' },
    description: {
      en: 'Click torque wrench with a {drive} drive, up to {torque} Nm, ±3 % to ISO 6789-2, with a numbered certificate.',
      de: 'Auslösender Drehmomentschlüssel mit {drive}-Antrieb, bis {torque} Nm, ±3 % nach ISO 6789-2, mit nummeriertem Prüfschein.',
    },
    first: '1/2 200',
    rows: `1/4 25 79.00 1
      3/8 60 86.50 1
      3/8 110 94.00 1
      1/2 300 139.00 1
      1/2 340 149.00 1
      3/4 600 238.00 1
      3/4 800 289.00 1`,
  },
  {
    drawing: 'socket-set',
    category: 'wrenches',
    kilograms: 6.5,
    prefix: 'SOC',
    brands: ['Steelmark'],
    columns: ['drive', 'pieces'],
    name: { en: 'Socket set {drive}, {pieces} pieces', de: 'Steckschlüsselsatz {drive}, {pieces}-teilig' },
    description: {
      en: 'Socket set with a {drive} ratchet of 72 teeth, {pieces} pieces of chrome vanadium steel, in a case.',
      de: 'Steckschlüsselsatz mit {drive}-Ratsche (72 Zähne), {pieces} Teile aus Chrom-Vanadium-Stahl, im Koffer.',
    },
    first: '1/2 24',
    rows: `1/4 46 39.90 2
      1/4 26 28.40 2
      3/8 38 54.80 2
      3/8 20 41.60 2
      1/2 18 49.20 2
      1/2 36 78.90 2
      3/4 14 119.00 1`,
  },
  {
    drawing: 'combination-spanner-set',
    category: 'wrenches',
    kilograms: 2.4,
    prefix: 'WRE',
    brands: ['Steelmark', 'Halden'],
    columns: ['length', 'pieces'],
    name: {
      en: 'Combination wrench set, {pieces} pieces, up to {length} mm long',
      de: 'Ringmaulschlüsselsatz, {pieces}-teilig, bis {length} mm lang',
    },
    description: {
      en: 'Combination wrenches of chrome vanadium steel, {pieces} pieces, the longest {length} mm, ring end offset by 15°.',
      de: 'Ringmaulschlüssel aus Chrom-Vanadium-Stahl, {pieces} Teile, der längste {length} mm, Ring um 15° gekröpft.',
    },
    first: '- 12',
    rows: `180 8 34.50 2
      235 12 52.90 2
      290 17 84.60 2
      320 22 118.00 1
      410 26 169.00 1`,
  },
  {
    drawing: 'screwdriver-set',
    category: 'screwdrivers',
    kilograms: 0.7,
    prefix: 'SCR',
    brands: ['Steelmark', 'Torvik'],
    columns: ['tip', 'pieces', 'insulated'],
    name: { en: 'Screwdriver set {tip}, {pieces} pieces', de: 'Schraubendrehersatz {tip}, {pieces}-teilig' },
    description: {
      en: 'Screwdrivers with {tip} tips, {pieces} pieces, two-component handles, blades of hardened steel.',
      de: 'Schraubendreher ({tip}), {pieces} Teile, Zweikomponentengriffe, Klingen aus gehärtetem Stahl.',
    },
    first: 'mixed 6 yes',
    rows: `slotted 5 no 16.80 4
      phillips 4 no 14.90 4
      torx 8 no 26.40 4
      torx 6 yes 32.70 2
      mixed 10 no 31.20 2
      mixed 7 yes 38.60 2
      mixed 12 no 36.90 2`,
  },
  {
    drawing: 'combination-pliers',
    category: 'pliers-and-hammers',
    kilograms: 0.3,
    prefix: 'PLI',
    brands: ['Torvik', 'Steelmark'],
    columns: ['length', 'insulated'],
    name: { en: 'Pliers {length} mm', de: 'Kombizange {length} mm' },
    description: {
      en: 'Forged combination pliers, {length} mm, with cutting edges hardened to 62 HRC for hard wire up to 2 mm.',
      de: 'Geschmiedete Kombizange, {length} mm, mit auf 62 HRC gehärteten Schneiden für harten Draht bis 2 mm.',
    },
    first: '180 no',
    rows: `160 no 13.40 5
      165 yes 19.80 5
      200 no 15.90 5
      205 yes 22.60 5
      250 no 19.20 5`,
  },
  {
    drawing: 'ball-peen-hammer',
    category: 'pliers-and-hammers',
    kilograms: 1.3,
    per: 'weight',
    prefix: 'HAM',
    brands: ['Steelmark'],
    columns: ['weight', 'length'],
    name: { en: 'Machinist hammer {weight} kg', de: 'Schlosserhammer {weight} kg' },
    description: {
      en: 'Machinist hammer with a forged head of {weight} kg and an ash handle, {length} mm long, secured by a ring wedge.',
      de: 'Schlosserhammer mit geschmiedetem Kopf von {weight} kg und Eschenstiel, {length} mm lang, mit Ringkeil gesichert.',
    },
    first: '0.68 350',
    rows: `0.2 280 9.80 5
      0.3 300 10.90 5
      0.5 320 12.60 5
      0.8 350 15.40 5
      1 360 17.20 5
      1.5 380 21.80 5`,
  },
  {
    drawing: 'impact-wrench',
    category: 'cordless-tools',
    kilograms: 5.2,
    prefix: 'IMP',
    brands: ['Maxtor', 'Amperion'],
    columns: ['voltage', 'torque', 'batteries'],
    name: { en: 'Cordless impact wrench {voltage} V {torque} Nm', de: 'Akku-Schlagschrauber {voltage} V {torque} Nm' },
    description: {
      en: 'Brushless impact wrench, {voltage} V, {torque} Nm breakaway torque, three power stages and an LED at the anvil.',
      de: 'Bürstenloser Schlagschrauber, {voltage} V, {torque} Nm Lösemoment, drei Leistungsstufen und LED am Antrieb.',
    },
    first: '18 1050 yes',
    rows: `12 160 no 129.00 1
      18 300 no 169.00 1
      18 400 yes 269.00 1
      18 610 no 219.00 1
      18 1400 no 299.00 1
      36 1800 yes 489.00 1`,
  },
  {
    drawing: 'angle-grinder',
    category: 'cordless-tools',
    kilograms: 3.1,
    prefix: 'GRD',
    brands: ['Maxtor'],
    columns: ['voltage', 'diameter', 'batteries'],
    name: {
      en: 'Cordless grinder {voltage} V, {diameter} mm disc',
      de: 'Akku-Winkelschleifer {voltage} V, Scheibe {diameter} mm',
    },
    description: {
      en: 'Brushless angle grinder, {voltage} V, for discs of {diameter} mm, with kickback stop and a guard that turns without tools.',
      de: 'Bürstenloser Winkelschleifer, {voltage} V, für {diameter}-mm-Scheiben, mit Rückschlagstopp und werkzeuglos verstellbarer Haube.',
    },
    first: '18 125 no',
    rows: `18 115 no 119.00 1
      18 125 yes 209.00 1
      18 150 no 149.00 1
      36 180 yes 339.00 1
      36 230 yes 379.00 1`,
  },
  {
    drawing: 'cordless-drill',
    category: 'cordless-tools',
    kilograms: 3.4,
    prefix: 'DRL',
    brands: ['Maxtor', 'Amperion'],
    columns: ['voltage', 'torque', 'batteries'],
    name: { en: 'Cordless drill {voltage} V {torque} Nm', de: 'Akku-Bohrschrauber {voltage} V {torque} Nm' },
    description: {
      en: 'Drill driver with two speeds, {voltage} V, {torque} Nm, metal chuck of 13 mm, 21 clutch settings.',
      de: 'Zweigang-Bohrschrauber, {voltage} V, {torque} Nm, 13-mm-Metallfutter, 21 Drehmomentstufen.',
    },
    first: '18 65 yes',
    rows: `12 30 yes 99.00 1
      12 40 no 79.00 1
      18 50 yes 149.00 1
      18 85 no 139.00 1
      18 110 yes 229.00 1
      18 135 no 189.00 1`,
  },
  {
    drawing: 'inspection-lamp',
    category: 'lamps',
    kilograms: 0.5,
    prefix: 'LMP',
    brands: ['Lumax', 'Maxtor'],
    columns: ['brightness', 'batteries'],
    name: { en: 'LED work light {brightness} lm', de: 'LED-Arbeitsleuchte {brightness} lm' },
    description: {
      en: 'LED work light with {brightness} lm in two steps, IP54, hook and magnet, with a USB-C cable.',
      de: 'LED-Arbeitsleuchte mit {brightness} lm in zwei Stufen, IP54, Haken und Magnet, mit USB-C-Kabel.',
    },
    first: '800 yes',
    rows: `250 yes 22.90 4
      400 yes 28.50 4
      600 yes 34.80 4
      1000 yes 49.60 2
      2000 no 58.20 2
      5000 no 94.00 1`,
  },
  {
    drawing: 'trolley-jack',
    category: 'lifting',
    kilograms: 33,
    shipClass: 'bulky',
    prefix: 'JCK',
    brands: ['Maxlift', 'Halden'],
    columns: ['load', 'height'],
    name: {
      en: 'Trolley jack {load} kg, lifts to {height} mm',
      de: 'Rangierwagenheber {load} kg, hebt bis {height} mm',
    },
    description: {
      en: 'Hydraulic trolley jack for {load} kg, lifts to {height} mm, with safety valve and rubber pad. Use axle stands.',
      de: 'Hydraulischer Rangierwagenheber für {load} kg, hebt bis {height} mm, mit Sicherheitsventil und Gummiteller. Unterstellböcke verwenden.',
    },
    first: '3000 500',
    rows: `1500 360 84.00 1
      2000 385 109.00 1
      2500 500 168.00 1
      4000 530 279.00 1
      10000 560 548.00 1`,
  },
  {
    drawing: 'two-post-lift',
    category: 'lifting',
    kilograms: 620,
    shipClass: 'freight',
    prefix: 'LFT',
    brands: ['Maxlift'],
    columns: ['load', 'height'],
    name: {
      en: 'Two-post lift {load} kg, lifts to {height} mm',
      de: 'Zweisäulen-Hebebühne {load} kg, hebt bis {height} mm',
    },
    description: {
      en: 'Electro-hydraulic two-post lift for {load} kg, lifts to {height} mm, 400 V three-phase, EN 1493. Needs 200 mm of concrete.',
      de: 'Elektrohydraulische Zweisäulenbühne für {load} kg, hebt bis {height} mm, 400 V Drehstrom, EN 1493. Benötigt 200 mm Beton.',
    },
    first: '4000 1900',
    rows: `3200 1850 2190.00 1
      3500 1880 2380.00 1
      4500 1950 2980.00 1
      5000 2000 3460.00 1
      6500 2040 4890.00 1`,
  },
  {
    drawing: 'hydraulic-press',
    category: 'lifting',
    kilograms: 95,
    shipClass: 'freight',
    prefix: 'PRS',
    brands: ['Maxlift'],
    columns: ['load', 'width'],
    name: {
      en: 'Workshop press {load} kg, {width} mm between posts',
      de: 'Werkstattpresse {load} kg, {width} mm lichte Weite',
    },
    description: {
      en: 'Hydraulic workshop press for {load} kg, {width} mm between the posts, with gauge and two V-blocks. Anchor it to the floor.',
      de: 'Hydraulische Werkstattpresse für {load} kg, {width} mm zwischen den Säulen, mit Manometer und zwei Prismen. Am Boden verankern.',
    },
    first: '20000 510',
    rows: `10000 420 298.00 1
      12000 480 369.00 1
      30000 550 849.00 1
      50000 700 1690.00 1
      75000 800 2480.00 1`,
  },
  {
    drawing: 'air-compressor',
    category: 'air-supply',
    kilograms: 64,
    shipClass: 'freight',
    prefix: 'CMP',
    brands: ['Maxtor', 'Maxlift'],
    columns: ['volume', 'pressure', 'power', 'voltage'],
    name: {
      en: 'Compressor {volume} l, {pressure} bar, {voltage} V',
      de: 'Kompressor {volume} l, {pressure} bar, {voltage} V',
    },
    description: {
      en: 'Piston compressor with a tank of {volume} l, {pressure} bar, {power} W, {voltage} V, with regulator and two couplings.',
      de: 'Kolbenkompressor mit {volume}-l-Kessel, {pressure} bar, {power} W, {voltage} V, mit Druckminderer und zwei Kupplungen.',
    },
    first: '100 10 2200 230',
    rows: `24 8 1500 230 168.00 1
      50 10 1800 230 239.00 1
      90 10 2200 230 389.00 1
      150 10 3000 400 698.00 1
      270 11 5500 400 1390.00 1
      500 11 7500 400 2180.00 1`,
  },
  {
    drawing: 'wheel-balancer',
    category: 'workshop-equipment',
    kilograms: 78,
    shipClass: 'freight',
    prefix: 'WBL',
    brands: ['Maxlift'],
    columns: ['rim-diameter', 'load'],
    name: {
      en: 'Wheel balancer for rims to {rim-diameter} inches',
      de: 'Wuchtmaschine für Felgen bis {rim-diameter} Zoll',
    },
    description: {
      en: 'Wheel balancer for rims up to {rim-diameter} inches and wheels up to {load} kg, with cones and a guard that starts it.',
      de: 'Wuchtmaschine für Felgen bis {rim-diameter} Zoll und Räder bis {load} kg, mit Konen und Start über die Haube.',
    },
    first: '30 70',
    rows: `22 60 980.00 1
      24 65 1240.00 1
      26 70 1690.00 1
      28 75 2150.00 1`,
  },
  {
    drawing: 'tool-trolley',
    category: 'workshop-equipment',
    kilograms: 58,
    shipClass: 'bulky',
    prefix: 'TRO',
    brands: ['Steelmark', 'Maxlift'],
    columns: ['drawers', 'load'],
    name: {
      en: 'Tool trolley with {drawers} drawers, {load} kg',
      de: 'Werkstattwagen mit {drawers} Schubladen, {load} kg',
    },
    description: {
      en: 'Tool trolley with {drawers} drawers on ball bearings, carries {load} kg, central lock, two wheels with brakes. Empty.',
      de: 'Werkstattwagen mit {drawers} kugelgelagerten Schubladen, trägt {load} kg, Zentralschloss, zwei gebremste Rollen. Ohne Inhalt.',
    },
    first: '7 -',
    rows: `4 250 219.00 1
      5 300 268.00 1
      6 350 319.00 1
      8 450 429.00 1
      11 700 698.00 1`,
  },
  {
    drawing: 'engine-oil-can',
    category: 'oils',
    kilograms: 0.92,
    per: 'volume',
    prefix: 'OIL',
    brands: ['Purex', 'Lubrino'],
    columns: ['viscosity', 'specification', 'volume'],
    name: {
      en: 'Engine oil {viscosity} {specification}, {volume} l',
      de: 'Motoröl {viscosity} {specification}, {volume} l',
    },
    description: {
      en: 'Engine oil {viscosity} to {specification} in a container of {volume} l. Mind the approval of the maker of the vehicle.',
      de: 'Motoröl {viscosity} nach {specification} im Gebinde mit {volume} l. Freigabe des Fahrzeugherstellers beachten.',
    },
    first: '5w-30 c3 5',
    rows: `0w-20 c2 5 34.90 4
      0w-30 c2 5 33.80 4
      0w-30 c2 20 118.00 1
      5w-30 c3 1 8.40 12
      5w-30 c3 20 102.00 1
      5w-40 a3 5 26.90 4
      5w-40 a3 60 248.00 1
      10w-40 a3 5 22.40 4
      10w-40 e7 20 84.00 1
      15w-40 e7 60 212.00 1`,
  },
  {
    drawing: 'brake-fluid-tin',
    category: 'brake-fluids',
    kilograms: 1.1,
    per: 'volume',
    shipClass: 'hazardous',
    prefix: 'BFL',
    brands: ['Lubrino', 'Torvik'],
    columns: ['specification', 'volume'],
    name: { en: 'Brake fluid {specification}, {volume} l', de: 'Bremsflüssigkeit {specification}, {volume} l' },
    description: {
      en: 'Brake fluid {specification} to FMVSS 116, {volume} l. Keep closed: it draws moisture from the air.',
      de: 'Bremsflüssigkeit {specification} nach FMVSS 116, {volume} l. Geschlossen lagern: Sie zieht Feuchtigkeit aus der Luft.',
    },
    first: 'dot-4 1',
    rows: `dot-3 0.5 4.20 12
      dot-4 0.25 2.90 24
      dot-4 0.5 4.60 12
      dot-4 5 32.80 2
      dot-5.1 0.5 6.40 12
      dot-5.1 5 48.90 2`,
  },
  {
    drawing: 'coolant-bottle',
    category: 'coolants',
    kilograms: 1.15,
    per: 'volume',
    prefix: 'CLT',
    brands: ['Lubrino', 'Purex'],
    columns: ['specification', 'volume'],
    name: {
      en: 'Coolant concentrate {specification}, {volume} l',
      de: 'Kühlmittelkonzentrat {specification}, {volume} l',
    },
    description: {
      en: 'Coolant concentrate {specification}, {volume} l, mixed half and half protects to −37 °C. Do not mix with other kinds.',
      de: 'Kühlmittelkonzentrat {specification}, {volume} l, 1:1 gemischt frostsicher bis −37 °C. Nicht mit anderen Sorten mischen.',
    },
    first: '- 1.5',
    rows: `g11 1.5 7.90 6
      g11 5 22.40 4
      g12 1.5 8.60 6
      g12 5 24.80 4
      g12 60 238.00 1
      g13 5 26.90 4
      g13 20 94.00 1`,
  },
  {
    drawing: 'brake-cleaner-spray',
    category: 'cleaners-and-greases',
    kilograms: 0.85,
    per: 'volume',
    shipClass: 'hazardous',
    prefix: 'CLN',
    brands: ['Lubrino', 'Purex'],
    columns: ['volume'],
    name: { en: 'Parts cleaner, {volume} l', de: 'Teilereiniger, {volume} l' },
    description: {
      en: 'Parts cleaner free of acetone, {volume} l, dries without residue. Highly flammable: use outside or with ventilation.',
      de: 'Acetonfreier Teilereiniger, {volume} l, trocknet rückstandsfrei. Leicht entzündlich: nur im Freien oder mit Absaugung verwenden.',
    },
    first: '0.5',
    rows: `0.4 2.80 24
      0.6 3.40 24
      5 24.60 2
      10 46.80 1
      60 229.00 1`,
  },
  {
    drawing: 'grease-cartridge',
    category: 'cleaners-and-greases',
    kilograms: 1.0,
    per: 'volume',
    prefix: 'GRS',
    brands: ['Lubrino'],
    columns: ['specification', 'volume'],
    name: { en: 'Multi-purpose grease {specification}, {volume} l', de: 'Mehrzweckfett {specification}, {volume} l' },
    description: {
      en: 'Lithium grease {specification}, {volume} l, from −30 to +130 °C, for bearings and joints.',
      de: 'Lithiumfett {specification}, {volume} l, von −30 bis +130 °C, für Lager und Gelenke.',
    },
    first: 'nlgi-2 -',
    rows: `nlgi-1 0.4 5.20 12
      nlgi-1 5 38.60 1
      nlgi-2 0.1 1.90 24
      nlgi-2 1 10.80 6
      nlgi-2 5 36.90 1
      nlgi-2 25 158.00 1`,
  },
]

/** Describes a product of the demo shop: what it is in words, numbers and pictures. */
export interface DemoProduct {
  sku: string
  brand: string
  category: string
  drawing: string
  name: string
  description: string
  /** Name and description in German. */
  german: { name: string; content: string }
  /** The values by the codes of their attributes, as they are entered. */
  values: Partial<Record<DemoAttributeCode, string>>
  /** Numbers under which others know it. */
  crossReferences: readonly { kind: 'oem' | 'competitor'; maker: string; number: string }[]
  priceCents: number
  pricePer?: PricePer | undefined
  minimumQuantity: number
  availableQuantity: number
  weight: string
  shipClass: string | null
}

/** Returns all products, those of `products.ts` first. */
export const listDemoProducts = (): DemoProduct[] => [...firstProducts.map(completeProduct), ...listFamilyProducts()]

function completeProduct(product: FirstProduct, index: number): DemoProduct {
  const family = families.find(({ drawing }) => drawing === product.drawing)
  if (!family) throw new Error(`No family has the drawing ${product.drawing}.`)
  const values = readValues(family, family.first.split(' '))
  return {
    ...product,
    german: product.german ?? inGerman(family, values),
    brand: family.brands[0] ?? '',
    category: family.category,
    values,
    ...shippingOf(family, values, product.priceCents),
    crossReferences: crossReferences(index + 3),
  }
}

function listFamilyProducts(): DemoProduct[] {
  return families.flatMap((family, familyIndex) =>
    family.rows.split('\n').map((line, index) => {
      const cells = line.trim().split(' ')
      const values = readValues(family, cells)
      const [price = '', minimum = '', per] = cells.slice(family.columns.length)
      const minimumQuantity = Number(minimum)
      const serial = (familyIndex + 1) * 37 + (index + 1) * 13
      return {
        sku: `${family.prefix}-${String(1000 + serial)}`,
        brand: family.brands[index % family.brands.length] ?? '',
        category: family.category,
        drawing: family.drawing,
        name: fill(family.name.en, values, 'en'),
        description: fill(family.description.en, values, 'en'),
        german: inGerman(family, values),
        values,
        ...shippingOf(family, values, Math.round(Number(price) * 100)),
        crossReferences: crossReferences(serial),
        priceCents: Math.round(Number(price) * 100),
        pricePer: pricePerChoices.find((units) => String(units) === per),
        minimumQuantity,
        // Most products are well in stock, some are low, a few are sold out.
        availableQuantity: serial % 19 === 0 ? 0 : minimumQuantity * (2 + (serial % 45)),
      }
    }),
  )
}

const readValues = ({ columns }: Family, cells: readonly string[]): DemoProduct['values'] =>
  Object.fromEntries(
    columns.flatMap((code, column) => {
      const value = cells[column]
      return value === undefined || value === '-' ? [] : [[code, value]]
    }),
  )

/** Returns weight and ship class: within a family, what costs more is mostly larger. */
function shippingOf(
  { kilograms, per, shipClass, columns, rows }: Family,
  values: DemoProduct['values'],
  priceCents: number,
) {
  const prices = rows.split('\n').map((line) => Number(line.trim().split(' ')[columns.length]) * 100)
  const middle = prices.toSorted((one, other) => one - other)[Math.floor(prices.length / 2)] ?? priceCents
  const units = per
    ? Number.parseFloat(values[per] ?? '0.4')
    : Math.min(1.6, Math.max(0.6, Math.sqrt(priceCents / middle)))
  return { weight: `${String(Number((kilograms * units).toPrecision(2)))} kg`, shipClass: shipClass ?? null }
}

const inGerman = ({ name, description }: Family, values: DemoProduct['values']) => ({
  name: fill(name.de, values, 'de'),
  content: fill(description.de, values, 'de'),
})

/** Fills the values into a text. */
function fill(template: string, values: DemoProduct['values'], language: Language): string {
  const text = template.replace(/\{([a-z0-9-]+)\}/g, (_, code: DemoAttributeCode) =>
    show(code, values[code] ?? '', language),
  )
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** Returns a value as text in a sentence: options by their names, numbers with the language's decimal mark. */
function show(code: DemoAttributeCode, value: string, language: Language): string {
  const attribute: DemoAttribute = demoAttributes[code]
  if (attribute.kind === 'number') {
    const spaced = value.replace(/(?<=\d)(?=[a-z])/i, ' ')
    return language === 'de' ? spaced.replace('.', ',') : spaced
  }
  if (attribute.kind !== 'option') return value
  const names = attribute.options[value]
  if (!names) throw new Error(`The attribute ${code} has no option ${value}.`)
  // Plain words are lower case inside a sentence; names such as `DOT 4`, `Phillips` and German nouns are not.
  const isPlainWord =
    language === 'en' ? /^[A-Z][a-z-]+$/.test(names.en) && code !== 'tip' : code === 'axle' || code === 'side'
  return isPlainWord ? names[language].toLowerCase() : names[language]
}

const makers = ['Aurio', 'Delmont', 'Sundvik', 'Kasai']

/** Returns made-up numbers of vehicle makers and of a competitor. */
function crossReferences(serial: number): DemoProduct['crossReferences'] {
  const digits = String(100_000 + ((serial * 7919) % 899_999))
  const maker = makers[serial % makers.length] ?? ''
  return [
    {
      kind: 'oem',
      maker,
      number: `${digits.slice(0, 3)} ${digits.slice(3)} ${String.fromCodePoint(65 + (serial % 26))}`,
    },
    ...(serial % 3 === 0
      ? []
      : [{ kind: 'competitor' as const, maker: 'Partex', number: `PX-${digits.slice(1)}/${String(serial % 9)}` }]),
  ]
}

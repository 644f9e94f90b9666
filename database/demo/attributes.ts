import type { Dimension } from '#contract/units.ts'

type Names = { en: string; de: string }

/** Describes an attribute of the demo shop. */
export type DemoAttribute = Names &
  (
    | { kind: 'number'; dimension: Dimension; unit: string }
    | { kind: 'yes-no' }
    | { kind: 'option'; options: Readonly<Record<string, Names>> }
  )

const units = {
  mm: 'length',
  in: 'length',
  kg: 'mass',
  V: 'voltage',
  A: 'current',
  Ah: 'charge',
  W: 'power',
  Nm: 'torque',
  bar: 'pressure',
  l: 'volume',
  '': 'count',
} as const satisfies Record<string, Dimension>

const number = (en: string, de: string, unit: keyof typeof units = ''): DemoAttribute => ({
  en,
  de,
  kind: 'number',
  dimension: units[unit],
  unit,
})
const yesNo = (en: string, de: string): DemoAttribute => ({ en, de, kind: 'yes-no' })
const option = (en: string, de: string, options: Record<string, Names | string>): DemoAttribute => ({
  en,
  de,
  kind: 'option',
  options: Object.fromEntries(
    Object.entries(options).map(([code, names]) => [
      code,
      typeof names === 'string' ? { en: names, de: names } : names,
    ]),
  ),
})

/** Holds the attributes by their codes. */
export const demoAttributes = {
  axle: option('Axle', 'Achse', { front: { en: 'Front', de: 'Vorn' }, rear: { en: 'Rear', de: 'Hinten' } }),
  side: option('Side', 'Seite', { left: { en: 'Left', de: 'Links' }, right: { en: 'Right', de: 'Rechts' } }),
  diameter: number('Diameter', 'Durchmesser', 'mm'),
  thickness: number('Thickness', 'Dicke', 'mm'),
  length: number('Length', 'Länge', 'mm'),
  width: number('Width', 'Breite', 'mm'),
  height: number('Height', 'Höhe', 'mm'),
  thread: option('Thread', 'Gewinde', {
    'm10-1': 'M10 × 1',
    'm12-1.25': { en: 'M12 × 1.25', de: 'M12 × 1,25' },
    'm12-1.5': { en: 'M12 × 1.5', de: 'M12 × 1,5' },
    'm14-1.25': { en: 'M14 × 1.25', de: 'M14 × 1,25' },
    'm14-1.5': { en: 'M14 × 1.5', de: 'M14 × 1,5' },
    'm18-1.5': { en: 'M18 × 1.5', de: 'M18 × 1,5' },
    'm20-1.5': { en: 'M20 × 1.5', de: 'M20 × 1,5' },
    'm22-1.5': { en: 'M22 × 1.5', de: 'M22 × 1,5' },
    '3/4-16': '3/4"-16',
    '13/16-16': '13/16"-16',
    '3/8-24': '3/8"-24',
    '1/2-20': '1/2"-20',
  }),
  holes: number('Bolt holes', 'Lochzahl'),
  'bolt-circle': number('Bolt circle', 'Lochkreis', 'mm'),
  'rim-diameter': number('Rim diameter', 'Felgendurchmesser', 'in'),
  'rim-width': number('Rim width', 'Felgenbreite', 'in'),
  offset: number('Offset (ET)', 'Einpresstiefe (ET)', 'mm'),
  season: option('Season', 'Saison', {
    summer: { en: 'Summer', de: 'Sommerreifen' },
    winter: { en: 'Winter', de: 'Winterreifen' },
    'all-season': { en: 'All-season', de: 'Ganzjahresreifen' },
  }),
  voltage: number('Voltage', 'Spannung', 'V'),
  current: number('Output current', 'Ausgangsstrom', 'A'),
  capacity: number('Capacity', 'Kapazität', 'Ah'),
  'cold-start-current': number('Cold start current', 'Kaltstartstrom', 'A'),
  power: number('Power', 'Leistung', 'W'),
  torque: number('Maximum torque', 'Höchstes Drehmoment', 'Nm'),
  pressure: number('Maximum pressure', 'Höchstdruck', 'bar'),
  volume: number('Volume', 'Inhalt', 'l'),
  load: number('Load capacity', 'Tragkraft', 'kg'),
  weight: number('Weight of the head', 'Kopfgewicht', 'kg'),
  teeth: number('Teeth', 'Zähne'),
  pins: number('Pins', 'Pole'),
  pieces: number('Pieces', 'Teile'),
  drawers: number('Drawers', 'Schubladen'),
  brightness: number('Brightness (lm)', 'Lichtstrom (lm)'),
  frequency: number('Frequency (MHz)', 'Frequenz (MHz)'),
  'heat-range': number('Heat range', 'Wärmewert'),
  drive: option('Drive', 'Antrieb', { '1/4': '1/4"', '3/8': '3/8"', '1/2': '1/2"', '3/4': '3/4"' }),
  electrode: option('Electrode', 'Elektrode', {
    nickel: 'Nickel',
    platinum: { en: 'Platinum', de: 'Platin' },
    iridium: 'Iridium',
  }),
  viscosity: option('Viscosity', 'Viskosität', {
    '0w-20': '0W-20',
    '0w-30': '0W-30',
    '5w-30': '5W-30',
    '5w-40': '5W-40',
    '10w-40': '10W-40',
    '15w-40': '15W-40',
  }),
  specification: option('Specification', 'Norm', {
    'dot-3': 'DOT 3',
    'dot-4': 'DOT 4',
    'dot-5.1': 'DOT 5.1',
    g11: 'G11',
    g12: 'G12+',
    g13: 'G13',
    'nlgi-1': 'NLGI 1',
    'nlgi-2': 'NLGI 2',
    c2: 'ACEA C2',
    c3: 'ACEA C3',
    a3: 'ACEA A3/B4',
    e7: 'ACEA E7',
  }),
  fuel: option('Fuel', 'Kraftstoff', { petrol: { en: 'Gasoline', de: 'Benzin' }, diesel: 'Diesel' }),
  socket: option('Socket', 'Sockel', {
    h1: 'H1',
    h4: 'H4',
    h7: 'H7',
    h11: 'H11',
    w5w: 'W5W',
    p21w: 'P21W',
    hb3: 'HB3',
  }),
  tip: option('Tip', 'Antriebsform', {
    slotted: { en: 'Slotted', de: 'Schlitz' },
    phillips: 'Phillips',
    torx: 'Torx',
    mixed: { en: 'Mixed', de: 'Gemischt' },
  }),
  r90: yesNo('ECE R90 approved', 'Zulassung nach ECE R90'),
  'activated-carbon': yesNo('Activated carbon', 'Aktivkohle'),
  'wear-sensor': yesNo('With wear sensor', 'Mit Verschleißsensor'),
  'water-drain': yesNo('Water drain', 'Wasserablass'),
  batteries: yesNo('Batteries included', 'Akkus im Lieferumfang'),
  insulated: yesNo('Insulated to 1,000 V', 'Isoliert bis 1.000 V'),
} as const satisfies Readonly<Record<string, DemoAttribute>>
export type DemoAttributeCode = keyof typeof demoAttributes

/** Holds the categories below the ten main ones, by slug: parent, names, and attributes in the order of their columns. */
export const demoCategories: Readonly<
  Record<string, Names & { parent: string; attributes: readonly DemoAttributeCode[] }>
> = {
  'brake-discs': {
    parent: 'brakes',
    en: 'Brake discs',
    de: 'Bremsscheiben',
    attributes: ['diameter', 'holes', 'bolt-circle', 'thickness', 'axle', 'r90'],
  },
  'brake-pads': {
    parent: 'brakes',
    en: 'Brake pads',
    de: 'Bremsbeläge',
    attributes: ['axle', 'width', 'height', 'thickness', 'wear-sensor', 'r90'],
  },
  'drum-brakes': {
    parent: 'brakes',
    en: 'Drum brakes',
    de: 'Trommelbremsen',
    attributes: ['diameter', 'width', 'holes'],
  },
  'brake-hydraulics': { parent: 'brakes', en: 'Brake hydraulics', de: 'Bremshydraulik', attributes: [] },
  'brake-calipers': {
    parent: 'brake-hydraulics',
    en: 'Brake calipers',
    de: 'Bremssättel',
    attributes: ['axle', 'side', 'diameter'],
  },
  'brake-hoses': {
    parent: 'brake-hydraulics',
    en: 'Brake hoses',
    de: 'Bremsschläuche',
    attributes: ['axle', 'length', 'thread'],
  },
  ignition: { parent: 'engine', en: 'Ignition', de: 'Zündung', attributes: [] },
  'spark-plugs': {
    parent: 'ignition',
    en: 'Spark plugs',
    de: 'Zündkerzen',
    attributes: ['electrode', 'thread', 'length', 'heat-range'],
  },
  'ignition-coils': { parent: 'ignition', en: 'Ignition coils', de: 'Zündspulen', attributes: ['pins', 'length'] },
  'timing-drive': { parent: 'engine', en: 'Timing drive', de: 'Steuertrieb', attributes: ['teeth', 'width', 'fuel'] },
  cooling: { parent: 'engine', en: 'Cooling', de: 'Kühlung', attributes: ['diameter', 'fuel'] },
  'engine-internals': {
    parent: 'engine',
    en: 'Pistons and bearings',
    de: 'Kolben und Lager',
    attributes: ['diameter', 'height', 'fuel'],
  },
  turbochargers: { parent: 'engine', en: 'Turbochargers', de: 'Turbolader', attributes: ['power', 'fuel'] },
  'shock-absorbers': {
    parent: 'suspension',
    en: 'Shock absorbers',
    de: 'Stoßdämpfer',
    attributes: ['axle', 'length', 'diameter'],
  },
  springs: { parent: 'suspension', en: 'Springs', de: 'Federn', attributes: ['axle', 'thickness', 'length'] },
  'control-arms': {
    parent: 'suspension',
    en: 'Control arms',
    de: 'Querlenker',
    attributes: ['axle', 'side', 'length'],
  },
  'wheel-hubs': {
    parent: 'suspension',
    en: 'Wheel hubs',
    de: 'Radnaben',
    attributes: ['axle', 'holes', 'bolt-circle'],
  },
  batteries: {
    parent: 'electrical',
    en: 'Batteries',
    de: 'Batterien',
    attributes: ['voltage', 'capacity', 'cold-start-current', 'length'],
  },
  alternators: { parent: 'electrical', en: 'Alternators', de: 'Lichtmaschinen', attributes: ['voltage', 'current'] },
  'starter-motors': {
    parent: 'electrical',
    en: 'Starter motors',
    de: 'Anlasser',
    attributes: ['voltage', 'power', 'teeth'],
  },
  bulbs: { parent: 'electrical', en: 'Bulbs', de: 'Glühlampen', attributes: ['socket', 'voltage', 'power'] },
  fuses: { parent: 'electrical', en: 'Fuses', de: 'Sicherungen', attributes: ['current', 'pieces'] },
  'oil-filters': { parent: 'filters', en: 'Oil filters', de: 'Ölfilter', attributes: ['diameter', 'height', 'thread'] },
  'air-filters': { parent: 'filters', en: 'Air filters', de: 'Luftfilter', attributes: ['length', 'width', 'height'] },
  'cabin-filters': {
    parent: 'filters',
    en: 'Cabin filters',
    de: 'Innenraumfilter',
    attributes: ['length', 'width', 'height', 'activated-carbon'],
  },
  'fuel-filters': {
    parent: 'filters',
    en: 'Fuel filters',
    de: 'Kraftstofffilter',
    attributes: ['fuel', 'diameter', 'height', 'water-drain'],
  },
  tyres: {
    parent: 'tyres-and-wheels',
    en: 'Tires',
    de: 'Reifen',
    attributes: ['season', 'width', 'rim-diameter', 'load'],
  },
  rims: {
    parent: 'tyres-and-wheels',
    en: 'Rims',
    de: 'Felgen',
    attributes: ['rim-diameter', 'rim-width', 'holes', 'bolt-circle', 'offset'],
  },
  'wheel-bolts': {
    parent: 'tyres-and-wheels',
    en: 'Wheel bolts',
    de: 'Radschrauben',
    attributes: ['thread', 'length', 'pieces'],
  },
  'pressure-sensors': {
    parent: 'tyres-and-wheels',
    en: 'Tire pressure sensors',
    de: 'Reifendrucksensoren',
    attributes: ['frequency', 'length'],
  },
  wrenches: {
    parent: 'hand-tools',
    en: 'Wrenches and sockets',
    de: 'Schlüssel und Stecknüsse',
    attributes: ['drive', 'torque', 'pieces', 'length'],
  },
  screwdrivers: {
    parent: 'hand-tools',
    en: 'Screwdrivers',
    de: 'Schraubendreher',
    attributes: ['tip', 'pieces', 'insulated'],
  },
  'pliers-and-hammers': {
    parent: 'hand-tools',
    en: 'Pliers and hammers',
    de: 'Zangen und Hämmer',
    attributes: ['length', 'weight', 'insulated'],
  },
  'cordless-tools': {
    parent: 'power-tools',
    en: 'Cordless tools',
    de: 'Akkuwerkzeuge',
    attributes: ['voltage', 'torque', 'diameter', 'batteries'],
  },
  lamps: { parent: 'power-tools', en: 'Work lights', de: 'Arbeitsleuchten', attributes: ['brightness', 'batteries'] },
  lifting: {
    parent: 'garage-machines',
    en: 'Lifts and jacks',
    de: 'Hebetechnik',
    attributes: ['load', 'height', 'width'],
  },
  'air-supply': {
    parent: 'garage-machines',
    en: 'Compressors',
    de: 'Kompressoren',
    attributes: ['volume', 'pressure', 'power', 'voltage'],
  },
  'workshop-equipment': {
    parent: 'garage-machines',
    en: 'Workshop equipment',
    de: 'Werkstatteinrichtung',
    attributes: ['load', 'rim-diameter', 'drawers'],
  },
  oils: { parent: 'fluids', en: 'Engine oils', de: 'Motoröle', attributes: ['viscosity', 'specification', 'volume'] },
  'brake-fluids': {
    parent: 'fluids',
    en: 'Brake fluids',
    de: 'Bremsflüssigkeiten',
    attributes: ['specification', 'volume'],
  },
  coolants: { parent: 'fluids', en: 'Coolants', de: 'Kühlmittel', attributes: ['specification', 'volume'] },
  'cleaners-and-greases': {
    parent: 'fluids',
    en: 'Cleaners and greases',
    de: 'Reiniger und Fette',
    attributes: ['specification', 'volume'],
  },
}

import { findAll } from '#server/vehicles/find-all.ts'

/** Holds an engine, or several that share their letters, at a place of a text. */
export interface EngineSpan {
  start: number
  end: number
  names: readonly string[]
  /** Litres without a word; they count only next to a vehicle. */
  isBare: boolean
}

/** Lists the names of engines as their makers write them. */
const tags =
  'BlueHDi,HDi,eHDi,TDCi,TDI,SDI,TSI,TFSI,FSI,CDTI,DTI,CDI,CRDi,CRD,dCi,TCe,JTDm,JTD,MultiJet,EcoBoost,EcoBlue,D4D,D-4D,VTEC,i-VTEC,i-DTEC,VVT-i,GDI,T-GDI,MPI,TwinAir,MultiAir,T-Jet,TB,JTS,TwinSpark,Skyactiv,Duramax,Cummins,HEMI,Turbo,Diesel,Petrol,LPG,CNG,Hybrid,HPI,HPT,CTDi,i-CTDi,DITD,MZR,MZR-CD,MZ-CD,TDdi,DI,DI-D,DT,DTH,DTL,DIG-T,DIG-S,DDiS,TDV6,SDV6,TDV8,SDV8,200TDI,300TDI,TD4,SD4,Ecotec,EcoDiesel,Duratec,Duratorq,Powerstroke,Coyote,Pentastar,LB7,LLY,LBZ,LMM,LML,L5P,VCDi,Vortec,TGI,Td5,8V,16V,20V,24V,V6,V8,V10,V12,L4,L6,I4,I6,H4,H6,R4,R6,W12,VR6,BiTDI,BiTurbo,PureTech,VTi,THP,HTP,TD,T,D,i-DSI,i,DOHC,SOHC'.split(
    ',',
  )
/** Holds what fuels are called in other languages. */
const fuels: Readonly<Record<string, readonly string[]>> = {
  Diesel: ['turbodiesel'],
  Petrol: ['benzin', 'benziner', 'benzina', 'benzyna', 'essence', 'gasolina', 'gasoline'],
  LPG: ['gpl', 'glp', 'autogas'],
  CNG: ['gnc', 'gnv', 'metano', 'erdgas'],
}
/** Holds short names of engines. */
const shortNames = { mjt: 'MultiJet', mjet: 'MultiJet', 'power-stroke': 'Powerstroke', 'power stroke': 'Powerstroke' }
/** Holds the words for fuels by their keys. */
const fuelOf: ReadonlyMap<string, string> = new Map(
  Object.entries(fuels).flatMap(([fuel, words]) => [fuel, ...words].map((word) => [word.toUpperCase(), fuel] as const)),
)
/** Matches names of engines that burn Diesel. */
export const isDiesel =
  /(?:TDI|SDI|HDi|TDCi|CDTI|DTI|CDI|CRDi?|dCi|JTDm?|MultiJet|EcoBlue|D-?4D|i-DTEC|CTDi|DITD|CD|TDdi|DI-D|DDiS|DT[HL]|Powerstroke|VCDi|[TS]DV[68]|[TS]D4|Duramax|Cummins|EcoDiesel|Duratorq|T?D|Diesel)(?: |$)/

/** Returns the fuel that a word says, if it is not said by the engines already. */
export function fuelBeside(key: string, engines: readonly Pick<EngineSpan, 'names'>[]): string | undefined {
  const fuel = fuelOf.get(key)
  return fuel === 'Diesel' && engines.some(({ names }) => names.some((name) => isDiesel.test(name))) ? undefined : fuel
}

/** Lists codes of the Duramax. */
const ofDuramax = '(?:lb7|lly|lbz|lmm|lml|l5p)'
/** Lists engines of American makers that are known by their names. */
const american = [
  'power[ -]?stroke',
  'cummins',
  `(?:${ofDuramax} )?duramax(?: ${ofDuramax}(?![\\p{L}\\p{N}]))?`,
  'hemi',
  'ecoboost',
  'ecodiesel',
  'vortec',
  'coyote',
  'pentastar',
]
/** Lists those that say something without litres. */
const alone = [
  ...american,
  'tdi',
  'sdi',
  'tsi',
  'tfsi',
  'hdi',
  'bluehdi',
  'tdci',
  'cdti',
  'dti',
  'cdi',
  'crdi',
  'dci',
  'tce',
  'jtd',
  'jtdm',
  'multijet',
  'v6',
  'v8',
  'vr6',
  'tdv6',
  'sdv6',
  'tdv8',
  'td5',
  '200tdi',
  '300tdi',
]
const nameOf = new Map([
  ...tags.map((tag) => [tag.toLowerCase().replaceAll('-', ''), tag] as const),
  ...Object.entries(fuels).flatMap(([fuel, words]) => words.map((word) => [word, fuel] as const)),
  ...Object.entries(shortNames),
])
const tag = `(?:${[...tags, ...Object.values(fuels).flat(), ...Object.keys(shortNames)]
  .toSorted((a, b) => b.length - a.length)
  .map((one) => one.toLowerCase().replaceAll('-', '-?'))
  .join('|')})(?![\\p{L}\\p{N}])`
// 1.6, 1.25, and the `30` of `30 TDI`
const litres = '(?:[0-8][.,]\\d(?!\\d)|1[.,]25(?!\\d)|[2-6][05](?=\\s(?:tdi|tfsi)(?![\\p{L}\\p{N}])))'
// `V8-6.0L` and `L4 1.4L`, also behind the engine in front of it, as in `V6-3.9L/V8-4.7L`
const layout = `(?<layout>[vlirh](?:[34568]|1[02]))[\\s-](?=${litres}\\s?l(?!\\p{L}))`
const cylindersInWords = '(?:[34568]|1[02])[\\s-]?(?:cyl|zyl)(?:inders?|indres?|indri|indros)?(?![\\p{L}\\p{N}])'
/** Matches a number of cylinders, which says no more than litres in front of it. */
export const cylinders = new RegExp(`(?<![\\p{L}\\p{N}.,/-])${cylindersInWords}`, 'gu')
const model = '[1-8]\\d\\d(?:c?i|xi|is|t?d|td)'
/** Matches from which engine to which a part is, as in `1.6-2.0` and `316i-328i`: those between them are not said. */
export const engineRanges = new RegExp(
  `(?<![\\p{L}\\p{N}.,/-])(?:${litres}\\s?l?(?:\\s?${tag})?\\s?(?:-|bis|to|do)\\s?${litres}\\s?l?(?:\\s?${tag})?|${model}\\s?-\\s?${model})(?![\\p{L}\\p{N}]|[.,-]\\d|\\s?(?:mm|cm|kg|ml|ah|bar|nm|kw)(?!\\p{L}))`,
  'gu',
)
const pattern = new RegExp(
  `(?:(?<![\\p{L}\\p{N}.,x*]|[\\p{L}\\p{N}][-./,])(?:${layout})?|(?<=\\dl/)(?=${layout.replace('?<layout>', '')})(?:${layout.replace('layout', 'next')}))(?:(?<size>${litres}(?:\\s?l(?:itres?|iters?|tr?|itr[aey]?)?(?![\\p{L}]))?(?:(?:\\s?[/,+&]\\s?|\\s+)${litres}(?:\\s?l(?![\\p{L}]))?)*)(?<tags>(?:[\\s-]*${tag})*)(?:[\\s,-]{1,2}${cylindersInWords})?|(?<model>[1-9]\\d\\d(?:\\s?[/,]\\s?[1-9]\\d\\d)*\\s?(?=cdi))?(?<alone>${alone.join('|')})(?![\\p{L}\\p{N}])(?:\\s(?<sized>${litres}\\s?l(?![\\p{L}])))?)(?![\\p{L}\\p{N}]|[-.,]\\p{N}|\\s?x\\s?\\p{N}|\\s?(?:mm|cm|kg|ml|ah|bar|nm|kw|ps|hp|km|pcs|stk|szt|ohm|"|%)(?![\\p{L}])|[vwamg](?![\\p{L}]))`,
  'gu',
)

const tagPattern = new RegExp(tag, 'gu')

/** Returns the words of an engine; that it burns petrol says no more than its other words do. */
const spell = (text: string): string[] => {
  const words = findAll(text, tagPattern).map(([one]) => nameOf.get(one.replaceAll('-', '')) ?? one.toUpperCase())
  return words.length > 1 ? words.filter((word) => word !== 'Petrol') : words
}

/** Matches makes and models that have turbocharged engines of three litres and more, and no vans. */
const ofBigTurbos = /(?<!\p{L})(?:infiniti|genesis|stinger|audi|bmw|acura|cadillac|porsche)(?!\p{L})/u

/** Finds the engines of a text that `plainText` made. */
export function readEngines(text: string): EngineSpan[] {
  const spans: EngineSpan[] = []
  for (const match of findAll(text, pattern)) {
    const { size, tags: written = '', model = '', alone: word, sized, layout: form, next } = match.groups ?? {}
    const layoutOf = form ?? next
    const [start, end] = [match.index, match.index + match[0].length]
    const tagsOf = spell(size === undefined ? (word ?? '') : written)
    const words = layoutOf === undefined ? [] : [layoutOf.toUpperCase()]
    const sizes = findAll(size ?? sized ?? '', /(\d[.,]?\d+)(\s?l)?/g).map(
      ([, number, l]) => `${number?.replace(',', '.')}${l ? 'L' : ''}`,
    )
    // `1.8T` has a turbocharger, `3.5T` may be the weight of a van.
    if (tagsOf.includes('T') && sizes.some((one) => Number.parseFloat(one) >= 3) && !ofBigTurbos.test(text)) continue
    // `1.2/1.6 TDI` are two Diesels; in a longer list, or behind another sign, the word is that of the litres beside it.
    const isShared = sizes.length < 2 || (sizes.length === 2 && /\d\s?l?\s?\/\s?\d/.test(size ?? ''))
    const all = sizes.length > 0 ? sizes : (model.match(/\d{3}/g) ?? [''])
    const names = all.map((one, at) =>
      [one, ...(isShared || at === all.length - 1 ? tagsOf : []), ...words].filter(Boolean).join(' '),
    )
    const hasWord = tagsOf.length > 0 || words.length > 0 || model !== ''
    spans.push({ start, end, names, isBare: !hasWord && !sizes.some((one) => one.endsWith('L')) })
  }
  return joinNames(spans, text)
}

const isAmerican = new RegExp(`^(?:${american.join('|')}|v6|v8)$`, 'iu')

/**
 * Makes the only name of an engine and the only litres of a text, as in `5.9L 12 valve Cummins`, one engine; those of `2002-2006 Camry 2.4L,
 * 2003-2007 Accord V6` are two.
 */
function joinNames(spans: readonly EngineSpan[], text: string): EngineSpan[] {
  const [name, ...more] = spans.filter(
    ({ names: [one = '', ...others] }) => others.length === 0 && isAmerican.test(one),
  )
  const [litres, ...others] = spans.filter((span) => span !== name)
  const isLitres = litres?.names.length === 1 && /^\d\.\d+L?(?: V\d+)?$/.test(litres.names[0] ?? '')
  if (!name || !litres || more.length > 0 || others.length > 0 || !isLitres) return [...spans]
  const between = text.slice(Math.min(name.end, litres.end), Math.max(name.start, litres.start))
  const comma = between.indexOf(',')
  if (comma >= 0 && /(?:19|20)\d\d/.test(between.slice(comma))) return [...spans]
  return spans.map((span) => ({ ...span, names: [`${litres.names[0]} ${name.names[0]}`], isBare: false }))
}

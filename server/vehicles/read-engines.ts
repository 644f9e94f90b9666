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
  'BlueHDi,HDi,eHDi,TDCi,TDI,SDI,TSI,TFSI,FSI,CDTI,DTI,CDI,CRDi,CRD,dCi,TCe,JTDm,JTD,MultiJet,EcoBoost,EcoBlue,D4D,D-4D,VTEC,i-VTEC,i-DTEC,VVT-i,GDI,T-GDI,MPI,TwinAir,Skyactiv,Duramax,HEMI,Turbo,Diesel,Hybrid,8V,16V,20V,24V,V6,V8,V10,V12,L4,L6,I4,I6,H4,H6,R4,R6,W12,VR6,BiTDI,BiTurbo,PureTech,VTi,THP,TD,D,i,DOHC,SOHC'.split(
    ',',
  )
/** Lists those that say something without litres. */
const alone = [
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
  'ecoboost',
  'v6',
  'v8',
  'vr6',
  'duramax',
  'hemi',
]
const nameOf = new Map(tags.map((tag) => [tag.toLowerCase().replaceAll('-', ''), tag]))
const tag = `(?:${tags
  .toSorted((a, b) => b.length - a.length)
  .map((one) => one.toLowerCase().replaceAll('-', '-?'))
  .join('|')})(?![\\p{L}\\p{N}])`
// 1.6, 1.25, and the `30` of `30 TDI`
const litres = '(?:[0-8][.,]\\d(?!\\d)|1[.,]25(?!\\d)|[2-6][05](?=\\s(?:tdi|tfsi)(?![\\p{L}\\p{N}])))'
const pattern = new RegExp(
  `(?<![\\p{L}\\p{N}.,x*]|[\\p{L}\\p{N}][-./,])(?:(?<size>${litres}(?:\\s?l(?:itres?|iters?|tr?|itr[aey]?)?(?![\\p{L}]))?(?:(?:\\s?[/,+&]\\s?|\\s+)${litres}(?:\\s?l(?![\\p{L}]))?)*)(?<tags>(?:[\\s-]*${tag})*)|(?<model>[1-9]\\d\\d\\s?(?=cdi))?(?<alone>${alone.join('|')})(?![\\p{L}\\p{N}])(?:\\s(?<sized>${litres}\\s?l(?![\\p{L}])))?)(?![\\p{L}\\p{N}]|[-.,]\\p{N}|\\s?x\\s?\\p{N}|\\s?(?:mm|cm|kg|ml|ah|bar|nm|kw|ps|hp|km|pcs|stk|szt|ohm|"|%)(?![\\p{L}])|[vwamg](?![\\p{L}]))`,
  'gu',
)

const spell = (text: string) =>
  [...text.matchAll(new RegExp(tag, 'gu'))].map(([one]) => nameOf.get(one.replaceAll('-', '')) ?? one.toUpperCase())

/** Finds the engines of a text that `plainText` made. */
export function readEngines(text: string): EngineSpan[] {
  const spans: EngineSpan[] = []
  for (const match of text.matchAll(pattern)) {
    const { size, tags: written = '', model = '', alone: word, sized } = match.groups ?? {}
    const [start, end] = [match.index, match.index + match[0].length]
    const words = [...(model ? [model.trim()] : []), ...spell(size === undefined ? (word ?? '') : written)]
    const sizes = [...(size ?? sized ?? '').matchAll(/(\d[.,]?\d+)(\s?l)?/g)].map(
      ([, number, l]) => `${number?.replace(',', '.')}${l ? 'L' : ''}`,
    )
    const names = (sizes.length > 0 ? sizes : ['']).map((one) => [one, ...words].filter(Boolean).join(' '))
    spans.push({ start, end, names, isBare: words.length === 0 && !sizes.some((one) => one.endsWith('L')) })
  }
  return spans
}

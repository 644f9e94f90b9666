/** Matches the words for sides and axles in English, German, French, Polish, Italian and Spanish, without marks. */
export const positionWords = {
  front:
    /^(?:front|fr|vorne?|vorder(?:e[nrs]?|achse|rad)?|avants?|av|przod|przodu|przedni[aey]?|przednich|anterior[ei]?|anteriores|ant|delanter[oa]s?|front[ae]le?)$/,
  rear: /^(?:rear|hinten|hinter(?:e[nrs]?|achse|rad)|arrieres?|arr|tyl|tylu|tyln[aey]|tylni[aey]?|tylnych|posterior[ei]?|posteriores|post|traser[oa]s?)$/,
  left: /^(?:left|lh|links|linke[nrs]?|gauches?|lew[aey]|lewo|lewego|lewej|sinistr[aoei]|sx|izquierd[oa]s?)$/,
  right: /^(?:right|rh|rechts|rechte[nrs]?|droite?s?|praw[aey]|prawo|prawego|prawej|destr[aoei]|dx|derech[oa]s?)$/,
} as const

/** Matches short pairs, which stand for two words. */
export const positionPairs: Readonly<Record<string, readonly ('front' | 'rear' | 'left' | 'right')[]>> = {
  fl: ['front', 'left'],
  fr: ['front', 'right'],
  rl: ['rear', 'left'],
  rr: ['rear', 'right'],
}

/** Matches phrases in which such a word says no position. */
export const noPosition =
  /\brear[ -]?view\b|\b(?:front|rear)[ -]wheel[ -]drive\b|\b(?:left|right)[ -]hand[ -](?:drive|traffic)\b|\ball[ -]right\b|\bright (?:angle|price)\b|\bfront[ -]end\b|\bavant (?=\d)/g

const only = 'only(?: for| with)?|nur(?: fur| mit)?|seulement|uniquement|tylko(?: z| do)?|solo|soltanto|solamente'
const except =
  "except(?: for)?|excluding|excl\\.?|not for|not with|not|does(?: not|n't) fit|without|w/o|auser|ohne|nicht fur|nicht mit|nicht|keine?|sauf|sans|hors|pas pour|oprocz|bez|nie pasuje do|nie do|za wyjatkiem|eccetto|escluso|esclusa|tranne|senza|non per|excepto|salvo|sin|menos|no para"
const including =
  'for (?:vehicles|models|cars) with|fur (?:fahrzeuge|modelle) mit|pour (?:vehicules|modeles) avec|per veicoli con|para (?:vehiculos|coches) con|with|mit|avec|con|z'
const end = '(?=$|[,;()|\\[\\]]|\\s[-/]\\s|\\.\\s)'

/** Matches what restricts a fit, up to the end of its clause. `kind` tells the beginnings apart. */
export const conditions = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:(?<except>${except})|(?<only>${only})|(?<including>${including}))(?![\\p{L}\\p{N}-])\\s+[^,;()|\\[\\]]*?${end}`,
  'gu',
)

/** Matches features of vehicles, which restrict a fit wherever they are written. */
export const vehicleFeature =
  /suspension|fahrwerk|\babs\b|\besp\b|klima|air ?con|\ba\/c\b|start.?stop|automat|getriebe|zawieszeni|sospension|assetto|luftfeder|niveauregul|4x4|4motion|quattro|allrad/

/** Matches what comes with a part, which restricts nothing. */
export const contents =
  /screw|bolt|gasket|hardware|\bkit\b|dichtung|schraube|zubehor|\bjoint|\bvis\b|srub|uszczel|tornillo|\bviti\b|guarnizion|warrant|garant|free|logo|\bbox\b|bulb|birne|sensor|stecker|connector|clip|spring|feder|halter|bracket|ball|pin\b|cover|holder|frame|ramk|zarowk|lamp|mm\b|new|old/

/** Matches goods that carry the name of a car without being a part of it. */
export const merchandise =
  /^(?:shirt|shirts|tshirt|bag|bags|cap|mug|toy|poster|keyring|bal|balls|ball|club|clubs|hemd|tasche|becher|socks|jacket|cable|cables|box|boxes|charger|light|group|points?)$/

/** Joins the names of a list. */
export const connector =
  /^(?:and|und|et|i|e|y|or|oder|ou|lub|o|oraz|u|a|for|fur|pour|do|per|para|series|serie|seria|typ|type|model|gen|generation|mk|as|bj|baujahr|year|years|rok|rocznik|annee|anno|ano|fits?|passend|passt|pasuje)$/

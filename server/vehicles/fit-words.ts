/** Matches the words for sides and axles in the languages of `part-words.ts`, without marks. */
export const positionWords = {
  front:
    /^(?:front|fr|vorne?|vorder(?:e[nrs]?|achse|rad)?|va|avants?|av|przod|przodu|przedni(?:[aey]|ej|ego|ch)?|anterior[ei]?|anteriores|ant|elso|fata|fram|delanter[oa]s?|front[ae]le?|prednj?(?:[aeiouy]|[eio][mh]|[eo][gj]a?|e?ho|i?ch)|napred|naprijed|dianteir[oa]s?|framre|fram|frt|voorste|vooraan|voorzijde|foran|forreste|vpredu|elol|spredaj|sprednj(?:[aeiu]|ega|ih)|sprijeda|davanti|pered(?:nii|nя|ne|ni|nogo|nьogo|nego|niх?)|preden|etu(?:osa)?|eteen|edessa|priek(?:in(?:is|e|iai|io|es|iu)|yje|is|io)|empros|mprosta|mprostin[oai]s?)$/,
  rear: /^(?:rear|hinten|hinter(?:e[nrs]?|achse|rad)|ha|arrieres?|arr?|tyl|tylu|tyln(?:[aey]|ej|ego|ych)|tylni(?:[aey]|ej|ego)?|posterior[ei]?|posteriores|post|traser[oa]s?|zadnj?(?:[aeiouy]|[eio][mh]|[eo][gj]a?|e?ho|i?ch)|bak|straznj(?:[aeiu]|[eio][mh]|[eo][gj]a?)|nazad|bakre|achter(?:ste|aan|zijde|licht(?:en)?)?|traseir[oa]s?|tras|hatso(?:lampak?)?|spate|bagest|vzadu|hatul|zadaj|straga|dietro|zad(?:en|nii|nя|nьogo|nego)|taka|taakse|takana|galin(?:is|e|iai|io|es|iu)|gale|galo|pisω|opistio|pisin[oa])$/,
  left: /^(?:left|lh|links|linke[nrs]?|gu?auches?|lew[aey]|lewo|lewego|lewej|sinistr[aoei]|sx|izquierd[oa]s?|izq|izd[oa]|l(?:ij)?ev(?:[aeiouy]|[io][mh]|o[gju]|eho|ych)|esquerd[oa]s?|esq|linker(?:kant|zijde)|bal(?:oldali|os)?|stanga|vanster|venstre|lav(?:[yaeu]|ej|eho|ou|ych)|lяv(?:[aoi])?|liv(?:ii|a|ogo|oї)|levыi|levaя|vasen|vasemman|kair(?:ys|e|es|ioji|ysis)|aristera?[os]?s?)$/,
  right:
    /^(?:right|rh|rechts|rechte[nrs]?|droite?s?|praw[aey]|prawo|prawego|prawej|destr[aoei]|dx|derech[oa]s?|dch[oa]|pravy|prave|prava|praveho|pravych|pravou|desn(?:[aeiou]|[io][mh]|o[gj])|direit[oa]s?|drt|rechter(?:kant|zijde)|jobb(?:oldali|os)?|dreapta|hoger|hojre|hoyre|desen|dяsn[ao]|pravii|pravi|pravogo|pravыi|pravaя|oikea|oikean|desin(?:ys|e|es|ioji|ysis)|dexi[aos]?s?)$/,
} as const

/** Matches short pairs, which stand for two words. */
export const positionPairs: ReadonlyMap<string, readonly ('front' | 'rear' | 'left' | 'right')[]> = new Map([
  ['fl', ['front', 'left']],
  ['fr', ['front', 'right']],
  ['rl', ['rear', 'left']],
  ['rr', ['rear', 'right']],
  ['avg', ['front', 'left']],
  ['avd', ['front', 'right']],
  ['arg', ['rear', 'left']],
  ['ard', ['rear', 'right']],
  ['vl', ['front', 'left']],
  ['vr', ['front', 'right']],
  ['hl', ['rear', 'left']],
  ['hr', ['rear', 'right']],
  ['linksvoor', ['front', 'left']],
  ['rechtsvoor', ['front', 'right']],
  ['linksachter', ['rear', 'left']],
  ['rechtsachter', ['rear', 'right']],
])

/**
 * Matches abbreviations for sides behind the French or Polish word for a part or an axle; elsewhere `dr` is a door or a
 * driver, `GH` a Mazda 6, and `LE` a trim.
 */
export const shortSides =
  /(?<=(?<![\p{L}\p{N}])(?:sup|support|mot|moteur|phare|feu|retro|retroviseur|aile|porte|poignee|rotule|biellette|bras|triangle|etrier|roue|amort|amortisseur|cardan|serrure|vitre|leve-?vitre|glace|clignotant|antibrouillard|disque|av|ar|avant|arriere)\.? )(?:(?<right>dr|dh)|(?<left>gh))(?![\p{L}\p{N}.]|\s+mazda)|(?<=(?<![\p{L}\p{N}])(?:(?:lusterk|reflektor|przod|tyl|zderzak|blotnik|klamk|wklad)\p{L}{0,3}|lamp[ay])\.? )(?:(?<prawy>pr)|(?<lewy>le?))(?![\p{L}\p{N}.,'-])|(?<![\p{L}\p{N}.])(?:(?<rechts>re)|li)(?:(?=\.? (?:vorn|hint|aus|inn|unt|ob))|(?<=(?:vorne?|hinten|ausen|aussen|innen|unten|oben) (?:re|li))(?![\p{L}\p{N}-]))/gu

/** Matches words that are Turkish alone, beside which `sağ` and `sol` are sides, and `ön` is one, too. */
export const turkish =
  /(?<!\p{L})(?:arka(?!\p{L})|farı(?!\p{L})|sag (?:on|arka|sis|far|ayna|stop|kap[ıi]|cam[ıi]?)(?!\p{L})|orjinal|yedek|cikma|hortumu|borusu|halati|kulagi|fren(?!\p{L})|vites|davlumba|marspiyel|kaporta|mazot|dikiz|basinc|amortisor|ayna(?:s[iı])?(?!\p{L})|balatas[iı]|bilya|burcu|camurluk|contas[iı]|debriyaj|direksiyon|filtresi|kap[iı](?:s[iı])?(?!\p{L})|kay[iı]s|korugu|koruk|lambas[iı]|panjur|pompas[iı]|porya|radyator|rotil|rotbas[iı]|rulman|sal[iı]nca|sanziman|silecek|suspansiyon|tak[iı]m|takoz|yatak)\p{L}*/u
/** Matches short words for parts that other languages have for something else, so that they are Turkish only beside such words. */
export const shortTurkish = /^(?:AKSI?|ANA|CAMI?|EL|FANI?|IC|KABI|KOL|MARS|RAY|SIS|SU|TEK|YAN|DIS|ON)$/
/** Lists sides in Turkish, without marks. */
export const turkishSides: ReadonlyMap<string, 'front' | 'rear' | 'left' | 'right'> = new Map([
  ['on', 'front'],
  ['arka', 'rear'],
  ['sol', 'left'],
  ['sag', 'right'],
])

/** Matches what is Portuguese air, and not the rear in French, as in `Filtro de Ar`. */
export const air =
  /\b(?:filtros?|radiador|mangueira|compressor|sensor|bomba|entrada|tomada|duto|caixa|medidor)(?: d[eo])? ar\b|\bar[ -]condicionado\b/

const driverSide =
  '(?:(?:right|left)[\\s-]hand[\\s-](?:drive|traffic)|(?:rechts|links)(?:lenker|verkehr)|[rl]hd|(?:conduite|volant) a (?:droite|gauche)|guida a (?:destra|sinistra)|kierownica po (?:prawej|lewej))(?![\\p{L}\\p{N}])'
/** Matches words for the side of the driver in a vehicle, which restrict it. */
export const driverSides = new RegExp(`(?<![\\p{L}\\p{N}])${driverSide}`, 'gu')

/** Matches phrases in which such a word says no position. */
export const noPosition = new RegExp(
  `${air.source}|${driverSides.source}|${
    /\b(?:mugen|s ?1000) rr\b|\bvr(?= ?[56](?!\d))|\bhr(?= ?-?v)|\bhr(?= (?:federn|springs))|\b(?:wrx|sti|impreza) va\b|\bva (?:wrx|sti)\b|\d ?va\b|\blav[ae][ -]?(?=(?:glace|phare|vitre|proj|para|faro|crist|lun|vid|optic))|(?<!\b(?:hoger|vanster|fram|och) )\bbak\b(?! (?:hoger|vanster))|\b(?:pomello|cuffia|asta) leva\b|\bleva (?=(?:cambio|freno|marce|frizione|comando|devio|sgancio|apri|apertura|tergi|luci|regol|alza|frecc|de?[il]))|\brear[ -]?view\b|\b(?:bar|end|drop|toe|drag|cent(?:er|re)|lateral|stabili[sz]er) links\b|\b(?:front|rear)[ -]wheel[ -]drive\b|\b(?:single|dual) rear[ -]wheels?\b|\ball[ -]right\b|\bright (?:angle|price)\b|\bfront[ -]end\b|\bavant (?=\d)|\bvolan (?:pe )?(?:stanga|dreapta)\b/
      .source
  }`,
  'gu',
)

const only =
  'samo(?: za)?|pouze(?: pro| s)?|jen(?: pro| s)?|iba(?: pre| s)?|doar(?: pentru| cu)?|numai(?: pentru| cu)?|alleen(?: voor| met)?|apenas(?: para| com)?|somente|endast(?: for| till| med)?|csak|only(?: for| with)?|for(?= (?:manual|automatic)\\b)|fur(?= (?:schaltgetriebe|automatik))|pour(?= boites? )|nur(?: fur| mit)?|seulement|uniquement|tylko(?: z| do)?|solo|soltanto|solamente'
const except =
  "osim(?: za)?|izuzev|nije za|ne (?:odgovara|pasuje|ide)(?: (?:za|na))?|krome|okrem|exceptand|cu exceptia|exceto|utan|except(?: for)?|exclud(?:es|ing)|excl?\\.?|not for|not with|not|does(?: not|n't) fit|without|w/o|aus{1,2}er|mit ausnahme (?:von|des|der)|ohne|nicht fur|nicht mit|nicht|keine?|sauf|sans|hors|a l'exception d[eu]s?|pas pour|oprocz|bez|nie pasuje do|nie do|za wyjatkiem|eccetto|esclus[oaie]|ad eccezione d[ei]l?|tranne|senza|non per|excepto|salvo|sin|sem|menos|no para|behalve|uitgezonderd|zonder|fara|kiveve|utom|niet voor|niet met|niet|geen"
/** Matches words that say of the vehicle behind them that a part does not fit it. */
export const negations =
  /(?<![\p{L}\p{N}-])(?:not|nicht|nie|non|kein(?:e[mnrs]?)?|geen|niet|ikke|inte|nao|nem|nije|\p{L}+n't|doesnt|wont|n(?:e |')\p{L}+(?:'\p{L}+)? pas|pas(?! d[eu]\b)|no(?: es| son)? (?:compatibles?|valid[oa]s?|apt[oa]s?|adecuad[oa]s?|sirven?|valen?|encajan?|para|fits?)|incompatibles?|incompatibil[ei]|inkompatibel|niekompatybiln\p{L}*)(?![\p{L}\p{N}-])/gu

const including =
  'for (?:vehicles|models|cars) with|fur (?:fahrzeuge|modelle) mit|pour (?:vehicules|modeles) avec|per veicoli con|para (?:vehiculos|coches) con|with|mit|avec|con|z|sa|cu|com|met|med'
const end = '(?=$|[,;()|\\[\\]]|\\s[-/]\\s|\\.\\s(?!\\d))'

/** Matches what restricts a fit, up to the end of its clause. `kind` tells the beginnings apart. */
export const conditions = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:(?<except>${except})|(?<only>${only})|(?<including>${including}))(?![\\p{L}\\p{N}-])\\s+[^,;()|\\[\\]]*?${end}`,
  'gu',
)

/** Matches features of vehicles, which restrict a fit wherever they are written. */
export const vehicleFeature =
  /suspension|fahrwerk|\babs\b|\besp\b|klima|air ?con|\ba\/c\b|start.?stop|automat|getriebe|zawieszeni|sospension|assetto|luftfeder|niveauregul|4x4|4motion|quattro|allrad|manual (?:vehicles|cars|models|transmission|gearbox)/

/** Matches what comes with a part, which restricts nothing. */
export const contents =
  /kratz|delle|scratch|graff|rayur|primer|pneu|reifen|gomme|grill|matt[ei]|\bmats?\b|screw|bolt|gasket|hardware|\bkit\b|dichtung|schraube|zubehor|\bjoint|\bvis\b|srub|uszczel|tornillo|\bviti\b|guarnizion|warrant|garant|free|logo|carplay|\bbox\b|bulb|birne|sensor|stecker|connector|clip|spring|feder|halter|bracket|ball|pin\b|cover|holder|frame|ramk|zarowk|lamp|mm\b|new|old|\brdz|\brost|\brust/

/** Matches goods that carry the name of a car without being a part of it. */
export const merchandise =
  /^(?:shirt|shirts|tshirt|bag|bags|cap|mug|toy|poster|keyring|bal|balls|ball|club|clubs|hemd|tasche|becher|socks|jacket|cable|cables|box|boxes|charger|light|group|points?)$/

/** Matches the keys of sport models and versions whose look parts for other vehicles have. */
export const styled =
  /^(?:M|M\d|R|R32|RSQ?\d?|S\d|SVR|SRT|STI|GT[0-9CDIRS]|AMG|[ACEGS](?:35|43|45|53|55|63|65)|OPC|VRS|VXR|CUPRA|NISMO|[RSN]LINE|MSPORT|MTECH|Z(?:L1|R1|06|28)|HELLCAT|TRX|RAPTOR|SHELBY|GT(?:350|500)|CR|REBEL|DENALI|BENTLEY|LEX)$/
/** Matches words that say that a part only looks like that of a sport model. */
export const looks = /^(?:LOOK|OPTIK|OPTIQUE|OPTIC|STYL|STYLE|STYLING|STIL|ESTILO|DESIGN|REPLICA|REPLIKA)$/

/** Joins the names of a list. */
export const connector =
  /^(?:and|und|et|i|e|y|or|oder|ou|lub|o|oraz|u|a|for|fur|pour|voor|do|per|para|series|serie|seria|typ|type|tipo|model|gen|generation|mk|as|bj|baujahr|year|years|rok|god|rocznik|annee|anno|ano|fits?|passend|passt|pasuje|odpowiednie?|pentru|till|za|ili|sau|vagy|och|nebo|alebo|all|alle|tous|toutes|tutti|tutte|todos|todas|wszystkie|wszystkich)$/

/** Lists bodies, drives and equipment that restrict a fit next to a vehicle, by the key of their name. */
const versions = `
  sho gsx mj jt jku jlu ext trans-am shelby koup prerunner pre-runner
  sedan saloon limousine limuzina karavan hecbek hechback kupe compact coupe cabrio cabriolet kabrio kabriolet convertible roadster wagon estate kombi combi variant avant touring tourer sportback sports-tourer sw break hatchback hatch liftback fastback
  stationcar farmari mpv mopf tour universalas универсал універсал
  bus kasten kastenwagen pritsche fahrgestell doppelkabine 3-t 4-t 5-t t-modell t-model berlina berline allroad scout alltrack station-wagon familiar ranchera furgon furgone fourgon pickup pick-up van crew-cab crewcab extended-cab ext-cab regular-cab reg-cab quad-cab mega-cab double-cab access-cab king-cab
  autocarro autobus autocar camionnette decapotable descapotable furgao carrinha kastenaufbau
  super-crew supercrew super-cab supercab crew-max crewmax short-bed long-bed swb lwb mwb sport-wagon sportwagon sportwagen sporttourer grandtour stufenheck schragheck fliesheck targa spider spyder plus
  super-duty facelift polift przedlift lift restyling lci vfl
  r32 lx ex ex-l exl dx se sel ses sle slt ls lt ltz le xle xse sr sr5 trd trd-pro xlt lariat xl stx fx4 platinum king-ranch limited ltd denali big-horn laramie tradesman rebel sport base premium premium-plus gt gti gtd gte gts st rs srt srt8 ss z71 si type-r
  nismo sv sl s-line m-sport m-paket m-pakiet m-packet m-package amg cupra fr vrs opc vxr r-line sportline highline comfortline trendline ambiente ambition titanium zetec ghia trend latitude overland summit laredo sahara rubicon unlimited trailhawk premier high-country
  turnier hatcback grandtour weekend
  stepway tepee multispace active-tourer jk jl tj yj kl xj kj kk sti gli gsr gs-r gt-s type-s sxt vtec i-vtec dohc sohc rhd lhd gmt400 gmt800 gmt900 k2xx t1xx phase-1 phase-2 phase-i phase-ii ph1 ph2 caravan zenki kouki abc airmatic stingray z06 svt cobra terminator sx mcv gtc abarth ws6 z28 zl1 zr1 1le raptor tremor esv hybrid phev plug-in eco xrs lxi exi deluxe luxury custom classic active elegance avantgarde exclusive executive elegance edition evo racing competition carrera carrera-s carrera-t carrera-4 carrera-4s
  wildtrak longhorn warlock outdoorsman lone-star nightfall hellcat scat-pack srt4 srt6 srt10 cosworth quadrifoglio veloce clubsport performante trophy gordini initiale gt-line x-line n-line st-line fr-line r-design inscription momentum summum vignale zetec-s allspace greenline dynamique expression privilege intens allure feline acenta tekna visia n-connecta pro-4x wilderness onyx trail-boss at4 at4x zr2 rst nightshade trd-sport trd-off-road capstone black-edition calligraphy x-pro black-label touring-elite police interceptor taxi ppv dually drw srw chassis-cab cab-chassis cutaway roush saleen bluemotion ecoflex efficientdynamics mojave willys desert-hawk biturbo gran-coupe gran-turismo gran-tourer shooting-brake fastback club-sport ralliart vti jcw john-cooper-works one-d scrambler rallye gta quadra-steer ecotec hardtop t-top hard-top trx trailsport rtl lightning euv se-r f-sport spec-v z51 z71 superduty st170 st200 st220 rs500 p85d p90d p100d gt350 gt350r gt500 styleside flareside fleetside stepside sportside sportbreak club-wagon ld 4xe mach-1`
const drives = `frontantrieb heckantrieb allradantrieb awd sh-awd 4wd 2wd fwd rwd 4x4 4x2 4motion 4-motion quattro xdrive 4matic allrad syncro all4`
/** Lists models that a shop may not have, since some of them look like words for parts: a person decides them. */
const models = `
  adam agila albea almera alpine altea ampera antara arosa arteon ascona atos auris austral avantime aveo aygo baleno barchetta bluebird bora bravada calibra carens carina carisma carnival celica cerato cherry cinquecento citigo clarus colt combo cordoba corrado croma crossland dedra delta derby dokker eos epica espace espero evasion exeo favorit felicia fiorino fluence formentor freemont frontera galant galaxy galloper getz golf-plus grandis grandland granada hiace hilux idea ignis interstar jazz jimny justy kadett kadjar kalos kamiq karoq kodiaq koleos kona kubistar lacetti lanos lantra latitude liana linea lodgy logo lupo lybra magentis manta marea maverick mii modus monterey mokka multipla murano musa navara nemo nexia niro note nubira omega opirus orion pajero palio patrol phedra prelude primastar proace pulsar qubo rapid rekord rezzo rifter roomster safrane samurai saxo scala scorpio scudo sedici seicento senator shuma siena signum sintra sirion splash stilo stonic streetka strada swift symbol talento talisman tarraco terracan terrano tempra thalia thema thesis tigra tipo traveller trajet trezia ulysse uno vaneo vento venga verso vitara wind xantia xedos xm yeti ypsilon zoe zx tourneo citan l200 x-trail c-crosser c1 c2 c6 c8 c-elysee bipper 104 106 107 108 205 301 305 309 405 408 508 605 607 806 807 1007 4007 5008`
const keysOf = (list: string) =>
  new Set(list.split(/\s+/).flatMap((word) => word.replaceAll('-', '').toUpperCase() || []))
export const versionKeys: ReadonlySet<string> = keysOf(versions)
export const driveKeys: ReadonlySet<string> = keysOf(drives)
export const modelKeys: ReadonlySet<string> = keysOf(models)

/** Holds makes whose vehicles are those of another make with another badge; a text without a make means the other one. */
export const badges: ReadonlySet<string> = new Set(['Vauxhall'])

/**
 * Matches numbers of doors, such as `5-door`, `4/5 D` and `two door`, which restrict a fit wherever they stand; `2 door handles` are
 * parts.
 */
export const doors = new RegExp(
  `(?<![\\p{L}\\p{N}])(?<!(?:of|x) )(?:two|three|four|five|[2-5](?:\\s?[/-]\\s?[2-5])?)[\\s-]?(?:${[
    'doors?(?!(?<=\\d door) (?:(?:lock|handle|window|panel|mirror|check|card|hinge|sill) )?(?:actuators|cards|covers|edges|guards|handles|hinges|latches|lights|locks|mirrors|mou?ldings|panels|pins|protectors|pulls|regulators|seals|shells|sills|skins|speakers|straps|strips|switches|visors)(?!\\p{L}))',
    // `Berlina 5P` in Spanish
    'p(?<=berlina [345]p)',
    'drs?|d(?=(?<=[45]d)|\\s(?:coupe|sedan|hatch|saloon|wagon|convertible|estate|suv))',
    'turig(?:er)?|turen|turers?',
    'drzwi(?:owy|owe|owa)?|dver(?:i|ov\\p{L}+)|vrata(?! (?:predn|zadn|l(?:ij)?ev|desn|straz))|deurs|portes?(?!-)|portas|puertas|ajtos|usi',
  ].join('|')})(?![\\p{L}\\p{N}])`,
  'gu',
)

/** Matches parts that have three dimensions, so that `3D` behind a vehicle says no doors. */
export const inThreeDimensions =
  /(?<!\p{L})(?:mats?|liners?|matten|\p{L}*fu(?:ss|s|b)matten|dywan\p{L}*|mat[ay]|tapp?e\p{L}*|tapis|alfombr\p{L}*|emblem\p{L}*|logos?|stickers?|aufkleber|naklej\p{L}*|badges?|letters?|carbon\p{L}*|led|keyring|cover|covers|bezug|pokrow\p{L}*)(?!\p{L})/u

/** Matches the gross weights of vans, such as `3,5-t`; `3.5T` is an engine. */
export const loads = /(?<![\p{L}\p{N}.,/-])[2-7](?:,[05-8]\s?-?|\.[05-8]-)\s?t(?![\p{L}\p{N}])/gu

/** Matches lengths of beds of trucks, such as `6.5' bed`, `5 ft 7 in` and `67" bed`; only with a word for a bed in the text. */
export const bedLengths =
  /(?<![\p{L}\p{N}.,/-])(?:[4-9](?:[.,]\d{1,2}|\s1\/2)?(?:'(?![\p{L}'])|[\s-]?f(?:ee|oo)?t(?![\p{L}\p{N}]))(?:[\s-]?\d{1,2}(?:[.,]\d)?\s?(?:"|''|in(?:ch(?:es)?)?(?![\p{L}\p{N}])))?|[5-9]\d(?:[.,]\d)?\s?(?:"|in(?:ch(?:es)?)?(?![\p{L}\p{N}]))(?=\s(?:\p{L}+\s)?(?:bed|box)(?!\p{L})))(?:\s(?:(?:short|long|standard)\s)?(?:bed|box)(?!\p{L}))?/gu
/** Matches codes of chassis in brackets, such as `[CV1/CV2]` and `(5C7, 5C8)`. */
export const chassisCodes =
  /[[(](?:\p{L}{1,3}\d{1,2}\p{L}?|\d\p{L}\d)_?(?:\s?[/,&]\s?(?:\p{L}{1,3}\d{1,2}\p{L}?|\d\p{L}\d)_?){0,9}[\])]/gu

/** Matches codes of engines that are known by them, such as `LS1`, `2JZ-GTE`, `4G69`, `Z19DTH` and `OM651`, which restrict a vehicle in front of them. */
export const engineCodes =
  /(?<![\p{L}\p{N}.,/-])(?:l[st][1-9]|lb7|lbz|lly|lmm|lml|l5p|[1-5](?:jz|zz|uz|rz|gr|ar|az|nz|zr|mz|fe|s(?=-?[fg]t?e))(?:-?f?g?t?e)?|22re?|4hk1|j3[0257](?:[az]\d)?|k2[04]|sr20(?:det?)?|rb2[056](?:dett?)?|ka24(?:de)?|v[qr]3[0578](?:v?hr|de(?:tt)?)?|4[gb]\d{2}t?|ej2[05]\d?|fa2[04][df]?|f2[23][ab]\d?|[fk]2[024][ac]\d?|b1[68][abc]\d?|d1[5-7](?:[abyz]\d?)?|h2[23](?:a\d?)?|5vz(?:-?fe)?|n(?:1[2348]|20|26|4[23567]|5[23457])|m(?:4[0347]|5[024678]|6[02])|b(?:3[78]|4[678]|5[78])|s(?:5[02458]|6[235]|85)|[abcxyz](?:1\d|2\d|3[02])(?:d(?:th?|tj|tl|tr|ts|tc|ti|tn)|xe[lprvt]?|se[dl]?|ne[ltr]|nht|le[tlr]?|xht)|[mn](?:4[2-7]|5[0-7]|20|62)[bd]\d{2}\p{L}{0,2}\d?|om[36]\d{2}|\d{3}a\d\.?000|dv[46]\p{L}{1,4}\d?|dw1[02]\p{L}{1,4}\d?|[fgkmr]9[kqmrtu](?: ?[5-9]\d{2})?)(?![\p{L}\p{N}])/gu

/** Matches versions with a slash in them. */
export const slashedVersions = /(?<![\p{L}\p{N}/])r\/t(?![\p{L}\p{N}/])/gu

/** Matches words for the bed of a truck, and for what covers it. */
export const beds = /(?<!\p{L})(?:bed|beds|bedliner|box|tonneau|tailgate|topper|pickup)(?!\p{L})/u

/** Matches types of bulbs, rims and threads, which look like codes of generations. */
export const types =
  /^(?:H\d{1,2}|HB\d|D\dS|P21W|W5W|R1[2-9]|R2[0-3]|M\d{1,2}|ET\d{2}|T10|T20|BA9S|DOT\d|OE\d?|EURO\d|E\d{2}G)$/

/** Matches words for wheels, next to which `R19` is a size. */
export const wheel =
  /FELG|REIFEN|RADKAPP|RADZIER|RIM|WHEEL|HUBCAP|TYRE|TIRE|JANTE|PNEU|ENJOLIV|LLANTA|NEUMAT|TAPACUB|CERCHI|GOMM|COPRICERCH|PNEUMAT|OPON|KOLPAK|KOLO|KOLA|ZOLL|INCH|CALI|^RAD$|^RADER$/

/** Tells whether a key is a word for a side. */
export const isSide = (key: string): boolean =>
  positionPairs.has(key.toLowerCase()) || Object.values(positionWords).some((words) => words.test(key.toLowerCase()))

/** Matches beginnings of words for what holds or carries fuel, so that a fuel in front of them says no engine. */
export const ofFuel =
  /^(?:TANK|CAP|LID|PUMP|FILTER|PIPE|HOSE|LINE|RAIL|INJECT|SENDER|FILLER|LEITUNG|SCHLAUCH|DECKEL|EINSPRITZ|KRAFTSTOFF|PALIW|OIL|OL$)/

/** Matches words that praise goods, and are names of equipment only beside a vehicle. */
export const praises =
  /^(?:SPORT|SPORTS|PREMIUM|PLUS|CLASSIC|CUSTOM|EVOLUTION|ULTIMATE|EXTREME|RACING|COMPETITION|DELUXE|LUXURY|EXCLUSIVE|SPECIAL|SIGNATURE|ESSENTIAL|URBAN|PROFI)$/

/** Matches equipment and bodies that are words of other meanings, so that they restrict a vehicle only beside it. */
export const besideOnly =
  /^.{1,3}$|^(?:BASE|BREAK|EDITION|HATCH|HATCHBACK|LIFT|LIFTING|LIMITED|TREND|ACTIVE|COMBI|KOMBI|COMPACT|KASTEN|PICKUP|STYLE|SUMMIT|PREMIER|TARGA|SPIDER|WAGON|ESTATE|TITANIUM|CUPRA|LATITUDE|EXCLUSIVE|EXECUTIVE|AMBIENTE|AMBITION|ELEGANCE|OVERLAND|UNLIMITED|CONVERTIBLE|BERLINE|BERLINA|AVANT|VARIANT|SCOUT)$/

/** Matches generations that are counted in words, as in `10th gen`. */
export const countedGenerations =
  /(?<![\p{L}\p{N}])(?:(?:1st|2nd|3rd|\d{1,2}th)[\s-]|\d\. ?)gen(?:eration)?(?![\p{L}\p{N}])/gu

/** Matches the state of a model before its face was changed, in which a word says the opposite alone. */
export const beforeFacelift =
  /(?<![\p{L}\p{N}])(?:(?:pre|vor)-?\s?(?:facelift|lci)|przed (?:fl|lift\p{L}*)|(?:avant|pre)-?\s?restyling)(?![\p{L}\p{N}])/gu

const gearbox = '(?:gearbox|transmission|trans(?:axle)?|models?|cars?|vehicles?|only)'
/** Matches gearboxes and their kinds in languages that say both, in either order: `cambio automatico`, `automatski menjač`. */
const gearboxes =
  '(?:boites?(?: de vitesses?)?|cambios?|cajas?(?: de cambios?)?|caixas?(?: de (?:velocidades|cambios?))?|cuti[ei](?: de)?(?: viteze)?|skrzyni[ai](?: biegow)?|p[rs]evodovk\\p{L}*|mj?enjac\\p{L}*|valto\\p{L}*|getriebe|schakelbak|versnellingsbak|vaxellada|girkasse|gearkasse)'
const kinds =
  '(?:auto(?:mat\\p{L}*|\\.)|man(?:u[ae]l\\p{L}*|\\.)|mec+ani\\p{L}*|mechani\\p{L}*|rucn\\p{L}*|reczn\\p{L}*|kezi)'
const noPads = '(?!(?: brakes?)? (?:pads?|shoes?|linings?)(?!\\p{L}))'
const pads = 'plaquettes?|pastiglie|pastillas|placute'
/** Matches brakes with ceramic discs, which other pads and discs belong to; ceramic pads go with any. */
const ceramicBrakes = [
  `(?:carbone?|carbonio|carbono|karbon)[\\s/-]{1,3}(?:ceramic[ao]?|keramik|ceramique)s?(?!\\p{L})${noPads}(?!\\s?(?:brems)?(?:bel|kl))`,
  `(?:carbo-?ceramic|weglowo[\\s-]?ceramiczn|karbonowo[\\s-]?ceramiczn)\\p{L}+`,
  'p?ccb(?![\\p{L}\\p{N}])',
  'keramik[\\s-]?(?:brems(?:e|en|anlagen?|scheiben?)|scheiben?)(?!\\p{L})',
  `bremsscheiben? (?:aus )?keramik(?!\\p{L}|\\s?-?(?:brems)?(?:bel|kl))`,
  `ceramic (?:brakes|(?:brakes? )?(?:dis[ck]s?|rotors?|systems?))(?!\\p{L})${noPads}`,
  `(?:dis[ck]s?|rotors?|brakes) ceramic(?!\\p{L})${noPads}`,
  `(?<!(?:${pads})(?: de)? )(?:freins?|disques?(?: de freins?)?)(?: en| a)? ceramiques?(?!\\p{L})`,
  `(?<!(?:${pads})(?: d[ei])? )(?:freni|dischi(?: freno| freni)?)(?: in)? ceramic[aeiho]+(?!\\p{L})`,
  `(?<!(?:${pads})(?: de)? )(?:frenos|discos(?: de frenos?)?)(?: de)? ceramic[ao]s?(?!\\p{L})`,
  `(?<!(?:${pads})(?: de)? )(?:frane|discuri(?: de)?(?: frana)?) ceramice(?!\\p{L})`,
  '(?:hamulc(?:e|ow|ami)|tarcz(?:e|y|a|ach|ami)?(?: hamulcow(?:e|ych|a|ej))?) ceramiczn\\p{L}+',
  'ceramiczn\\p{L}+ (?:tarcz(?:e|y|a|ach|ami)?|hamulc(?:e|ow|ami))(?!\\p{L})',
]
const petrol =
  '(?:gas(?! ?(?:charged|filled|lift|pressure|props?|shocks?|springs?|struts?)(?!\\p{L}))|gasoline|petrol|benzin(?:er|a)?|benzyna|essence|gasolina)'
const either = '(?:\\s?[/&+]\\s?|\\s(?:or|and|oder|und|ou|et|o|e|y|lub|i)\\s)'
/** Matches both fuels, as in `Diesel or gas tank`, of which none restricts a fit. */
export const bothFuels = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:diesel${either}${petrol}|${petrol}${either}diesel)(?![\\p{L}\\p{N}])`,
  'gu',
)

const ofEquipment =
  'a/?c|air ?con\\p{L}*|clim\\p{L}*|klima\\p{L}*|abs|esp|turbo(?:charged)?|sun ?roof|xenon|hid|navi\\p{L}*|afs|pdc|hd|led|diesel|hdi|tdi|dci|cdi|tdci|jtd|tsi|tfsi|(?:crew|quad|mega|double|regular|extended|king|access) cab'
/** Matches a version, drive or equipment that a vehicle does not have, as in `non-hybrid` and `no 4WD`, which says the opposite of its name. */
export const negated = new RegExp(
  `(?<![\\p{L}\\p{N}-])(?:non?[ -]|pas (?:de |d')?|kein(?:en?)? )(?:${ofEquipment}|${[...versionKeys, ...driveKeys].map((key) => key.toLowerCase()).join('|')}|m-?sport|s-?line|r-?line|n-?line)(?![\\p{L}\\p{N}])`,
  'gu',
)

const brakeMakers =
  '(?:ate|teves|trw|lucas|girling|bendix|bosch|brembo|akebono|sumitomo|mando|tokico|nissin|advics|continental)'

/** Lists what not each vehicle of its kind has. */
const equipment =
  '(?:factory |oem |oe )?(?:power (?:lift ?gates?|tail ?gates?|fold(?:ing)?(?: mirrors?)?|seats?)|heated (?:seats?|mirrors?|glass)|sun ?roof|moon ?roof|panoramic roof|tow(?:ing)? (?:prep(?: (?:package|pkg))?|package|pkg)|trailer tow(?: package)?|(?:adaptive|active) cruise(?: control)?|air (?:suspension|ride)|rear (?:a/c|ac|air)|(?:park(?:ing)?|lane) assist|blind spot(?: monitor(?:ing)?| detection)?|navigation|off[ -]?road package|sport (?:package|suspension)|police package|fender flares)(?![\\p{L}\\p{N}])'

/** Matches equipment at the beginning that is left out, with no exception behind it: the vehicle there is none. */
export const withoutEquipment = new RegExp(
  `^(?:w/ ?o|without) ?${equipment}(?!.*[^\\p{L}\\p{N}-](?:${except})(?![\\p{L}\\p{N}-]))`,
  'u',
)

/**
 * Matches what restricts a fit wherever it stands, also in the name of the part, as in `Diesel fuel filter`: fuels, gearboxes, valves,
 * engines of Cummins, power, wheelbases and the side of the driver.
 */
export const limitsAnywhere = new RegExp(
  `(?<![\\p{L}\\p{N}])(?:${[
    '(?:diesel|petrol|gasoline(?! (?:gas|fuel|tank|cap|lid|door))|benzin(?:er|a)?|essence|gasolina|nafta|hybrid)(?:(?![\\p{L}\\p{N}])|(?<=diesel|benzin))',
    'automatik(?:getriebe)?(?!\\s?(?:gurt|regel))(?![\\p{L}\\p{N}])',
    `(?:${gearboxes} ${kinds}|${kinds} ${gearboxes})(?![\\p{L}\\p{N}])`,
    '(?:gasoil|gazole|gasoleo|dizel(?:as)?|bensin|benzinac|hybryd[ay]|hybride|h?ibrid[oa]?)(?![\\p{L}\\p{N}])',
    '(?:motorina|volan (?:pe )?(?:stanga|dreapta))(?![\\p{L}\\p{N}])',
    '(?:schaltgetriebe|schaltwagen|handgeschakeld|automaat|automat(?! rozruszn))(?![\\p{L}\\p{N}])',
    '(?:[am]/t|cvt)(?![\\p{L}\\p{N}])',
    // `2.4L AT`
    '(?<=\\d[.,]\\dl? (?:v\\d{1,2} )?)[am]t(?![\\p{L}\\p{N}])',
    // The engine that the eighth sign of a VIN or a code of equipment says
    'vin (?:code )?[a-z0-9](?:,? ?\\(?\\d(?:th|st|nd|rd) digit\\)?)?(?![\\p{L}\\p{N}])',
    '(?:option|opt|rpo) (?=\\p{L}?\\d)[\\p{L}\\d]{3}(?![\\p{L}\\p{N}])',
    `(?:automatic|manual|auto\\.?|man\\.)(?: ${gearbox})(?<!auto (?:models?|cars?|vehicles?|only))(?![\\p{L}\\p{N}])`,
    '(?<!(?:repair|service|workshop|owner.?s?|user|instructions?) )(?:automatic|manual)(?!\\s+(?:adjust|belt|choke|climat|clos|control|crank|day|dim|door|fold|head|hub|level|lift|light|lock|mirror|open|reclin|remote|roof|seat|sun|temp|tension|top|wind|wip))(?![\\p{L}\\p{N}])',
    '(?:[4-9]|10)[\\s-]?(?:speed|gang|biegow\\p{L}*|vitesses|marce|marchas|velocidades|brzina|vites|rychlost\\p{L}*|sebesseg\\p{L}*|trepte|vaxlar|versnellingen|rapporti?s?)(?:[\\s-](?:manual|automatic|schaltgetriebe|automatik))?(?![\\p{L}\\p{N}])',
    '(?:dsg|s[ -]?tronic|[579]g[ -]?tronic|(?:tip|multi|easy|step|auto|speed)tronic|powershift|selespeed|dualogic)(?![\\p{L}\\p{N}])',
    '(?:manuel|mekanik|otomatik|duz)(?: [4-9])? vites(?![\\p{L}\\p{N}])',
    '[234][\\s-]valve(?! (?:spring|seal|stem|cap|guide|cover|body|set|kit))(?![\\p{L}\\p{N}])',
    // `3V` behind litres are valves, and no volts.
    '(?<=\\d[.,]\\dl? (?:v\\d{1,2} )?(?:(?:19|20)\\d\\d(?:-(?:(?:19|20)\\d)?\\d)? )?)[234]v(?![\\p{L}\\p{N}])',
    '(?:8|12|16|20|24|32)[\\s-]?(?:valves?|valvulas?|valvole|ventiler?|soupapes|zaworow\\p{L}*|ventil|klepper?)(?![\\p{L}\\p{N}])',
    '(?<![.,/-])[2-5][.,]\\d{2} (?:gear |axle )?ratio(?![\\p{L}\\p{N}])',
    '(?:cummins|(?<=cummins )(?:12|24)v|(?:12|24)v(?= cummins))(?![\\p{L}\\p{N}])',
    '(?<![.,/-])(?:[4-9]\\d|[1-6]\\d\\d)\\s?(?:ps|b?hp|cv|ch|kw|km(?!/)|cp|ks|pk)(?![\\p{L}\\p{N}])',
    '(?:langer|kurzer|mittlerer) radstand|(?:long|short|medium|extended)[\\s-]wheel\\s?base|empattement (?:long|court|moyen)|(?:(?:mittel|super)?hoch|flach)dach(?![\\p{L}\\p{N}])',
    driverSide,
    '(?:new|old|classic|next|previous) body(?: style)?(?![\\p{L}\\p{N}])',
    negated.source,
    ...ceramicBrakes,
    // Whose brakes a vehicle has, of several that its maker bought
    `(?:brems|brake |frein )?(?:system|systeme|sistema|uklad)[ :-]{1,2}(?:de (?:freinage|frenado) )?${brakeMakers}(?![\\p{L}\\p{N}])|(?<![\\p{L}\\p{N}])${brakeMakers}[ -](?:brake |brems)?system(?![\\p{L}\\p{N}])`,
    '(?<![.,/-])(?:8|16|20|30|32)v(?![\\p{L}\\p{N}])',
    '(?:short|long)[\\s-]?nose(?![\\p{L}\\p{N}])',
    '(?:single|dual) rear[ -]wheels?(?![\\p{L}\\p{N}])',
    // From or up to a number of a chassis
    "(?:(?:ab|bis|from|up to|until|jusqu'au|a partir du|fino al?|dal|desde|hasta|od|do) )?(?:fahrgestell-?(?:nr\\.?|nummer)|fgst\\.?-?(?:nr\\.?)?|chassis(?:nummer| (?:no\\.?|nr\\.?|number|n))|numero de (?:chassis|bastidor)|telaio|vin) ?:? ?(?=[\\p{L}-]*\\d)[\\p{L}\\d-]{4,17}(?![\\p{L}\\p{N}])",
    '(?<![.,/-])\\d{2,3}(?:[.,]\\d)?\\s?kwh(?![\\p{L}\\p{N}])',
    '[4-8][\\s-]lugs?(?! ?nuts?)(?![\\p{L}\\p{N}])',
    // What not each vehicle of its kind has
    `(?:w/ ?o?|with(?:out)?) ?${equipment}`,
    // Openings in a part for what not each vehicle has
    '(?:w/ ?o?|with(?:out)?|no) (?:(?:pa?rk(?:ing)?|fog|washer|tow|object|pdc|distance|headlight|aid|assist|sensors?|lights?|lamps?|hook)[\\s-]){1,4}holes?(?![\\p{L}\\p{N}])',
    '[2-9][\\s-]?(?:seaters?|passenger)(?! (?:bus|side|door|front|rear|seat|air))(?![\\p{L}\\p{N}])',
    '\\d(?:[.,]\\d{1,2})?\\s?(?:ft|foot|feet)\\.? (?:short |long |standard )?bed(?![\\p{L}\\p{N}])',
    // Makers of the sound that not each vehicle has
    '(?:(?:w/ ?o?|with(?:out)?|non?)[ -]?)?(?:bose|harman(?:[ /-]kardon)?|mark levinson|rockford fosgate)(?![\\p{L}\\p{N}])',
    '(?:non?[\\s-]abs|w/ ?(?:rear )?(?:drum|dis[ck]) brakes)(?![\\p{L}\\p{N}])',
  ]
    .map((one) => `(?:${one})`)
    .join('|')})`,
  'gu',
)

/**
 * Matches kinds of brakes and suspensions, which restrict a vehicle in front of them if the part is named before it, as in `Hub Golf IV
 * drum brakes`.
 */
export const kindsBehind =
  /(?<![\p{L}\p{N}])(?<!w\/ ?(?:rear )?)(?:(?:rear )?(?:drum|dis[ck]) brakes|(?:trommel|scheiben)bremsen?|freins a (?:tambours?|disques?)|hamulce (?:bebnowe|tarczowe)|sport(?:fahrwerk| suspension)|elektrische (?:feststell|park)bremse)(?![\p{L}\p{N}])/gu

/** Matches lengths of vans right behind them. */
export const lengthsBehind =
  /^(?:EXTRALANG|(?:MITTEL)?LANGE?|KURZ|DLUG[IAE]|KROTK[IAE]|SREDNI|LONGU?E?|LONG[OA]|COURTE?|LUNG[OA]?|CORT[OA]|LARG[OA]|CURT[OA]|SCURTA?|DLOUH[YAE]|DLH[YAE]|KRATK[YIAE]|DUG[IA]|KRATAK|KORT|HOSSZU|ROVID|HOG|HIGH|LOW)$/

/** Matches diameters of brake discs and clutches, of which a vehicle has one or the other; a thickness may follow. */
export const diameters =
  /(?<![\p{L}\p{N}.,/-])ø?\s?(?:1[89]\d|[23]\d\d|4[0-2]\d)(?:[.,]\d)?\s?(?:mm(?![\p{L}\p{N}])|(?:mm)?\s?[x*]\s?[1-4]?\d(?:[.,]\d)?(?:\s?mm)?(?![\p{L}\p{N}*.,]))/gu

/** Matches words for what has such a diameter, and for what belongs to it. */
export const ofDiameter =
  /brems|brake|dis[ck]s?(?!\p{L})|rotor|hamul|tarcz|frein|disque|freno|freni|disco|dischi|frane?(?!\p{L})|remschij|remblok|kocn|brzd|fek|kuplung|kupplung|clutch|sprzegl|embray|frizion|embrag|ambreiaj/u

/** Matches words for what has a length or a width of its own. */
export const ofOwnLength = /hose|schlauch|leitung|line(?!\p{L})|pipe|cable|seil|flexible|przewod|linka|cavo|tubo/u

/** Lists families that are built as one another, so that one names the others in a list: `Berlingo Partner`. */
const twins = [
  'Citroën Berlingo,Peugeot Partner,Opel Combo,Fiat Doblò,Toyota Proace City',
  'Citroën Jumper,Peugeot Boxer,Fiat Ducato,Opel Movano',
  'Citroën Jumpy,Peugeot Expert,Fiat Scudo,Toyota Proace,Opel Vivaro',
  'Citroën Nemo,Peugeot Bipper,Fiat Fiorino,Fiat Qubo',
  'Citroën C1,Peugeot 107,Toyota Aygo',
  'Citroën C8,Peugeot 807,Fiat Ulysse,Lancia Phedra',
  'Renault Trafic,Opel Vivaro,Vauxhall Vivaro,Nissan Primastar',
  'Renault Master,Opel Movano,Vauxhall Movano,Nissan Interstar',
  'Renault Kangoo,Nissan Kubistar,Mercedes-Benz Citan',
  'Volkswagen Sharan,SEAT Alhambra,Ford Galaxy',
  'Ford Fiesta,Mazda 121',
  'Chevrolet Silverado,Chevrolet Tahoe,Chevrolet Suburban,Chevrolet Avalanche,GMC Sierra,GMC Yukon,GMC Yukon XL,Cadillac Escalade',
  'Chevrolet Camaro,Pontiac Firebird',
  'Chevrolet S-10,Chevrolet S-10 Blazer,GMC Sonoma,GMC Jimmy',
  'Dodge Charger,Dodge Challenger,Dodge Magnum,Chrysler 300,Chrysler 300C',
  'Dodge Challenger,Plymouth Barracuda',
  'Dodge Stratus,Chrysler Sebring',
  'Dodge Durango,Jeep Grand Cherokee,Chrysler Aspen',
  'Chevrolet Cobalt,Pontiac G5,Saturn Ion',
  'Buick Century,Buick Regal,Chevrolet Impala,Chevrolet Monte Carlo,Pontiac Grand Prix',
  'Pontiac Grand AM,Oldsmobile Alero,Chevrolet Malibu',
  'Buick LeSabre,Pontiac Bonneville,Oldsmobile Eighty Eight',
  'Infiniti QX60,Infiniti JX35,Nissan Pathfinder',
  'Infiniti QX4,Nissan Pathfinder',
  'Infiniti QX56,Nissan Titan,Nissan Armada',
  'Mazda Tribute,Ford Escape',
  'Dodge Dakota,Dodge Durango',
  'Kia Sorento,Hyundai Santa Fe',
  'Kia Sportage,Hyundai Tucson',
  'Kia Forte,Hyundai Elantra',
  'Kia Rio,Hyundai Accent',
  'Dodge Grand Caravan,Chrysler Town and Country',
  'Ford Crown Victoria,Mercury Grand Marquis,Lincoln Town Car',
  'Ford Expedition,Lincoln Navigator',
  'Hyundai Sonata,Kia Optima',
  'Infiniti G35,Nissan 350Z',
  'Infiniti G37,Nissan 370Z',
  'Hyundai Palisade,Kia Telluride',
  'Honda Pilot,Honda Ridgeline,Honda Odyssey,Acura MDX',
  'Toyota Tundra,Toyota Sequoia',
  'Toyota 4Runner,Lexus GX',
  'Lexus ES,Toyota Camry,Toyota Avalon',
  'Jeep Compass,Jeep Patriot,Dodge Caliber',
  'Mercury Sable,Ford Taurus',
  'Kia Stinger,Genesis G70',
  'Toyota Scion FR-S,Subaru BRZ,Toyota 86',
  'Chevrolet Colorado,GMC Canyon',
  'Chevrolet Equinox,GMC Terrain,Pontiac Torrent,Saturn Vue',
  'Chevrolet Traverse,GMC Acadia,Buick Enclave,Saturn Outlook',
  'Chevrolet Trailblazer,GMC Envoy,Buick Rainier',
  'Chevrolet Express,GMC Savana',
  'Chevrolet Astro Van,GMC Safari',
  'Ford Escape,Mercury Mariner,Mazda Tribute',
  'Ford Explorer,Mercury Mountaineer',
  'Ford Fusion,Mercury Milan,Lincoln MKZ',
].map((list) => new Set(list.split(',')))
/** Tells whether two families, each with its make in front, are built as one another. */
export const areTwins = (one: string, other: string): boolean => twins.some((set) => set.has(one) && set.has(other))

/** Matches the power that the name of a sport model of Renault has behind it, as in `RS 197 200`. */
export const powers = /(?<![\p{L}\p{N}])rs\s(?:1[5-9]|2[0-9])\d(?:[\s/]+(?:1[5-9]|2[0-9])\d)*(?![\p{L}\p{N}.,])/gu

/** Matches words for screws, next to which `M8` is a thread. */
export const thread =
  /schraub|bolz|mutter|gewinde|screw|bolt|^nuts?$|stud|srub|nakretk|^vis$|ecrou|vite|dado|tornill|tuerca/

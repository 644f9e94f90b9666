import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readSeedNames, readVehicleSeed } from '#database/vehicles/read-seed.ts'
import { driveKeys, isSide, modelKeys, versionKeys } from '#server/vehicles/fit-words.ts'
import { isPartWord } from '#server/vehicles/part-words.ts'
import { indexVehicles, plainText } from '#server/vehicles/vehicle-names.ts'

/** Lists words of the trade that are names, too: the reader takes them as names wherever a vehicle may stand. */
const twoSenses = new Set(
  `active air avant base blade bolt compact continental cruise custom db edition element escape fit flex hatch kasten le leaf lhs lift master matrix megan models
  original pas pickup pilot premium racing relay rts satellite spark splash standard striker targa turbo van wind`.split(
    /\s+/,
  ),
)

test('no known word of parts is a make, model, generation or version', () => {
  const { makes, vehicles, other } = readVehicleSeed()
  const { things } = indexVehicles(vehicles, other)
  const names = new Set([...makes.map(({ name }) => name), ...things.keys(), ...modelKeys, ...versionKeys])
  const known = [...names].map((name) => name.toLowerCase()).filter((name) => isPartWord(name, true))
  assert.deepEqual(
    known.filter((name) => !twoSenses.has(name)),
    [],
  )
  assert.deepEqual(
    ['sport', 'gt', 'combi', 'touring', 'limousine', 'grand'].filter((name) => isPartWord(name)),
    [],
  )
})

test('no name of the seed is made of a word of parts and an ending, but for those that every shop offers and a few', () => {
  const { makes, vehicles, other } = readVehicleSeed()
  const { things } = indexVehicles(vehicles, other)
  const offered = readSeedNames().things
  const isGuarded = (key: string) => offered.has(key) || modelKeys.has(key) || versionKeys.has(key)
  const names = [...makes.map(({ name }) => name.toUpperCase()), ...things.keys(), ...driveKeys]
  const made = names.filter(
    (key) => !isGuarded(key) && isPartWord(key.toLowerCase()) && !isPartWord(key.toLowerCase(), true),
  )
  assert.deepEqual([...new Set(made)].toSorted(), ['AVANTI', 'CHECKER', 'HECKANTRIEB', 'LUCID'])
})

test('words for bodies, fuels, gearboxes and lengths are no words of parts, and those for sides are sides, in all languages', () => {
  const restricting = `karavan limuzina hecbek kabriolet cabrio kupe sedan kombi touring furgon manuelni manuelna manualni manuell manuel handgeschakeld
    dizel dizelas bensin benzyna gasoleo nafta naftova hibrid hybrid hybryda dugi duga dlhy dlouheho kratke hosszu rovid court curto corta larga
    scurt lungi longo pianale surbaissee terza kisa short-wheelbase rwd fwd quattro osim samo pouze iba doar numai apenas endast utan kiveve csak`
  assert.deepEqual(
    restricting.split(/\s+/).filter((word) => isPartWord(word)),
    [],
  )
  const sides = `prednji prednja prednje prednjeg prednjih zadnji zadnja zadnjeg straznji straznja lijevi lijeva lijevo levi leva levo levog desni desna
    desno desne desnog predni predne prednej predneho zadni zadne zadneho leve lava lave prava pravy napred dianteiros traseira esquerdo direita elso hatso
    bal jobb fata spate stanga dreapta fram framre bak bakre vanster hoger voorste achterste linker rechter преден предна заден ляв десен
    дясна передній задній лівий правий εμπρός πίσω αριστερό δεξιός eteen taakse vasen oikea priekinis galinė kairys dešinė`
  assert.deepEqual(
    sides.split(/\s+/).filter((word) => !isSide(plainText(word))),
    [],
  )
})

test('words of parts are known in all languages, with their endings and put together, and so are their makers', () => {
  const words = `wishbone driveshafts headlamp reconditioned querlenkersatz anhangerkupplung zweimassenschwungrad bremskraftverstarker
    maska gwintowane armadura hydrostossel biellette cremaillere electrovanne turbocompresseur dwumasowe sprzeglo dyferencjalu gaznika wzmacniane candele
    pinze ammortizzatori cuscinetti tergicristallo manguera embrague limpiaparabrisas rodamiento guardafangos iridium agm
    pcb rectangular parkbremse przebieg esportivas ganzjahresrader mischbereifung soufflerie korbowego corredizo organizador cardboard
    branika kocionih plocica svecice svjecica retrovizora hladnjakom kvacila lezajeva zamajac sijalice blatobranom polovna rabljeno
    embraiagem travoes parafusos cremalheira sinaleiras amortisoare anvelope tapiterie demaror bieleta
    platnicky tlmice zrkadla svieckami vstrekovace gepjarmu felfuggesztes ablakemeloszerkezet toerenteller spoorstangen stankskarm vaxellada
    rumpfmotor versandkostenfreies defekte bavolets mascherone danneggiato veiligheidsgordels koelvinhuis spoustece mrizky incuietoarea conectoare kijelzo vegdobok
    спирачни амортисьора броня гальмівні ліхтарів підшипника τακάκια προφυλακτήρας jarrupaloja iskunvaimennin zibintas stabdziu amortizatoriaus
    hogtalare sikringsboksen embaladeiras bijonlu kaportasi predpraznika sofersajbna blazilnika polecam subchasis drallklappen domstrebe gereinigd ozubene comutador kylarflakt lyseplast camurlugu ruckholfeder wiechers petlas stellox supar bosch febi meyle maxgear ate trw sachs bilstein monroe valeo luk skf ngk mann mahle brembo textar delphi denso hella lemforder`
  assert.deepEqual(
    words.split(/\s+/).filter((word) => !isPartWord(plainText(word))),
    [],
  )
})

import assert from 'node:assert/strict'
import { test } from 'node:test'
import { readVehicleSeed } from '#database/vehicles/read-seed.ts'
import { modelKeys, versionKeys } from '#server/vehicles/fit-words.ts'
import { isPartWord } from '#server/vehicles/part-words.ts'
import { indexVehicles } from '#server/vehicles/vehicle-names.ts'

/** Lists words of the trade that are names, too: the reader takes them as names wherever a vehicle may stand. */
const twoSenses = new Set(
  `active air avant base blade bolt compact continental cruise custom db edition element escape fit flex hatch kasten le leaf lhs lift master matrix models
  original pas pickup pilot premium racing relay rts spark splash standard striker targa turbo van wind`.split(/\s+/),
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

test('words of parts are known in six languages, with their endings and put together, and so are their makers', () => {
  const words = `wishbone driveshafts headlamp reconditioned querlenkersatz anhangerkupplung zweimassenschwungrad bremskraftverstarker
    maska gwintowane armadura hydrostossel biellette cremaillere electrovanne turbocompresseur dwumasowe sprzeglo dyferencjalu gaznika wzmacniane candele
    pinze ammortizzatori cuscinetti tergicristallo manguera embrague limpiaparabrisas rodamiento guardafangos iridium agm
    pcb rectangular parkbremse przebieg esportivas
    bosch febi meyle maxgear ate trw sachs bilstein monroe valeo luk skf ngk mann mahle brembo textar delphi denso hella lemforder`
  assert.deepEqual(
    words.split(/\s+/).filter((word) => !isPartWord(word)),
    [],
  )
})

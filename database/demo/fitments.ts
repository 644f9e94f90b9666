import { sql } from 'drizzle-orm'
import type { DemoProduct } from '#database/demo/families.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { NewFitment } from '#server/vehicles/vehicles.tables.ts'

/** Describes which vehicle a part of the demo fits; without years all of the model. */
interface DemoFit extends Partial<Pick<NewFitment, 'yearFrom' | 'yearTo' | 'builtFrom' | 'builtTo' | 'condition'>> {
  /** The address of the model. */
  model: string
  /** A key of `engines`. */
  engine?: keyof typeof engines
  position?: NewFitment['position']
  note?: string
}

/** Holds engines of vehicles of the demo: those that its parts name. */
const engines = {
  golf19: { model: 'volkswagen-golf-v', name: '1.9 TDI', code: 'BXE', litres: 1.9, fuel: 'diesel', kw: 77 },
  golf20: { model: 'volkswagen-golf-v', name: '2.0 TDI', code: 'BKD', litres: 2, fuel: 'diesel', kw: 103 },
  octavia19: { model: 'skoda-octavia-ii', name: '1.9 TDI', code: 'BXE', litres: 1.9, fuel: 'diesel', kw: 77 },
  focus16: { model: 'ford-focus-ii', name: '1.6 TDCi', code: 'G8DA', litres: 1.6, fuel: 'diesel', kw: 80 },
  sorento24: { model: 'kia-sorento', name: '2.4 GDI', code: 'G4KJ', litres: 2.4, fuel: 'petrol', kw: 142 },
  bmw20: { model: 'bmw-3-series-e90', name: '320d', code: 'N47', litres: 2, fuel: 'diesel', kw: 130 },
} as const

const golf: DemoFit = { model: 'volkswagen-golf-v' }
const golf6: DemoFit = { model: 'volkswagen-golf-vi' }
const octavia: DemoFit = { model: 'skoda-octavia-ii' }
const a3: DemoFit = { model: 'audi-a3-8p' }
const passat: DemoFit = { model: 'volkswagen-passat-b6' }
const focus: DemoFit = { model: 'ford-focus-ii' }
const astra: DemoFit = { model: 'opel-astra-h' }
const bmw: DemoFit = { model: 'bmw-3-series-e90' }
const civic: DemoFit = { model: 'honda-civic-viii' }
const sprinter: DemoFit = { model: 'mercedes-benz-sprinter-w906' }
const newSprinter: DemoFit = { model: 'mercedes-benz-sprinter-w907' }
const sorento: DemoFit = { model: 'kia-sorento', yearFrom: 2011, yearTo: 2020 }
const pickup: DemoFit = { model: 'ford-f-150', yearFrom: 2009, yearTo: 2014 }

const at = (position: DemoFit['position'], ...fits: DemoFit[]): DemoFit[] => fits.map((fit) => ({ ...fit, position }))
const only = (condition: string, ...fits: DemoFit[]): DemoFit[] => fits.map((fit) => ({ ...fit, condition }))

/**
 * Lists which vehicles parts fit, by their drawing, in the order of its products; a part with an empty list has none. With the vehicles
 * buyers see every verdict: years, engines, days of building, positions and conditions, which every buyer reads as the seller wrote them,
 * so that those of the demo are in both languages.
 */
const fits: Readonly<Record<string, readonly DemoFit[][]>> = {
  'vented-brake-disc': [
    at('front', passat, ...only('Ø 312 mm', golf, a3)),
    at('front', astra),
    at('front', civic, { ...sorento, yearTo: 2014 }),
    at('front', golf, octavia),
    at('front', golf, golf6, octavia, a3),
    at('front', bmw),
    at('front', ...only('Ø 345 mm', a3, golf6)),
    [],
    at('rear', golf, octavia, a3),
    at('rear', golf, golf6),
    at('rear', bmw),
  ],
  'brake-pad-set': [
    at('front', golf, octavia, a3, passat),
    at('front', astra, focus),
    at('front', focus),
    at('front', { ...golf, builtFrom: '2006-05-22', note: 'Wear sensor / Verschleißsensor' }, golf6),
    at('front', { ...sorento, yearTo: 2013 }),
    at('front', pickup, newSprinter),
    at('rear', sprinter),
    at('rear', golf, golf6, octavia),
    at('rear', { ...sorento, yearFrom: 2014 }),
    at('rear', bmw),
  ],
  'shock-absorber': [
    at('rear', golf, golf6, octavia),
    at('front', golf, octavia, a3),
    at('front', ...only('Standard suspension / Serienfahrwerk', golf, golf6)),
    at('front', focus),
    at('rear', focus, astra),
    at('rear', ...only('Sport suspension / Sportfahrwerk', golf, a3)),
  ],
  'coil-spring': [
    at('front', golf, octavia),
    at('front', { ...golf, engine: 'golf20' }, golf6),
    at('front', bmw),
    at('front', sorento),
  ],
  'control-arm': [
    at('front right', golf, octavia, a3),
    at('front left', golf, octavia, a3),
    at('front right', focus),
    at('front left', focus),
  ],
  'oil-filter': [
    [civic, { ...sorento, engine: 'sorento24' }],
    [focus, astra],
    [pickup],
    [sorento],
    [{ ...focus, engine: 'focus16' }],
  ],
  'oil-filter-element': [
    [
      { ...golf, engine: 'golf19' },
      { ...octavia, engine: 'octavia19' },
    ],
    [{ ...golf, engine: 'golf20' }, a3],
    [{ ...bmw, engine: 'bmw20' }],
  ],
  'panel-air-filter': [[golf, golf6, octavia, a3], [focus], [astra], [sorento], [sprinter]],
  'cabin-filter': [[golf, golf6, octavia, a3, passat], [focus], [astra], [sorento], [bmw]],
  'timing-belt-kit': [
    [
      { ...golf, engine: 'golf19' },
      { ...octavia, engine: 'octavia19' },
    ],
    [astra],
  ],
  'coolant-pump': [[{ ...golf, engine: 'golf19' }, passat], [astra]],
  'spark-plug': [[civic, sorento], [golf6]],
  turbocharger: [[{ ...focus, engine: 'focus16' }], [{ ...golf, engine: 'golf19', builtTo: '2008-10-31' }]],
}

/** Lists the drawings whose first product fits every vehicle. */
const universal = ['tyre-pressure-sensor', 'fuse-assortment']

/** Adds what the parts of the demo fit; tools, fluids and parts without a list fit nothing in particular. */
export async function addDemoFitments(
  tx: Transaction,
  demoProducts: readonly DemoProduct[],
  ids: readonly string[],
): Promise<void> {
  await tx.execute(sql`
    INSERT INTO vehicle_engines (model_id, name, code, litres, fuel, kw)
    SELECT vehicle_models.id, each.name, code, litres, fuel, kw
    FROM jsonb_to_recordset(${JSON.stringify(Object.values(engines))}::jsonb)
      AS each (model text, name text, code text, litres numeric, fuel text, kw smallint)
      JOIN vehicle_models ON slug = model
    ON CONFLICT DO NOTHING`)
  const drawn = Map.groupBy(demoProducts.keys(), (index) => demoProducts[index]?.drawing ?? '')
  const idOf = (drawing: string, index: number) => {
    const id = ids[drawn.get(drawing)?.[index] ?? -1]
    if (id === undefined) throw new Error(`The demo has no product ${index + 1} with the drawing ${drawing}.`)
    return id
  }
  const rows = Object.entries(fits).flatMap(([drawing, lists]) =>
    lists.flatMap((list, index) =>
      list.map(({ engine, ...fit }) => ({
        ...fit,
        productId: idOf(drawing, index),
        engine: engine && engines[engine].name,
      })),
    ),
  )
  const written = await tx.execute(sql`
    INSERT INTO fitments (product_id, model_id, year_from, year_to, built_from, built_to, engine_id, position, condition, note, origin)
    SELECT "productId", vehicle_models.id, "yearFrom", "yearTo", "builtFrom", "builtTo", vehicle_engines.id, position, condition, note, 'hand'
    FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS each ("productId" uuid, model text, "yearFrom" smallint, "yearTo" smallint,
        "builtFrom" date, "builtTo" date, engine text, position text, condition text, note text)
      JOIN vehicle_models ON slug = model LEFT JOIN vehicle_engines ON model_id = vehicle_models.id AND vehicle_engines.name = engine`)
  if (written.rowCount !== rows.length) throw new Error('The seed lacks a vehicle that parts of the demo fit.')
  await tx.execute(sql`
    UPDATE products SET fit_kind = CASE WHEN id = ANY (${sql.param(universal.map((drawing) => idOf(drawing, 0)))}::uuid[]) THEN 'universal' ELSE 'vehicles' END
    WHERE id = ANY (${sql.param([...universal.map((drawing) => idOf(drawing, 0)), ...new Set(rows.map(({ productId }) => productId))])}::uuid[])`)
}

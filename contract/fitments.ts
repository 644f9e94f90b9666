import { type Static, Type } from 'typebox'
import { endpoint, IdParams, Line, Name, Text } from '#contract/endpoint.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { vehicleYears } from '#contract/chosen-vehicle.ts'
import { fitKinds, fitmentOrigins, fitPositions } from '#contract/vehicles.ts'

/** Sets the most rows that one product has. */
export const maxFitments = 2000

const Year = Type.Integer(vehicleYears)
const Day = Type.String({ format: 'day' })

/** Describes a row as a seller writes it: the vehicle by its names, any of those that people use. */
export const FitmentInput = Type.Object({
  make: Name(maxLengths.vehicleName),
  family: Name(maxLengths.vehicleName),
  /** Without it, all generations that were built in these years. */
  generation: Type.Optional(Line(maxLengths.vehicleName)),
  from: Type.Optional(Year),
  to: Type.Optional(Year),
  builtFrom: Type.Optional(Day),
  builtTo: Type.Optional(Day),
  /** By its name or its code. */
  engine: Type.Optional(Line(maxLengths.vehicleName)),
  position: Type.Optional(Type.Enum(fitPositions)),
  condition: Type.Optional(Line(maxLengths.fitmentText)),
  note: Type.Optional(Line(maxLengths.fitmentText)),
})
export type FitmentInput = Static<typeof FitmentInput>

/** Describes a row as it is stored, where an absent year is that of the model, with the years of the model. */
const StoredFitment = Type.Object({
  ...FitmentInput.properties,
  modelFrom: Type.Optional(Type.Integer()),
  modelTo: Type.Optional(Type.Integer()),
  origin: Type.Enum(fitmentOrigins),
})
export type StoredFitment = Static<typeof StoredFitment>

/** Holds what a product fits; `seen` stands for all of it. */
const StoredFitments = Type.Object({
  kind: Type.Enum(fitKinds),
  isComplete: Type.Boolean(),
  seen: Type.String(),
  fitments: Type.Array(StoredFitment),
})
export type StoredFitments = Static<typeof StoredFitments>

export const getStoredFitments = endpoint('getStoredFitments', 'GET', '/all-tools/:id/fitments', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Returns the vehicles of any product as they were entered, with `seen` for a change.',
  params: IdParams,
  answer: StoredFitments,
  problems: ['product-not-found'],
})

export const writeFitments = endpoint('writeFitments', 'PUT', '/tools/:id/fitments', {
  access: 'admin',
  permission: 'catalog',
  summary:
    'Replaces the vehicles that a product fits, all or none. `seen` is that of the last read: what somebody has changed since is not replaced. `addsEngines` adds engines that their models do not have. Rows with years in which the vehicle was not built are stored and counted.',
  params: IdParams,
  body: Type.Object({
    kind: Type.Enum(fitKinds),
    isComplete: Type.Boolean(),
    fitments: Type.Array(FitmentInput, { maxItems: maxFitments }),
    seen: Text(64),
    addsEngines: Type.Optional(Type.Boolean()),
  }),
  answer: Type.Object({ success: Type.Literal(true), outsideYears: Type.Integer() }),
  problems: ['product-not-found', 'fitments-changed', 'fitments-refused', 'fitments-without-kind', 'fitments-too-many'],
})

export const readFitsText = endpoint('readFitsText', 'POST', '/fits-readings', {
  access: 'admin',
  permission: 'catalog',
  summary: 'Reads which vehicles a text names, and says which words are left over. Nothing of the shop changes.',
  body: Type.Object({ text: Text(maxLengths.description, 1) }),
  answer: Type.Object({ fitments: Type.Array(FitmentInput), leftover: Type.Array(Type.String()) }),
})

import type { ShippingMethodInput, ZoneMember } from '#contract/shipping.ts'

/** Lists the ship classes of the demo shop; `standard` is every shop's. */
export const demoShipClasses = [
  { code: 'bulky', name: 'Bulky', names: { de: 'Sperrgut' } },
  { code: 'hazardous', name: 'Hazardous', names: { de: 'Gefahrgut' } },
  { code: 'freight', name: 'Freight', names: { de: 'Spedition' } },
]

const countries = (codes: string): ZoneMember[] => codes.split(' ').map((country) => ({ country }))

/** The members of the European Union; Northern Ireland and the islands with other rules are left to the seller. */
const europeanUnion = 'AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK'

export const demoZones = {
  usa: { name: 'Contiguous United States', members: countries('US') },
  farStates: {
    name: 'Alaska, Hawaii and Puerto Rico',
    members: ['AK', 'HI', 'PR'].map((region) => ({ country: 'US', region })),
  },
  germany: { name: 'Germany', members: countries('DE') },
  europe: { name: 'European Union', members: countries(europeanUnion.replace(' DE', '')) },
} as const
export type DemoZone = keyof typeof demoZones

type DemoRate = Omit<ShippingMethodInput['rates'][number], 'zone'> & { zone: DemoZone }

const freight = { class: 'freight', excluded: true as const }
const hazardous = { class: 'hazardous', excluded: true as const }
const bulky = { class: 'bulky', surcharge: 24, perUnit: true as const }

const table = (zone: DemoZone, prices: readonly [number, number, number], perKg: number): DemoRate[] => [
  { zone, from: 0, to: 5, price: prices[0], freeFrom: 1000 },
  { zone, from: 5, to: 30, price: prices[1] },
  { zone, from: 30, price: prices[2], perKg },
]

/** Lists the methods of the demo shop; nothing is charged until an admin switches it on. */
export const demoMethods: readonly (Omit<ShippingMethodInput, 'rates'> & { rates: readonly DemoRate[] })[] = [
  {
    name: 'Ground parcel',
    names: { de: 'Paket' },
    kind: 'table',
    by: 'weight',
    days: { from: 2, to: 4 },
    active: true,
    rates: [
      ...table('usa', [12, 24, 58], 0.9),
      ...table('farStates', [28, 62, 150], 2.4),
      ...table('germany', [9.5, 16, 39], 0.7),
      ...table('europe', [16, 29, 72], 1.2),
    ],
    classRules: [bulky, freight],
  },
  {
    name: 'Next-day express',
    names: { de: 'Express am nächsten Werktag' },
    kind: 'flat',
    days: { from: 1, to: 1 },
    active: true,
    rates: [
      { zone: 'usa', from: 0, price: 39, perKg: 3.5 },
      { zone: 'germany', from: 0, price: 29, perKg: 2.5 },
    ],
    classRules: [{ class: 'bulky', excluded: true }, hazardous, freight],
  },
  {
    name: 'Carriers’ rates',
    names: { de: 'Preise der Versanddienste' },
    kind: 'carrier',
    active: false,
    rates: [
      { zone: 'usa', from: 0, price: 1.5 },
      { zone: 'farStates', from: 0, price: 1.5 },
    ],
    classRules: [bulky, hazardous, freight],
  },
  {
    name: 'Freight',
    names: { de: 'Spedition' },
    kind: 'quoted',
    days: { from: 5, to: 10 },
    active: true,
    rates: (['usa', 'farStates', 'germany', 'europe'] as const).map((zone) => ({ zone, from: 0, price: 0 })),
    classRules: [],
  },
  {
    name: 'Pickup at the counter',
    names: { de: 'Abholung am Tresen' },
    kind: 'pickup',
    days: { from: 0, to: 1 },
    active: true,
    rates: [{ zone: 'usa', from: 0, price: 0 }],
    classRules: [],
  },
]

export const demoSettings = {
  defaultWeight: 1,
  origin: {
    company: 'Boltyard',
    street: '400 Foundry Row',
    city: 'Austin',
    region: 'TX',
    postalCode: '78702',
    country: 'US',
  },
}

/** Describes a service of a carrier; prices are in minor units of its currency. */
interface Service {
  carrier: string
  service: string
  /** Undefined for that of the shop's account. */
  currency?: string
  /** Where it goes: inside of the country of origin, abroad, or to one country. */
  reach: 'domestic' | 'abroad' | { country: string }
  maxPounds: number
  baseCents: number
  perPoundCents: number
  /** Added for each step of distance, 0 to 9. */
  perStepCents: number
  days: number | null
}

const services: readonly Service[] = [
  {
    carrier: 'USPS',
    service: 'GroundAdvantage',
    reach: 'domestic',
    maxPounds: 70,
    baseCents: 560,
    perPoundCents: 48,
    perStepCents: 35,
    days: 5,
  },
  {
    carrier: 'USPS',
    service: 'Priority',
    reach: 'domestic',
    maxPounds: 70,
    baseCents: 890,
    perPoundCents: 95,
    perStepCents: 60,
    days: 2,
  },
  {
    carrier: 'UPS',
    service: 'Ground',
    reach: 'domestic',
    maxPounds: 150,
    baseCents: 1120,
    perPoundCents: 62,
    perStepCents: 45,
    days: 4,
  },
  {
    carrier: 'UPS',
    service: '2ndDayAir',
    reach: 'domestic',
    maxPounds: 150,
    baseCents: 2490,
    perPoundCents: 210,
    perStepCents: 110,
    days: 2,
  },
  {
    carrier: 'USPS',
    service: 'PriorityMailInternational',
    reach: 'abroad',
    maxPounds: 66,
    baseCents: 4350,
    perPoundCents: 390,
    perStepCents: 0,
    days: null,
  },
  {
    carrier: 'UPS',
    service: 'UPSSaver',
    reach: 'abroad',
    maxPounds: 150,
    baseCents: 7480,
    perPoundCents: 640,
    perStepCents: 0,
    days: 3,
  },
  {
    carrier: 'CanadaPost',
    currency: 'CAD',
    service: 'ExpeditedParcel',
    reach: { country: 'CA' },
    maxPounds: 66,
    baseCents: 1850,
    perPoundCents: 140,
    perStepCents: 0,
    days: 6,
  },
]

export interface Parcel {
  from: { country: string; zip: string }
  to: { country: string; zip: string }
  ounces: number
}

/** Returns the rates of all services that take a parcel, in the currency of the account. */
export function ratesOf({ from, to, ounces }: Parcel, accountCurrency: string) {
  const pounds = Math.ceil(ounces / 16)
  const steps = Math.abs(Number(from.zip[0] ?? 0) - Number(to.zip[0] ?? 0)) || 0
  return services
    .filter(({ reach, maxPounds }) => {
      if (pounds > maxPounds) return false
      if (typeof reach === 'object') return to.country === reach.country && from.country !== reach.country
      return (reach === 'domestic') === (from.country === to.country)
    })
    .map(({ carrier, service, currency = accountCurrency, baseCents, perPoundCents, perStepCents, days }) => ({
      carrier,
      service,
      currency,
      rate: decimal(baseCents + perPoundCents * pounds + perStepCents * steps, currency),
      days,
    }))
}

/** Writes minor units as a decimal: `5.60`, `560` in yen. */
function decimal(cents: number, currency: string): string {
  const format = new Intl.NumberFormat('en', { style: 'currency', currency })
  const digits = format.resolvedOptions().maximumFractionDigits ?? 2
  return (cents / 10 ** digits).toFixed(digits)
}

/** Lists the carriers, for their messages. */
export const carriers: readonly string[] = [...new Set(services.map(({ carrier }) => carrier))]

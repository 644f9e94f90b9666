import { formatAddress } from 'localized-address-format'
import type { Address } from '#contract/addresses.ts'
import type { Language } from '#contract/language.ts'
import type { addresses } from '#server/accounts/addresses/addresses.tables.ts'

type Row = typeof addresses.$inferSelect

/** Presents a saved address; the name of its country is in the given language. */
export function presentAddress(row: Row, language: Language): Address {
  const { id, userId: _, createdAt: __, isDefault, isBilling, ...texts } = row
  return {
    _id: id,
    ...texts,
    text: addressText(row, language),
    ...(isDefault && { isDefault }),
    ...(isBilling && { isBilling }),
  }
}

/** Returns the lines of an address in the order of its country, the firm before the person, and its country; what is absent is empty. */
export function addressText(
  address: Partial<Omit<Row, 'id' | 'userId' | 'createdAt' | 'isDefault' | 'isBilling'>> & Pick<Row, 'country'>,
  language: Language,
): string {
  const {
    recipient = '',
    company = '',
    street = '',
    district = '',
    city = '',
    region = '',
    postalCode = '',
    country,
  } = address
  const isLatin = !/(?!\p{Script=Latin})\p{L}/u.test(recipient + company + street + district + city)
  const [first = '', second = '', ...lines] = formatAddress(
    {
      postalCountry: country,
      name: recipient,
      organization: company,
      addressLines: street.split('\n'),
      dependentLocality: district,
      locality: city,
      administrativeArea: region,
      postalCode,
    },
    isLatin ? 'latin' : 'local',
  )
  // Most countries' forms are made for private persons, whose name comes first; mail of a firm is opened by its post room.
  const head = recipient !== '' && first === recipient && second === company ? [second, first] : [first, second]
  return [
    ...head.filter((line) => line !== ''),
    ...lines,
    new Intl.DisplayNames(language, { type: 'region' }).of(country) ?? country,
  ].join('\n')
}

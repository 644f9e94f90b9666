import { type ListSort, listSorts, maxFilters } from '#contract/facets.ts'
import { readVehicleAddress } from '#contract/vehicle-address.ts'
import { dimensionNames, readMeasure } from '#contract/units.ts'
import { currentLanguage } from '#web/i18n/language.ts'

export const listViews = ['cards', 'rows'] as const
export type ListView = (typeof listViews)[number]

/** Names the query parameters of a list besides its search. The last four are those of a range's form. */
export const listParameters = [
  'vehicle',
  'universal',
  'words',
  'f',
  'sort',
  'view',
  'page',
  'after',
  'range',
  'from',
  'to',
  'unit',
] as const

/** Describes what the address of a list says. */
export interface ListState {
  /** `/products`, or the page of a category. */
  path: string
  q: string
  /** The vehicle that the parts fit, such as `12-2013`. */
  vehicle: string | undefined
  /** Whether universal parts are shown with the vehicle. */
  withUniversal: boolean
  /** Whether no vehicle is read out of the search. */
  isWordsOnly: boolean
  /** One filter for each group, such as `brand:ate,bosch`, in the order of the groups. */
  filters: readonly string[]
  /** Filters of the address that cannot be read. */
  malformed: readonly string[]
  sort: ListSort | undefined
  view: ListView | undefined
  /** The number of the page; 0 if the address names none that can be. */
  page: number
  /** In a list that is too long for numbers: the cursors of the pages up to this one. */
  trail: readonly string[]
}

/** Resets a list to its first page. */
export const firstPage = { page: 1, trail: [] } satisfies Partial<ListState>

/** Reads the state of a list from its address. */
export function readListState(url: URL): Omit<ListState, 'path'> {
  const search = url.searchParams
  const [sort, view] = [search.get('sort'), search.get('view')]
  const number = search.get('page') ?? '1'
  const malformed: string[] = []
  const vehicle = search.get('vehicle') ?? ''
  const isVehicle = readVehicleAddress(vehicle) !== undefined
  if (vehicle && !isVehicle) malformed.push(vehicle.slice(0, 80))
  let filters: readonly string[] = []
  for (const text of search.getAll('f').slice(0, maxFilters)) {
    const [, group = '', list = ''] = /^([a-z0-9.-]{1,64}):([^:\s\p{Cc}]{1,500})$/u.exec(text) ?? []
    if (group === '') malformed.push(text.slice(0, 80))
    else
      filters = withFilter(
        filters,
        group,
        list.includes('..') ? list : [...valuesOf(filters, group), ...list.split(',')].slice(0, 50),
      )
  }
  return {
    q: (search.get('q') ?? '')
      .replaceAll(/\p{Cc}/gu, ' ')
      .trim()
      .slice(0, 200),
    vehicle: isVehicle ? vehicle : undefined,
    withUniversal: isVehicle && search.get('universal') === 'yes',
    isWordsOnly: search.get('words') === 'only',
    filters,
    malformed,
    sort: listSorts.find((one) => one === sort),
    view: listViews.find((one) => one === view),
    page: /^[1-9]\d{0,5}$/.test(number) ? Number(number) : 0,
    trail: search.getAll('after').filter((id) => /^[0-9a-f-]{36}$/i.test(id)),
  }
}

/** Returns the address to go on with if a range was typed into its form, with both ends in the base unit. */
export function rangeAddress(url: URL, state: ListState): string | undefined {
  const search = url.searchParams
  const group = search.get('range')
  if (!group || !/^[a-z0-9.-]{1,64}$/.test(group)) return undefined
  const [dimension, unit] = (search.get('unit') ?? '').split('|')
  const read = (name: string) => {
    const text = (search.get(name) ?? '').trim()
    const known = dimensionOf(dimension)
    return text === ''
      ? ''
      : (readMeasure(text, { dimension: known ?? 'count', unit, language: currentLanguage() })?.base ?? '')
  }
  const [from, to] = [read('from'), read('to')]
  const filters = withFilter(state.filters, group, from + to === '' ? [] : `${from}..${to}`)
  return listAddress({ ...state, ...firstPage, filters })
}

const dimensionOf = (text: string | undefined) => dimensionNames.find((name) => name === text)

/** Returns the chosen values of a group; none for a range. */
export function valuesOf(filters: readonly string[], group: string): string[] {
  const found = filters.find((filter) => filter.startsWith(`${group}:`))?.slice(group.length + 1) ?? ''
  return found === '' || found.includes('..') ? [] : found.split(',')
}

/** Returns the filters with other values of a group, in one order. */
export function withFilter(filters: readonly string[], group: string, values: string | readonly string[]): string[] {
  const others = filters.filter((filter) => !filter.startsWith(`${group}:`))
  const list = typeof values === 'string' ? values : [...new Set(values)].filter(Boolean).toSorted().join(',')
  return list === '' ? others : [...others, `${group}:${list}`].toSorted()
}

/** Returns the filters after a click on a value: with it, or without it if it was chosen. */
export function toggled(filters: readonly string[], group: string, value: string): string[] {
  const chosen = valuesOf(filters, group)
  return withFilter(filters, group, chosen.includes(value) ? chosen.filter((one) => one !== value) : [...chosen, value])
}

/** Returns the address of a list; its parameters have one order, and colons and commas stay legible. */
export function listAddress(list: Omit<ListState, 'malformed'>): string {
  const { path, q, vehicle, filters, sort, view, page, trail } = list
  const search = new URLSearchParams([
    ...(q ? [['q', q]] : []),
    ...(q && list.isWordsOnly ? [['words', 'only']] : []),
    ...(vehicle ? [['vehicle', vehicle]] : []),
    ...(vehicle && list.withUniversal ? [['universal', 'yes']] : []),
    ...filters.map((filter) => ['f', filter]),
    ...(sort ? [['sort', sort]] : []),
    ...(view ? [['view', view]] : []),
    ...(page > 1 ? [['page', String(page)]] : []),
    ...trail.map((after) => ['after', after]),
  ]).toString()
  return search ? `${path}?${search.replaceAll('%3A', ':').replaceAll('%2C', ',')}` : path
}

/** The number of chosen values; a range is one. */
export const chosenCount = (filters: readonly string[]): number =>
  filters.reduce((sum, filter) => sum + filter.split(',').length, 0)

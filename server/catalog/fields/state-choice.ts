import type { RecordState } from '#server/catalog/product-fields.ts'
import { germanWords, readChoice, truths } from '#server/catalog/fields/field.ts'

const words = {
  active: ['on sale', 'im verkauf', 'aktiv', 'published', 'visible', 'sichtbar', 'enabled', 'online'],
  draft: ['entwurf', 'unpublished', 'hidden', 'inactive', 'inaktiv', 'unsichtbar', 'disabled', 'offline'],
  archived: ['archiviert', 'discontinued', 'blocked', 'gesperrt', 'obsolete'],
} as const satisfies Record<RecordState, readonly string[]>

/** Lists headers of columns that say yes or no, by the state of a product that is `yes`. */
const headers = {
  active: ['publication', 'published', 'active', 'aktiv', 'visible', 'sichtbar', 'enabled', 'online'],
  draft: ['hidden', 'disabled', 'inactive', 'inaktiv', 'versteckt', 'deaktiviert'],
  archived: [
    'blocked',
    'sales blocked',
    'gesperrt',
    'verkaufssperre',
    'discontinued',
    'auslaufartikel',
    'archived',
    'obsolete',
  ],
} as const satisfies Record<RecordState, readonly string[]>

/** Describes the field of the state of a product, and by which headers it is recognised. */
export const stateChoice = {
  names: ['zustand', ...headers.active, ...headers.archived, ...headers.draft],
  read: readChoice(words),
  words: germanWords({ active: 'im Verkauf', draft: 'Entwurf', archived: 'archiviert' }),
  /** A yes means what its header says: `Blocked` is the opposite of `Active`, and what `Stock item` means is asked. */
  valueMapOf(header: string): Record<string, string> {
    const name = header.trim().toLowerCase()
    const isOf = (state: RecordState) => headers[state].some((one) => one === name)
    const states = ['state', 'status', 'zustand', '']
    const yes = isOf('archived')
      ? 'archived'
      : isOf('draft')
        ? 'draft'
        : isOf('active') || states.includes(name)
          ? 'active'
          : undefined
    if (!yes) return {}
    const no = yes === 'active' ? 'draft' : 'active'
    return Object.fromEntries(
      Object.entries({ [yes]: ['yes', ...truths.yes], [no]: ['no', ...truths.no] }).flatMap(([state, values]) =>
        values.map((value) => [value, state]),
      ),
    )
  },
}

import type { ImportCounts, ImportKindName, ImportOutcome, ImportResult, ImportState } from '#contract/imports.ts'
import type { BadgeTone } from '#web/ui/badge.tsx'
import { type MessageId, t } from '#web/i18n/messages.ts'

export const kindLabels: Record<ImportKindName, MessageId> = {
  products: 'imports.kind.products',
  stock: 'imports.kind.stock',
  vehicles: 'imports.kind.vehicles',
  fitments: 'imports.kind.fitments',
  'fits-phrases': 'imports.kind.fits-phrases',
  'vehicle-codes': 'imports.kind.vehicle-codes',
  categories: 'imports.kind.categories',
  attributes: 'imports.kind.attributes',
  customers: 'imports.kind.customers',
  'past-orders': 'imports.kind.past-orders',
}

export const stateLabels: Record<ImportState, { label: MessageId; tone: BadgeTone }> = {
  uploaded: { label: 'imports.state.uploaded', tone: 'info' },
  mapped: { label: 'imports.state.mapped', tone: 'info' },
  checked: { label: 'imports.state.checked', tone: 'warning' },
  planned: { label: 'imports.state.planned', tone: 'info' },
  applying: { label: 'imports.state.applying', tone: 'info' },
  applied: { label: 'imports.state.applied', tone: 'success' },
  undoing: { label: 'imports.state.undoing', tone: 'info' },
  undone: { label: 'imports.state.undone', tone: 'neutral' },
  cancelled: { label: 'imports.state.cancelled', tone: 'neutral' },
  failed: { label: 'imports.state.failed', tone: 'error' },
}

/** Describes an import that was compared and has no row to apply. */
export const nothingToApply = { label: 'imports.state.nothing', tone: 'neutral' } as const

export const changesAnything = ({ new: added = 0, changed = 0 }: ImportCounts): boolean => added + changed > 0

export const countLabels: Record<ImportOutcome | ImportResult, { label: MessageId; text: MessageId }> = {
  new: { label: 'imports.count.new', text: 'imports.count.new-text' },
  changed: { label: 'imports.count.changed', text: 'imports.count.changed-text' },
  same: { label: 'imports.count.same', text: 'imports.count.same-text' },
  error: { label: 'imports.count.error', text: 'imports.count.error-text' },
  applied: { label: 'imports.state.applied', text: 'imports.count.applied-text' },
  'changed-since': { label: 'imports.count.changed-since', text: 'imports.count.changed-since-text' },
  refused: { label: 'imports.count.refused', text: 'imports.count.refused-text' },
  undone: { label: 'imports.state.undone', text: 'imports.count.undone-text' },
  left: { label: 'imports.count.left', text: 'imports.count.left-text' },
}

/** Counts the rows by what would become of them: `12 new, 3 changed, 800 the same, 4 errors`. */
export function resultText({ counts }: { counts: ImportCounts }): string {
  const { new: added = 0, changed = 0, same = 0, error = 0 } = counts
  return t('imports.result', { added, changed, same, errors: error })
}

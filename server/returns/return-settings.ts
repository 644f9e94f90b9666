import type { Language } from '#contract/language.ts'
import { mainLanguage } from '#contract/main-language.ts'
import type { ReturnSettings } from '#contract/returns.ts'
import { type AuditActor, recordAuditEvent } from '#server/audit-log/record-audit-event.ts'
import type { Database, Transaction } from '#server/platform/database/database.ts'
import { returnSettings } from '#server/returns/returns.tables.ts'

export type SettingsRow = ReturnSettings

/** Returns the seller's rules for returns. */
export async function readReturnSettings(db: Database | Transaction): Promise<SettingsRow> {
  const [row] = await db.select().from(returnSettings)
  if (!row) throw new Error('The rules for returns are not there.')
  const { id: _, ...settings } = row
  return settings
}

/** Changes the seller's rules for returns. */
export async function updateReturnSettings(db: Database, settings: ReturnSettings, by: AuditActor): Promise<void> {
  await db.transaction(async (tx) => {
    const [row] = await tx.select().from(returnSettings).for('update')
    if (!row) throw new Error('The rules for returns are not there.')
    const before = namedForAudit(row)
    const after = { ...settings, wayBack: withoutEmpty(settings.wayBack) }
    await tx.update(returnSettings).set(after)
    await recordAuditEvent(tx, by, {
      kind: 'return-settings-changed',
      subject: { type: 'site', id: 'returns' },
      before,
      after: namedForAudit(after),
    })
  })
}

const withoutEmpty = (texts: ReturnSettings['wayBack']): ReturnSettings['wayBack'] =>
  Object.fromEntries(
    Object.entries(texts).flatMap(([language, text]) => (text.trim() === '' ? [] : [[language, text.trim()]])),
  )

/** Returns who pays the way back as a reader of this language is told. */
export const wayBackIn = ({ wayBack }: ReturnSettings, language: Language): string =>
  wayBack[language] ?? wayBack[mainLanguage()] ?? ''

const namedForAudit = ({ days, feePercent, wayBack, withdrawal, deliveryDays }: ReturnSettings) => ({
  returnDays: days,
  feePercent,
  wayBack: Object.values(wayBack).join(' · '),
  withdrawal,
  deliveryDays,
})

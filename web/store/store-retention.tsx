import { legalRetentionYears, retentionYears } from '#contract/retention.ts'
import type { Store } from '#contract/store.ts'
import { countryName } from '#web/i18n/country-names.ts'
import { currentStore } from '#web/i18n/current-store.ts'
import { currentLocale } from '#web/i18n/language.ts'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { StoreSection, useSaveStore } from '#web/store/store-section.tsx'
import { Field } from '#web/ui/field.tsx'
import { t } from '#web/i18n/messages.ts'

/** Chooses for how long invoices and credit notes are kept, beside what laws ask for. */
export function StoreRetention({ store }: { store: Store }) {
  const { retentionYears: years } = store
  const saveStore = useSaveStore()
  const form = useEntryForm({
    values: { retentionYears: String(years) },
    draft: 'store-retention',
    async send(values) {
      await saveStore({ retentionYears: Number(values.retentionYears) })
      return undefined
    },
  })
  return (
    <StoreSection part="retention" text={t('store.retention-text')} form={form}>
      <Field
        label={t('store.retention-years')}
        hint={t('store.retention-laws', { list: legalYears() })}
        inputMode="numeric"
        autoComplete="off"
        className="max-w-lg"
        {...form.field('retentionYears', { validate: checkYears })}
      />
    </StoreSection>
  )
}

function checkYears(typed: string) {
  const { least, most } = retentionYears
  const years = Number(typed)
  return (/^\s*\d+\s*$/.test(typed) && years >= least && years <= most) || t('store.retention-wrong', { least, most })
}

/** Lists the years of the countries, that of the store first. */
function legalYears(): string {
  const own = currentStore().country
  const names = Object.entries(legalRetentionYears).map(([country, years]) => ({
    isOwn: country === own,
    name: countryName(country),
    years,
  }))
  return names
    .toSorted(
      (one, other) => Number(other.isOwn) - Number(one.isOwn) || one.name.localeCompare(other.name, currentLocale()),
    )
    .map(({ name, years }) => `${name} ${years}`)
    .join(', ')
}

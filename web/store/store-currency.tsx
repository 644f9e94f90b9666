import { listCurrencies } from '#contract/currencies.ts'
import { currencyOf } from '#contract/currency.ts'
import type { Store } from '#contract/store.ts'
import { useController } from 'react-hook-form'
import { useConfirm } from '#web/page/use-confirm.tsx'
import { useEntryForm } from '#web/page/use-entry-form.ts'
import { FixedStoreSection, StoreSection, useSaveStore } from '#web/store/store-section.tsx'
import { Select } from '#web/ui/select.tsx'
import { currentLocale } from '#web/i18n/language.ts'
import { t } from '#web/i18n/messages.ts'

/** Chooses the currency of prices and orders, until there are real orders. */
export function StoreCurrency({ store, isFixed }: { store: Store; isFixed: boolean }) {
  const { currency } = store
  return isFixed ? (
    <FixedStoreSection
      part="currency"
      label={t('word.currency')}
      value={currencyChoices(currency).find(({ value }) => value === currency)?.label ?? currency}
      reason={t('problem.currency-in-use', { currency })}
    />
  ) : (
    <CurrencyForm store={store} />
  )
}

interface Question {
  currency: string
  answer: (isYes: boolean) => void
}

function CurrencyForm({ store }: { store: Store }) {
  const saveStore = useSaveStore()
  const form = useEntryForm({
    values: { currency: store.currency },
    draft: 'store-currency',
    async send({ currency }) {
      const isRounded = currencyOf(currency).digits < store.currencyDigits
      if (isRounded && !(await new Promise<boolean>((answer) => rounding.ask({ currency, answer })))) {
        return { currency: store.currency }
      }
      // Every amount on the page is one of the new currency.
      await saveStore({ currency }, { reload: true })
      return undefined
    },
  })
  const rounding = useConfirm(
    ({ currency }: Question) => ({
      title: t('store.currency-rounds'),
      text: t('store.currency-rounds-text', { currency, digits: currencyOf(currency).digits }),
      confirmLabel: t('store.currency-round'),
    }),
    async ({ answer }) => answer(true),
    ({ answer }) => answer(false),
  )
  const { field } = useController({ control: form.control, name: 'currency' })
  return (
    <StoreSection part="currency" text={t('store.currency-text')} form={form}>
      <Select
        label={t('word.currency')}
        hint={t('store.currency-hint')}
        className="max-w-lg"
        choices={currencyChoices(store.currency)}
        value={field.value}
        onChoose={field.onChange}
      />
      {rounding.dialog}
    </StoreSection>
  )
}

/** Lists what is out of use although its name does not say so. */
const replaced = ['ANG', 'BGN', 'CUC', 'HRK']

/** Whether a currency is still in use: the English names of old ones end with their years, as in `(1964–2022)`. */
function isInUse(code: string): boolean {
  const name = new Intl.DisplayNames('en', { type: 'currency' }).of(code) ?? ''
  return !replaced.includes(code) && !/\d{4}\)$/.test(name)
}

/** Lists the currencies in use by their names, with their codes; that of the store is among them, whatever the browser knows. */
function currencyChoices(own: string): { value: string; label: string }[] {
  const names = new Intl.DisplayNames(currentLocale(), { type: 'currency' })
  const codes = new Set([...listCurrencies().filter(isInUse), own])
  return [...codes]
    .map((value) => ({ value, label: `${names.of(value) ?? value} (${value})` }))
    .toSorted((one, other) => one.label.localeCompare(other.label, currentLocale()))
}

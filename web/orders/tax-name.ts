import { t } from '#web/i18n/messages.ts'

/** Returns the name that the seller gave a rate; the usual name is in the language of the page. */
export const taxName = (name: string): string => (name === 'VAT' ? t('amounts.vat') : name)

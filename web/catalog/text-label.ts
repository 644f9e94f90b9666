import type { OptionalProductText } from '#contract/catalog.ts'
import type { Language } from '#contract/language.ts'
import { t } from '#web/i18n/messages.ts'

/** Names a text of a product in one of the other languages: `Page title (German)`. */
export const textLabel = (text: 'name' | 'description' | OptionalProductText, language: Language): string =>
  t('product.label-in', { label: t(`product.${text}`), language: t(`language.${language}`) })

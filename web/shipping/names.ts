import { translationLanguages } from '#contract/main-language.ts'
import type { ShippingMethod } from '#contract/shipping.ts'
import { formText } from '#web/ui/form-text.ts'

/** Reads the fields of a name in the other languages that the shop offers, called `name-de`; an empty one removes the name. */
export const readNames = (data: FormData, field: string): ShippingMethod['names'] =>
  Object.fromEntries(
    translationLanguages().map((language) => [language, formText(data, `${field}-${language}`).trim()]),
  )

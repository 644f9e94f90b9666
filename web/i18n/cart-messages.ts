import { enCart } from '#web/i18n/en-cart.ts'
import { addEnglish } from '#web/i18n/messages.ts'

addEnglish(enCart)

import type { PartNumberKind } from '#contract/part-numbers.ts'
import { t } from '#web/i18n/messages.ts'

/** Names a kind of part number, such as `OEM`. */
export const partNumberKindLabel = (kind: PartNumberKind): string => t(`part-number.${kind}`)

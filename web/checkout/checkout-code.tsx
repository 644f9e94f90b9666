import { useState } from 'react'
import type { OrderQuote } from '#contract/orders.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { t } from '#web/i18n/messages.ts'

/** Takes a discount code; what it did, or why it cannot be used, stands at it. */
export function CheckoutCode({
  code,
  refusal,
  discount,
  busy,
  onApply,
}: {
  /** The code in use; empty for none. */
  code: string
  refusal: string | undefined
  discount: OrderQuote['discount']
  busy: boolean
  onApply: (code: string) => void
}) {
  const [typed, setTyped] = useState(code)
  const [shown, setShown] = useState(code)
  if (shown !== code) {
    setShown(code)
    if (code) setTyped(code)
  }
  const apply = () => onApply(typed.trim())
  const isUsed = discount?.code !== undefined && code !== ''
  return (
    <div className="flex flex-wrap items-start gap-3">
      <Field
        label={t('word.discount-code')}
        className="min-w-48 grow"
        maxLength={maxLengths.discountCode}
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        value={typed}
        error={refusal}
        hint={
          refusal
            ? undefined
            : code === ''
              ? undefined
              : isUsed
                ? t('checkout.code-used', { name: discount.name })
                : discount
                  ? t('checkout.code-beaten', { name: discount.name })
                  : t('checkout.code-saves-nothing')
        }
        onChange={({ target }) => {
          setTyped(target.value)
          // A refused code goes with its reason once another one is typed.
          if (refusal) onApply('')
        }}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return
          event.preventDefault()
          apply()
        }}
      />
      <Button
        variant="outline"
        className="mt-6.5"
        busy={busy}
        disabled={typed.trim() === '' && code === ''}
        onClick={apply}
      >
        {t(code !== '' && typed.trim() === '' ? 'word.remove' : 'checkout.code-apply')}
      </Button>
    </div>
  )
}

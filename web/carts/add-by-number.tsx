import { useState } from 'react'
import { priceAsSeen, type LineChange } from '#contract/cart-lines.ts'
import { type PricedLine, priceLines } from '#contract/carts.ts'
import { maxLengths } from '#contract/max-lengths.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { unitsText } from '#web/catalog/product-labels.ts'
import { SuggestedProducts } from '#web/catalog/suggested-products.tsx'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Adds the product with a part number, in any spelling, to a list; says if it is that of none or of several. */
export function AddByNumber({ change }: { change: (changes: readonly LineChange[]) => Promise<boolean> }) {
  const [number, setNumber] = useState('')
  const [problem, setProblem] = useState<string>()
  const [suggestions, setSuggestions] = useState<PricedLine['suggestions']>()
  const [busy, setBusy] = useState(false)

  async function add(wanted: { partNumber: string } | { productId: string }) {
    setBusy(true)
    setProblem(undefined)
    setSuggestions(undefined)
    try {
      const [line] = (await call(priceLines, { body: { lines: [wanted] } })).lines
      if (line?.product) {
        const { product, quantity } = line
        if (await change([{ productId: product._id, quantity, add: true, ...priceAsSeen(product) }])) {
          setNumber('')
          toast.success(t('cart.added', { more: 'no', quantity: unitsText(quantity), name: product.name }))
        }
      } else {
        setProblem(t(line?.code === 'product-ambiguous' ? 'quick-order.ambiguous' : 'quick-order.not-found'))
        setSuggestions(line?.suggestions)
      }
    } catch (error) {
      setProblem(errorMessageOf(error))
    } finally {
      setBusy(false)
    }
  }

  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (number.trim()) void add({ partNumber: number.trim() })
      }}
    >
      <div className="flex items-end gap-2">
        <Field
          label={t('lists.part-number')}
          className="grow sm:max-w-72"
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={maxLengths.search}
          value={number}
          onChange={({ target }) => setNumber(target.value)}
        />
        <Button type="submit" variant="outline" busy={busy}>
          {t('lists.add-number')}
        </Button>
      </div>
      {problem === undefined ? null : (
        <p role="alert" className="mt-1.5 text-sm font-medium text-error">
          {problem}
        </p>
      )}
      {suggestions ? (
        <p className="mt-2 flex flex-wrap gap-2">
          <SuggestedProducts products={suggestions} onTake={({ _id }) => void add({ productId: _id })} />
        </p>
      ) : null}
    </form>
  )
}

import { maxLengths } from '#contract/max-lengths.ts'
import { X } from 'lucide-react'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import { type LinkedTool, listAllTools } from '#contract/catalog.ts'
import { endpointQuery, useQuery } from '#web/api/queries.ts'
import { FormSection } from '#web/catalog/form-section.tsx'
import type { ProductEntryForm } from '#web/catalog/product-form.tsx'
import { Field } from '#web/ui/field.tsx'
import { t } from '#web/i18n/messages.ts'

const maxPairs = 20

/** Edits which product replaces this one, and which fit together with it. */
export function ProductLinks({ form, ownId, isFilled }: Props) {
  const { control } = form
  const successor = useController({ control, name: 'replacedBy' }).field
  const pairs = useController({ control, name: 'fitsTogether' }).field
  return (
    <FormSection title={t('product.links')} text={t('product.links-hint')} isOpen={isFilled}>
      <LinkedProducts
        label={t('product.replaced-by')}
        hint={t('product.replaced-by-hint')}
        ownId={ownId}
        most={1}
        products={successor.value ? [successor.value] : []}
        onChange={([product]) => successor.onChange(product ?? null)}
      />
      <LinkedProducts
        label={t('product.fits-together')}
        hint={t('product.fits-together-hint')}
        ownId={ownId}
        most={maxPairs}
        products={pairs.value}
        onChange={pairs.onChange}
      />
    </FormSection>
  )
}

interface Props {
  form: ProductEntryForm
  /** The id of the product itself, which is not offered. */
  ownId: string | undefined
  isFilled: boolean
}

/** Shows chosen products, and finds others by their name or part number. */
export function LinkedProducts(props: {
  label: string
  hint: string
  ownId: string | undefined
  most: number
  products: readonly LinkedTool[]
  onChange: (products: LinkedTool[]) => void
}) {
  const { label, hint, ownId, most, products, onChange } = props
  const [words, setWords] = useState('')
  const q = words.trim()
  const found = useQuery({ ...endpointQuery(listAllTools, { query: { q, limit: '8' } }), enabled: q.length > 1 })
  const isChosen = (id: string) => id === ownId || products.some((product) => product._id === id)
  const choices = q.length > 1 ? (found.data ?? []).filter(({ _id }) => !isChosen(_id)) : []
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-1.5 text-sm font-semibold">{label}</legend>
      {products.length > 0 ? (
        <ul className="flex flex-wrap gap-2">
          {products.map((product) => (
            <li key={product._id} className="flex items-center rounded-field border border-base-300 bg-base-200 pl-3">
              <span className="wrap-anywhere">{nameOf(product)}</span>
              <button
                type="button"
                className="btn btn-square btn-ghost min-h-11 w-11"
                aria-label={t('word.remove-one', { name: product.name })}
                onClick={() => onChange(products.filter((other) => other !== product))}
              >
                <X aria-hidden="true" size={18} />
              </button>
            </li>
          ))}
        </ul>
      ) : null}
      {products.length < most ? (
        <Field
          label={t('nav.search-hint')}
          type="search"
          hint={hint}
          autoComplete="off"
          maxLength={maxLengths.search}
          value={words}
          error={found.isSuccess && q.length > 1 && choices.length === 0 ? t('product.no-such-product') : undefined}
          onChange={({ target }) => setWords(target.value)}
          // Enter looks for a product here, and does not send the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
        />
      ) : null}
      {choices.length > 0 ? (
        <ul className="divide-y divide-base-300 rounded-field border border-base-300">
          {choices.map(({ _id, name, img, sku }) => (
            <li key={_id}>
              <button
                type="button"
                className="min-h-11 w-full cursor-pointer px-3 py-2 text-left wrap-anywhere hover:bg-base-200"
                onClick={() => {
                  onChange([...products, { _id, name, img, ...(sku && { sku }) }])
                  setWords('')
                }}
              >
                {nameOf({ name, sku })}
              </button>
            </li>
          ))}
        </ul>
      ) : null}
    </fieldset>
  )
}

const nameOf = ({ name, sku }: { name: string; sku?: string | undefined }) => (sku ? `${name} · ${sku}` : name)

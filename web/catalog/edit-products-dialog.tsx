import { Plus, Trash2 } from 'lucide-react'
import { type ComponentProps, useId, useState } from 'react'
import { useNavigate } from 'react-router'
import { listBrands } from '#contract/attributes.ts'
import { toAmount } from '#contract/currency.ts'
import { listAllCategories } from '#contract/categories.ts'
import type { Body } from '#contract/endpoint.ts'
import {
  type EditField,
  type EditOperation,
  editOperations,
  editProducts,
  isByPercent,
  listEditFields,
  roundingSteps,
} from '#contract/product-edits.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { endpointQuery, refetchShown, useQuery } from '#web/api/queries.ts'
import { indentedName, withDepths } from '#web/catalog/categories/category-choices.ts'
import { mayUse, usePerson } from '#web/identity/dashboard-user.ts'
import { QueryView } from '#web/page/query-view.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Field } from '#web/ui/field.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Select } from '#web/ui/select.tsx'
import { SkeletonRows } from '#web/ui/skeleton.tsx'
import { currentLanguage } from '#web/i18n/language.ts'
import { moneyText } from '#web/i18n/money-text.ts'
import { type MessageId, t } from '#web/i18n/messages.ts'

type Products = Body<typeof editProducts>['products']

/** Changes fields of many products: of chosen ones, or of all that a filter finds. The next page shows what would change. */
export function EditProductsDialog(props: { products: Products | undefined; text: string; onClose: () => void }) {
  const { products, text, onClose } = props
  const fields = useQuery({
    ...endpointQuery(listEditFields, { query: { language: currentLanguage() } }),
    enabled: products !== undefined,
  })
  return (
    <Dialog open={products !== undefined} title={t('edits.title')} text={text} onClose={onClose}>
      {products ? (
        <QueryView
          query={fields}
          placeholder={<SkeletonRows rows={3} label={t('edits.loading')} />}
          failed={t('edits.failed')}
        >
          {(found) => <EditForm products={products} fields={found} />}
        </QueryView>
      ) : null}
    </Dialog>
  )
}

interface Change {
  key: number
  field: string
  operation: EditOperation
  value: string
  roundTo: number
}

function EditForm({ products, fields }: { products: Products; fields: readonly EditField[] }) {
  const navigate = useNavigate()
  const newChange = (key: number): Change => ({
    key,
    field: 'price',
    operation: 'set',
    value: '',
    roundTo: toAmount(1),
  })
  const [changes, setChanges] = useState<readonly Change[]>([newChange(0)])
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [changesLists, setChangesLists] = useState(false)
  const mayChangeLists = mayUse(usePerson(), 'prices')
  const isPriceByPercent = changes.some(({ field, operation }) => field === 'price' && isByPercent(operation))
  const used = changes.map(({ field }) => field)
  const update = (key: number, part: Partial<Change>) =>
    setChanges(changes.map((change) => (change.key === key ? { ...change, ...part } : change)))

  async function send() {
    setBusy(true)
    setProblem(undefined)
    try {
      const answer = await call(editProducts, {
        body: {
          products,
          ...(isPriceByPercent && changesLists && { changesLists }),
          language: currentLanguage(),
          changes: changes.map(({ field, operation, value, roundTo }) => ({
            field,
            operation,
            ...(operation !== 'clear' && { value }),
            ...(isByPercent(operation) && isAmount(fields, field) && { roundTo }),
          })),
        },
      })
      void refetchShown()
      await navigate(`/dashboard/imports/${answer.import._id}`)
    } catch (error) {
      setProblem(errorMessageOf(error))
      setBusy(false)
    }
  }
  const submit: ComponentProps<'form'>['onSubmit'] = (event) => {
    event.preventDefault()
    void send()
  }

  return (
    <form onSubmit={submit} className="grid gap-5">
      {changes.map((change, index) => (
        <fieldset key={change.key} className="grid gap-3 rounded-field border border-base-300 p-4">
          <legend className="px-1 font-heading font-bold">{t('edits.change', { number: index + 1 })}</legend>
          <ChangeFields
            change={change}
            fields={fields.filter(({ code }) => code === change.field || !used.includes(code))}
            onChange={(part) => update(change.key, part)}
          />
          {changes.length > 1 ? (
            <div>
              <Button
                variant="quiet"
                size="sm"
                onClick={() => setChanges(changes.filter(({ key }) => key !== change.key))}
              >
                <Trash2 aria-hidden="true" size={16} /> {t('edits.remove')}
              </Button>
            </div>
          ) : null}
        </fieldset>
      ))}
      {changes.length < 20 && changes.length < fields.length ? (
        <div>
          <Button
            variant="outline"
            size="sm"
            onClick={() => {
              const key = Math.max(...changes.map((one) => one.key)) + 1
              const field = fields.find(({ code }) => !used.includes(code))?.code ?? ''
              setChanges([...changes, { ...newChange(key), field }])
            }}
          >
            <Plus aria-hidden="true" size={16} /> {t('edits.add')}
          </Button>
        </div>
      ) : null}
      {isPriceByPercent && mayChangeLists ? (
        <label className="flex min-h-11 cursor-pointer items-center gap-3">
          <input
            type="checkbox"
            className="checkbox"
            checked={changesLists}
            onChange={({ target }) => setChangesLists(target.checked)}
          />
          {t('edits.change-lists')}
        </label>
      ) : null}
      <FormError text={problem} />
      <div className="flex flex-wrap items-center gap-4">
        <Button type="submit" busy={busy}>
          {t('edits.preview')}
        </Button>
        <p className="muted text-sm">{t('edits.preview-text')}</p>
      </div>
    </form>
  )
}

const isAmount = (fields: readonly EditField[], code: string) =>
  fields.find((field) => field.code === code)?.number === 'amount'

const operationLabels: Record<EditOperation, MessageId> = {
  set: 'edits.set',
  clear: 'edits.clear',
  add: 'edits.add-value',
  subtract: 'edits.subtract',
  percent: 'edits.percent',
  'percent-off': 'edits.percent-off',
}

function ChangeFields(props: {
  change: Change
  fields: readonly EditField[]
  onChange: (part: Partial<Change>) => void
}) {
  const { change, fields, onChange } = props
  const field = fields.find(({ code }) => code === change.field)
  const operations = editOperations.filter(
    (operation) => operation === 'set' || (operation === 'clear' ? !field?.required : field?.number !== undefined),
  )
  return (
    <>
      <Select
        label={t('edits.field')}
        choices={fields.map(({ code, label }) => ({ value: code, label }))}
        value={change.field}
        onChoose={(code) => onChange({ field: code, operation: 'set', value: '' })}
      />
      {operations.length > 1 ? (
        <Select
          label={t('edits.operation')}
          choices={operations.map((value) => ({ value, label: t(operationLabels[value]) }))}
          value={change.operation}
          onChoose={(operation) => onChange({ operation })}
        />
      ) : null}
      {change.operation === 'clear' ? null : <Value change={change} onChange={onChange} />}
      {isByPercent(change.operation) && field?.number === 'amount' ? (
        <Select
          label={t('edits.round')}
          choices={roundingSteps().map((step) => ({ value: String(step), label: moneyText(step) }))}
          value={String(change.roundTo)}
          onChoose={(step) => onChange({ roundTo: Number(step) })}
        />
      ) : null}
    </>
  )
}

const states = ['active', 'draft', 'archived'] as const

function Value({ change, onChange }: { change: Change; onChange: (part: Partial<Change>) => void }) {
  const { field, operation, value } = change
  const { data: categories = [] } = useQuery({ ...endpointQuery(listAllCategories), enabled: field === 'category' })
  const { data: brands = [] } = useQuery({ ...endpointQuery(listBrands), enabled: field === 'brand' })
  const id = useId()
  const choices =
    field === 'category'
      ? withDepths(categories).map((category) => ({ value: category.category, label: indentedName(category) }))
      : field === 'state'
        ? states.map((state) => ({ value: state, label: t(`edits.state.${state}`) }))
        : undefined
  if (choices) {
    return (
      <Select
        label={t('edits.value')}
        required
        choices={[{ value: '', label: t('word.choose') }, ...choices]}
        value={value}
        onChoose={(chosen) => onChange({ value: chosen })}
      />
    )
  }
  return (
    <>
      <Field
        label={t(isByPercent(operation) ? 'word.percent' : 'edits.value')}
        required
        autoComplete="off"
        {...(field === 'brand' && { list: id })}
        {...(field === 'stock' && { hint: t('edits.stock-hint') })}
        value={value}
        onChange={({ target }) => onChange({ value: target.value })}
      />
      {field === 'brand' ? (
        <datalist id={id}>
          {brands.map(({ slug, name }) => (
            <option key={slug} value={name} />
          ))}
        </datalist>
      ) : null}
    </>
  )
}

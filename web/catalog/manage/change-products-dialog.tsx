import { useEffect, useRef, useState } from 'react'
import { type BulkResult, maxBulkRows } from '#contract/bulk.ts'
import { listAllCategories } from '#contract/categories.ts'
import { changeTools } from '#contract/product-selection.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { call } from '#web/api/call-endpoint.ts'
import { endpointQuery, refetchShown, useQuery } from '#web/api/queries.ts'
import { indentedName, withDepths } from '#web/catalog/categories/category-choices.ts'
import type { ProductAction } from '#web/catalog/manage/product-bulk-bar.tsx'
import { RefusedRows } from '#web/page/refused-rows.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { FormError } from '#web/ui/form-error.tsx'
import { Progress } from '#web/ui/progress.tsx'
import { Select } from '#web/ui/select.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

interface Props {
  ids: readonly string[]
  countText: string
  onClose: () => void
  onDone: () => void
}

/** Changes several products: says first what will be done and what will not, shows progress, and says what was done. */
export function ChangeProductsDialog({ action, ...props }: Props & { action: ProductAction | undefined }) {
  // Kept while the dialog goes away, so that its words go with it.
  const [shown, setShown] = useState(action)
  if (action !== undefined && action !== shown) setShown(action)
  return (
    <Dialog
      open={action !== undefined}
      title={shown ? t(`products.bulk.${shown}`, { count: props.countText }) : ''}
      text={shown ? t(`products.bulk.${shown}-text`) : undefined}
      onClose={props.onClose}
    >
      {shown ? <Content {...props} action={shown} /> : null}
    </Dialog>
  )
}

/** Stands for no category among the slugs, which have no slashes. */
const noCategory = '/'

const nothing: BulkResult = { success: true, done: [], unchanged: [], refused: [] }

function Content({ action, ids, onClose, onDone }: Props & { action: ProductAction }) {
  const [asked] = useState(ids)
  const [choice, setChoice] = useState('')
  const category = choice === noCategory ? '' : choice
  const isChosen = action !== 'category' || choice !== ''
  const [preview, setPreview] = useState<BulkResult>()
  const [result, setResult] = useState<BulkResult>()
  const [progress, setProgress] = useState<number>()
  const [problem, setProblem] = useState<string>()
  const isStopped = useRef(false)

  /** Sends the rows batch by batch; what was done before it is stopped or fails stays done. */
  async function run(rows: readonly string[], isPreview: boolean, isHere: () => boolean): Promise<BulkResult> {
    let sum = nothing
    for (let at = 0; at < rows.length && isHere(); at += maxBulkRows) {
      setProgress(at / rows.length)
      const batch = rows.slice(at, at + maxBulkRows)
      const answer = await call(changeTools, { body: { ids: batch, action, category, preview: isPreview } })
      sum = {
        success: true,
        done: [...sum.done, ...answer.done],
        unchanged: [...sum.unchanged, ...answer.unchanged],
        refused: [...sum.refused, ...answer.refused],
      }
      if (!isPreview) setResult(sum)
    }
    return sum
  }

  useEffect(() => {
    let isHere = true
    setPreview(undefined)
    setProblem(undefined)
    if (!isChosen) return
    run(asked, true, () => isHere)
      .then((answer) => isHere && setPreview(answer))
      .catch((error: unknown) => isHere && setProblem(errorMessageOf(error)))
      .finally(() => isHere && setProgress(undefined))
    return () => {
      isHere = false
    }
    // The functions of a render belong to its action and choice.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, [asked, action, choice])

  async function change(rows: readonly string[]) {
    isStopped.current = false
    setProblem(undefined)
    try {
      const answer = await run(rows, false, () => !isStopped.current)
      if (answer.refused.length === 0 && !isStopped.current) {
        toast.success(t(`products.bulk.${action}-done`, { count: answer.done.length }))
        onClose()
      }
    } catch (error) {
      setProblem(errorMessageOf(error))
    }
    setProgress(undefined)
    onDone()
    await refetchShown()
  }

  const isChanging = progress !== undefined && preview !== undefined
  return (
    <div className="grid gap-4">
      {action === 'category' && result === undefined ? (
        <CategorySelect choice={choice} disabled={isChanging} onChoose={setChoice} />
      ) : null}
      {progress === undefined ? null : (
        <Progress label={t(isChanging ? 'bulk.changing' : 'bulk.checking')} value={progress} />
      )}
      {result && !isChanging ? (
        <div role="status" className="grid gap-3">
          <p className="font-semibold">{t(`products.bulk.${action}-done`, { count: result.done.length })}</p>
          <RefusedRows refused={result.refused} />
        </div>
      ) : preview && !result ? (
        <div className="grid gap-3">
          <p className="font-semibold">{t('bulk.will-change', { count: preview.done.length, all: asked.length })}</p>
          {preview.unchanged.length > 0 ? (
            <p className="muted">{t('bulk.unchanged', { count: preview.unchanged.length })}</p>
          ) : null}
          <RefusedRows refused={preview.refused} />
        </div>
      ) : null}
      <FormError text={problem} />
      <div className="flex flex-wrap justify-end gap-3">
        {isChanging ? (
          <Button variant="outline" onClick={() => (isStopped.current = true)}>
            {t('word.stop')}
          </Button>
        ) : (
          <Button variant="outline" onClick={onClose}>
            {t(result ? 'ui.close' : 'ui.cancel')}
          </Button>
        )}
        {preview && !result && preview.done.length > 0 ? (
          <Button
            variant={action === 'archive' ? 'danger' : 'primary'}
            busy={isChanging}
            onClick={() => void change(preview.done)}
          >
            {t(`products.bulk.${action}-confirm`, { count: preview.done.length })}
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function CategorySelect(props: { choice: string; disabled: boolean; onChoose: (choice: string) => void }) {
  const { choice, disabled, onChoose } = props
  const { data = [] } = useQuery(endpointQuery(listAllCategories))
  return (
    <Select
      label={t('product.category')}
      choices={[
        { value: '', label: t('word.choose') },
        { value: noCategory, label: t('word.no-category') },
        ...withDepths(data).map((row) => ({ value: row.category, label: indentedName(row) })),
      ]}
      value={choice}
      disabled={disabled}
      onChoose={onChoose}
    />
  )
}

import { useState } from 'react'
import { maxCartName, type PricedCartLine } from '#contract/carts.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { startCart } from '#web/carts/cart-store.ts'
import { Button } from '#web/ui/button.tsx'
import { Field } from '#web/ui/field.tsx'
import { toast } from '#web/ui/toast.tsx'
import { t } from '#web/i18n/messages.ts'

/** Saves lines as a list under a name. */
export function SaveAsList({ lines }: { lines: readonly PricedCartLine[] }) {
  const [name, setName] = useState('')
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    try {
      await startCart(name.trim(), 'list', lines)
      toast.success(t('lists.saved', { name: name.trim() }))
      setName('')
    } catch (error) {
      toast.error(errorMessageOf(error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      className="flex items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault()
        if (name.trim() && !busy) void save()
      }}
    >
      <Field
        label={t('lists.save-as')}
        className="grow"
        value={name}
        maxLength={maxCartName}
        onChange={({ target }) => setName(target.value)}
      />
      <Button type="submit" variant="outline" busy={busy}>
        {t('word.save')}
      </Button>
    </form>
  )
}

import { ListPlus } from 'lucide-react'
import { useState } from 'react'
import { maxCartName, type PricedCartLine } from '#contract/carts.ts'
import { errorMessageOf } from '#web/api/api-problem.ts'
import { startCart } from '#web/carts/cart-store.ts'
import { NameDialog } from '#web/carts/name-dialog.tsx'
import { Button } from '#web/ui/button.tsx'
import { toast } from '#web/ui/toast.tsx'
import '#web/i18n/cart-messages.ts'
import { t } from '#web/i18n/messages.ts'

/** Saves lines as a list under a name. */
export function SaveAsList({ lines, size }: { lines: readonly PricedCartLine[]; size?: 'sm' }) {
  const [isOpen, setOpen] = useState(false)
  async function save(name: string) {
    try {
      await startCart(name, 'list', lines)
      toast.success(t('lists.saved', { name }))
      return true
    } catch (error) {
      toast.error(errorMessageOf(error))
      return false
    }
  }
  return (
    <>
      <Button variant="outline" {...(size && { size })} onClick={() => setOpen(true)}>
        <ListPlus aria-hidden="true" size={16} className="max-sm:hidden" /> {t('lists.save-as')}
      </Button>
      <NameDialog
        open={isOpen}
        title={t('lists.save-as')}
        label={t('lists.name')}
        maxLength={maxCartName}
        onSave={save}
        onClose={() => setOpen(false)}
      />
    </>
  )
}

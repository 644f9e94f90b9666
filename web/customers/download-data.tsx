import { Download } from 'lucide-react'
import { getPersonalData } from '#contract/accounts.ts'
import type { Customer } from '#contract/customers.ts'
import { savePersonalData } from '#web/accounts/save-personal-data.ts'
import { useReauthentication } from '#web/accounts/security/reauthenticate.tsx'
import { call } from '#web/api/call-endpoint.ts'
import { useAction } from '#web/api/queries.ts'
import { Button } from '#web/ui/button.tsx'
import { t } from '#web/i18n/messages.ts'

/** Saves all that the shop stores about a customer who asks for it. */
export function DownloadData({ customer: { _id: id, email } }: { customer: Customer }) {
  const { withReauthentication, dialog } = useReauthentication()
  const download = useAction(() =>
    withReauthentication(async () => savePersonalData(email, await call(getPersonalData, { params: { id } }))),
  )
  return (
    <p className="mt-4">
      <Button size="sm" variant="outline" busy={download.isPending} onClick={() => download.mutate(undefined)}>
        <Download aria-hidden="true" size={16} /> {t('customers.download-data')}
      </Button>
      {dialog}
    </p>
  )
}

import { Download } from 'lucide-react'
import { getMyData } from '#contract/accounts.ts'
import { savePersonalData } from '#web/accounts/save-personal-data.ts'
import type { WithReauthentication } from '#web/accounts/security/reauthenticate.tsx'
import { SecurityRow } from '#web/accounts/security/security-row.tsx'
import { call } from '#web/api/call-endpoint.ts'
import { useAction } from '#web/api/queries.ts'
import { usePerson } from '#web/identity/dashboard-user.ts'
import { Button } from '#web/ui/button.tsx'
import { t } from '#web/i18n/messages.ts'

/** Saves all that the shop stores about the user. */
export function MyDataRow({ withReauthentication }: { withReauthentication: WithReauthentication }) {
  const { email } = usePerson()
  const download = useAction(() => withReauthentication(async () => savePersonalData(email, await call(getMyData, {}))))
  return (
    <SecurityRow
      Icon={Download}
      title={t('security.my-data')}
      text={t('security.my-data-text')}
      action={
        <Button size="sm" variant="outline" busy={download.isPending} onClick={() => download.mutate(undefined)}>
          {t('security.my-data')}
        </Button>
      }
    />
  )
}

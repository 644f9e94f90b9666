import { Link2 } from 'lucide-react'
import { SecurityRow } from '#web/accounts/security/security-row.tsx'
import type { Change } from '#web/accounts/security/use-change.ts'
import { linkProvider, type Security, unlinkProvider } from '#web/identity/account-security.ts'
import { ProviderMark } from '#web/identity/provider-button.tsx'
import { providerName } from '#web/identity/provider-names.ts'
import { useIdentitySettings } from '#web/identity/use-identity-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { t } from '#web/words/words.ts'

/** Accounts elsewhere that open this one: those that are linked, and those that could be. */
export function LinkedAccountsRow({ security, change }: { security: Security; change: Change }) {
  const { providers: offered } = useIdentitySettings()
  const linked = security.providers.filter(({ id }) => id !== 'password' && id !== 'phone')
  const ids = [...new Set([...linked.map(({ id }) => id), ...offered])]
  if (ids.length === 0) return null
  const isOnlyWay = security.providers.length === 1
  return (
    <SecurityRow Icon={Link2} title={t('security.linked')} text={t('security.linked-text')}>
      <ul className="grid gap-2">
        {ids.map((id) => {
          const name = providerName(id)
          const account = linked.find((one) => one.id === id)
          return (
            <li
              key={id}
              className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-field border border-base-300 px-4 py-2"
            >
              <ProviderMark providerId={id} />
              <span className="min-w-0 grow">
                <span className="block font-semibold">{name}</span>
                <span className="muted block text-sm wrap-anywhere">
                  {account ? account.name : t('security.not-linked')}
                </span>
              </span>
              {account ? (
                <Button
                  size="sm"
                  look="quiet"
                  disabled={isOnlyWay}
                  title={isOnlyWay ? t('security.only-way-set-password') : undefined}
                  busy={change.running === id}
                  onClick={() => void change.change(id, () => unlinkProvider(id), t('security.unlinked', { name }))}
                >
                  {t('security.unlink', { name })}
                </Button>
              ) : (
                <Button
                  size="sm"
                  look="outline"
                  busy={change.running === id}
                  onClick={() => void change.change(id, () => linkProvider(id), t('security.opens-account', { name }))}
                >
                  {t('security.link', { name })}
                </Button>
              )}
            </li>
          )
        })}
      </ul>
    </SecurityRow>
  )
}

import { Link2 } from 'lucide-react'
import { Lines, SecurityRow } from '#web/accounts/security/security-row.tsx'
import type { Change } from '#web/accounts/security/use-account-change.ts'
import { linkProvider, type Security, unlinkProvider } from '#web/identity/account-security.ts'
import { ProviderMark } from '#web/identity/provider-button.tsx'
import { providerName } from '#web/identity/provider-names.ts'
import { useIdentitySettings } from '#web/identity/use-identity-settings.ts'
import { Button } from '#web/ui/button.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows linked accounts of other providers, and those that can be linked. */
export function LinkedAccountsRow({ security, change }: { security: Security; change: Change }) {
  const { providers: offered } = useIdentitySettings()
  const linked = security.providers.filter(({ id }) => id !== 'password' && id !== 'phone')
  const ids = [...new Set([...linked.map(({ id }) => id), ...offered])]
  if (ids.length === 0) return null
  const isOnlyWay = security.providers.length === 1
  return (
    <SecurityRow Icon={Link2} title={t('security.linked')} text={t('security.linked-text')}>
      <Lines
        lines={ids.map((id) => {
          const name = providerName(id)
          const account = linked.find((one) => one.id === id)
          return {
            key: id,
            icon: <ProviderMark providerId={id} />,
            title: name,
            text: account ? account.name : t('security.not-linked'),
            action: account ? (
              <Button
                size="sm"
                variant="quiet"
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
                variant="outline"
                busy={change.running === id}
                onClick={() =>
                  void change.change(
                    id,
                    (isAuthenticated) => linkProvider(id, isAuthenticated),
                    t('security.opens-account', { name }),
                  )
                }
              >
                {t('security.link', { name })}
              </Button>
            ),
          }
        })}
      />
    </SecurityRow>
  )
}

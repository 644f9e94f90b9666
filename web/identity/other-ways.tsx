import { Mail, Smartphone } from 'lucide-react'
import { ProviderButton } from '#web/identity/provider-button.tsx'
import { signInWithProvider } from '#web/identity/sign-in-ways.ts'
import { useIdentitySettings } from '#web/identity/use-identity-settings.ts'
import type { Entering } from '#web/identity/use-entering.ts'
import { Button } from '#web/ui/button.tsx'
import { t } from '#web/words/words.ts'

/** A button for each provider that this shop has; nothing where it has none. */
export function ProviderButtons({ entering, from }: { entering: Entering; from: string }) {
  const { providers } = useIdentitySettings()
  if (providers.length === 0) return null
  return (
    <div className="grid gap-3">
      {providers.map((providerId) => (
        <ProviderButton
          key={providerId}
          providerId={providerId}
          busy={entering.running === providerId}
          disabled={entering.running === 'password'}
          onPress={() => void entering.enterBy(providerId, () => signInWithProvider(providerId, from))}
        />
      ))}
    </div>
  )
}

/** Signing in without a password of this shop. */
export function QuietWays({
  onPhone,
  onLink,
  linkBusy,
}: {
  onPhone: () => void
  onLink: () => void
  linkBusy: boolean
}) {
  const { phone } = useIdentitySettings()
  return (
    <div className="flex flex-wrap gap-x-2">
      <Button look="quiet" data-early busy={linkBusy} onClick={onLink} className="grow">
        <Mail aria-hidden="true" size={18} /> {t('sign-in.mail-link')}
      </Button>
      {phone ? (
        <Button look="quiet" data-early onClick={onPhone} className="grow">
          <Smartphone aria-hidden="true" size={18} /> {t('sign-in.phone')}
        </Button>
      ) : null}
    </div>
  )
}

export function OrLine() {
  return (
    <p className="muted my-6 flex items-center gap-4 text-sm before:h-px before:grow before:bg-base-300 after:h-px after:grow after:bg-base-300">
      {t('sign-in.or')}
    </p>
  )
}

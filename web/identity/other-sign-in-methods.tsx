import { Mail, Smartphone } from 'lucide-react'
import { ProviderButton } from '#web/identity/provider-button.tsx'
import { signInWithProvider } from '#web/identity/sign-in-methods.ts'
import { useIdentitySettings } from '#web/identity/use-identity-settings.ts'
import type { SignInFlow } from '#web/identity/use-sign-in-flow.ts'
import { Button } from '#web/ui/button.tsx'
import { t } from '#web/i18n/messages.ts'

/** Renders a button for each configured provider. */
export function ProviderButtons({ flow, from }: { flow: SignInFlow; from: string }) {
  const { providers } = useIdentitySettings()
  if (providers.length === 0) return null
  return (
    <div className="grid gap-3">
      {providers.map((providerId) => (
        <ProviderButton
          key={providerId}
          providerId={providerId}
          busy={flow.running === providerId}
          disabled={flow.running === 'password'}
          onPress={() => void flow.attemptSignIn(providerId, () => signInWithProvider(providerId, from))}
        />
      ))}
    </div>
  )
}

/** Renders the links to sign in by phone or e-mail link. */
export function OtherSignInLinks({
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
      <Button variant="quiet" busy={linkBusy} onClick={onLink} className="grow">
        <Mail aria-hidden="true" size={18} /> {t('sign-in.mail-link')}
      </Button>
      {phone ? (
        <Button variant="quiet" onClick={onPhone} className="grow">
          <Smartphone aria-hidden="true" size={18} /> {t('sign-in.phone')}
        </Button>
      ) : null}
    </div>
  )
}

export function OrDivider() {
  return (
    <p className="muted my-6 flex items-center gap-4 text-sm before:h-px before:grow before:bg-base-300 after:h-px after:grow after:bg-base-300">
      {t('sign-in.or')}
    </p>
  )
}

import { useEffect, useRef, useState } from 'react'
import type { Change } from '#web/accounts/security/use-account-change.ts'
import { finishTotp, startTotp } from '#web/identity/account-security.ts'
import { CodeForm } from '#web/identity/code-form.tsx'
import { QrCode } from '#web/ui/qr-code.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t } from '#web/i18n/messages.ts'

/** Shows the secret of a new authenticator app as a QR code and as text, and asks for its first code. */
export function TotpSteps({ change, onDone }: { change: Change; onDone: () => void }) {
  const [secret, setSecret] = useState<{ address: string; key: string }>()
  const hasAsked = useRef(false)

  useEffect(() => {
    // One secret for one opening: a second would make the code of the first worthless.
    if (hasAsked.current) return
    hasAsked.current = true
    void change.prepare(async () => setSecret(await startTotp())).then((isReady) => isReady || onDone())
  }, [change, onDone])

  if (!secret) return <Spinner label={t('security.making-secret')} />
  return (
    <div className="grid gap-5">
      <ol className="grid list-decimal gap-4 pl-5">
        <li>
          {t('security.scan')}
          <QrCode text={secret.address} label={t('security.qr-code')} className="mt-3 size-48" />
          <p className="muted mt-3 text-sm">
            <RichMessage
              id="security.type-key"
              values={{ key: groupByFour(secret.key) }}
              parts={{ code: <code className="font-mono text-base font-semibold text-base-content" /> }}
            />
          </p>
        </li>
        <li>{t('security.type-digits')}</li>
      </ol>
      <CodeForm
        button={t('security.turn-on')}
        onCode={async (code) => {
          const message = await change.change('totp', () => finishTotp(code), t('security.step-on'), true)
          if (!message) onDone()
          return message
        }}
      />
      <p className="rounded-field border border-base-300 bg-base-200 px-4 py-3 text-sm">
        <RichMessage id="security.lost-phone" parts={{ strong: <strong /> }} />
      </p>
    </div>
  )
}

/** Groups a key by four characters, for reading. */
const groupByFour = (key: string) => key.match(/.{1,4}/g)?.join(' ') ?? key

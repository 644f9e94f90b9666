import { useEffect, useRef, useState } from 'react'
import { renderSVG } from 'uqr'
import type { Change } from '#web/accounts/security/use-change.ts'
import { finishTotp, startTotp } from '#web/identity/account-security.ts'
import { CodeForm } from '#web/identity/code-form.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

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

  if (!secret) return <Spinner label="Making a secret" />
  const picture = `data:image/svg+xml,${encodeURIComponent(renderSVG(secret.address, { border: 2 }))}`
  return (
    <div className="grid gap-5">
      <ol className="grid list-decimal gap-4 pl-5">
        <li>
          Scan this picture with an authenticator app, such as Aegis, Google Authenticator or 1Password.
          <img
            src={picture}
            alt="QR code for your authenticator app"
            width={192}
            height={192}
            className="mt-3 size-48 rounded-field bg-white p-1"
          />
          <p className="muted mt-3 text-sm">
            Or type this key into it:{' '}
            <code className="font-mono text-base font-semibold text-base-content">{spaced(secret.key)}</code>
          </p>
        </li>
        <li>Type the six digits that the app shows now.</li>
      </ol>
      <CodeForm
        button="Turn on"
        onCode={async (code) => {
          const sentence = await change.change('totp', () => finishTotp(code), 'The second step is on', true)
          if (!sentence) onDone()
          return sentence
        }}
      />
      <p className="rounded-field border border-base-300 bg-base-200 px-4 py-3 text-sm">
        <strong>If you lose the phone:</strong> keep the key above in a safe place, or let the app back itself up. We
        also send a mail with a link that removes the second step for seven days. Everybody else is signed out.
      </p>
    </div>
  )
}

/** In groups of four, as people read it out. */
const spaced = (key: string) => key.match(/.{1,4}/g)?.join(' ') ?? key

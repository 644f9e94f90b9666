import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { RecoveryCodes } from '#web/accounts/security/recovery-codes.tsx'
import { Lines, SecurityRow } from '#web/accounts/security/security-row.tsx'
import { TotpSteps } from '#web/accounts/security/totp-steps.tsx'
import type { Change } from '#web/accounts/security/use-account-change.ts'
import {
  assertRecentSignIn,
  type Factor,
  finishSmsFactor,
  type Security,
  startSmsFactor,
  withdrawFactor,
} from '#web/identity/account-security.ts'
import { PhoneSteps } from '#web/identity/phone-form.tsx'
import { FactorIcon } from '#web/identity/second-factor-form.tsx'
import { useIdentitySettings } from '#web/identity/use-identity-settings.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx'
import { Day } from '#web/ui/date-time.tsx'
import { RichMessage } from '#web/i18n/rich-message.tsx'
import { t } from '#web/i18n/messages.ts'

/** Manages the second factors: authenticator app or text message. */
export function SecondFactorRow({ security, change }: { security: Security; change: Change }) {
  const { phone, mode } = useIdentitySettings()
  // Added from here: a first factor that another tab added has shown its codes there.
  const [startedWithout, setStartedWithout] = useState(false)
  const [adding, setAdding] = useState<Factor['kind']>()
  const [removing, setRemoving] = useState<Factor>()
  const { factors } = security
  const hasApp = factors.some(({ kind }) => kind === 'totp')
  const button = { size: 'sm', variant: 'outline' } as const
  const close = () => setAdding(undefined)
  function add(kind: Factor['kind']) {
    setStartedWithout(factors.length === 0)
    setAdding(kind)
  }
  async function addTextMessages() {
    if (await change.prepare(assertRecentSignIn)) add('sms')
  }
  return (
    <SecurityRow
      Icon={ShieldCheck}
      title={t('second-step.title')}
      state={factors.length > 0 ? <Badge tone="success">{t('word.on')}</Badge> : <Badge>{t('word.off')}</Badge>}
      text={security.emailVerified ? t('security.second-step-text') : t('security.second-step-verify-first')}
      action={
        security.emailVerified ? (
          <>
            {hasApp ? null : (
              <Button {...button} onClick={() => add('totp')}>
                {t('security.add-app')}
              </Button>
            )}
            {phone && factors.length < 5 ? (
              <Button {...button} onClick={() => void addTextMessages()}>
                {t('security.add-text-message')}
              </Button>
            ) : null}
          </>
        ) : null
      }
      dialogs={
        <>
          <Dialog open={adding === 'totp'} title={t('security.add-app')} onClose={close}>
            <TotpSteps change={change} onDone={close} />
          </Dialog>
          <Dialog open={adding === 'sms'} title={t('security.add-text-message')} onClose={close}>
            <SmsSteps change={change} onDone={close} />
          </Dialog>
          <ConfirmDialog
            open={removing !== undefined}
            title={t('security.remove-step-title')}
            text={t('security.remove-step-text')}
            confirmLabel={t('word.remove')}
            onCancel={() => setRemoving(undefined)}
            onConfirm={() => {
              setRemoving(undefined)
              setStartedWithout(false)
              if (removing)
                void change.change(removing.id, () => withdrawFactor(removing.id), t('security.step-removed'))
            }}
          />
        </>
      }
    >
      {factors.length > 0 ? (
        <Lines
          lines={factors.map((factor) => ({
            key: factor.id,
            icon: <FactorIcon kind={factor.kind} />,
            title: factorLabel(factor),
            text: (
              <RichMessage
                id="security.since"
                parts={{ day: <Day iso={new Date(factor.enrolledAt).toISOString()} /> }}
              />
            ),
            action: (
              <Button size="sm" variant="quiet" busy={change.running === factor.id} onClick={() => setRemoving(factor)}>
                <RichMessage
                  id="security.remove-step"
                  values={{ name: factorLabel(factor) }}
                  parts={{ hidden: <span className="sr-only" /> }}
                />
              </Button>
            ),
          }))}
        />
      ) : null}
      {factors.length > 0 && mode === 'embedded' ? (
        <RecoveryCodes email={security.email} change={change} isFirstFactor={startedWithout} />
      ) : null}
    </SecurityRow>
  )
}

const factorLabel = ({ kind, phone }: Factor) =>
  kind === 'totp' ? t('word.authenticator-app') : t('second-step.phone', { phone })

function SmsSteps({ change, onDone }: { change: Change; onDone: () => void }) {
  return (
    <PhoneSteps
      button={t('security.turn-on')}
      send={startSmsFactor}
      onCode={async (verificationId, code) => {
        const finish = () => finishSmsFactor(verificationId, code)
        const message = await change.change('sms', finish, t('security.step-on'), true)
        if (!message) onDone()
        return message
      }}
    />
  )
}

import { ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { SecurityRow } from '#web/accounts/security/security-row.tsx'
import { TotpSteps } from '#web/accounts/security/totp-steps.tsx'
import type { Change } from '#web/accounts/security/use-change.ts'
import {
  type Factor,
  finishSmsFactor,
  type Security,
  startSmsFactor,
  withdrawFactor,
} from '#web/identity/account-security.ts'
import { PhoneSteps } from '#web/identity/phone-steps.tsx'
import { FactorIcon } from '#web/identity/second-step-form.tsx'
import { useIdentitySettings } from '#web/identity/use-identity-settings.ts'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog, Dialog } from '#web/ui/dialog.tsx'
import { Day } from '#web/ui/moment.tsx'
import { Sentence } from '#web/words/sentence.tsx'
import { t } from '#web/words/words.ts'

/** A code that is asked for beside the password: by an authenticator app, or by text message. */
export function SecondStepRow({ security, change }: { security: Security; change: Change }) {
  const { phone } = useIdentitySettings()
  const [adding, setAdding] = useState<Factor['kind']>()
  const [removing, setRemoving] = useState<Factor>()
  const { factors } = security
  const hasApp = factors.some(({ kind }) => kind === 'totp')
  const button = { size: 'sm', look: 'outline' } as const
  const close = () => setAdding(undefined)
  return (
    <SecurityRow
      Icon={ShieldCheck}
      title={t('security.second-step')}
      state={factors.length > 0 ? <Badge tone="success">{t('security.on')}</Badge> : <Badge>{t('security.off')}</Badge>}
      text={security.emailVerified ? t('security.second-step-text') : t('security.second-step-verify-first')}
      action={
        security.emailVerified ? (
          <>
            {hasApp ? null : (
              <Button {...button} onClick={() => setAdding('totp')}>
                {t('security.add-app')}
              </Button>
            )}
            {phone && factors.length < 5 ? (
              <Button {...button} onClick={() => setAdding('sms')}>
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
            confirmLabel={t('security.remove')}
            onCancel={() => setRemoving(undefined)}
            onConfirm={() => {
              setRemoving(undefined)
              if (removing)
                void change.change(removing.id, () => withdrawFactor(removing.id), t('security.step-removed'))
            }}
          />
        </>
      }
    >
      {factors.length > 0 ? (
        <ul className="grid gap-2">
          {factors.map((factor) => (
            <li
              key={factor.id}
              className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-field border border-base-300 px-4 py-2"
            >
              <FactorIcon kind={factor.kind} />
              <span className="min-w-0 grow">
                <span className="block font-semibold">{nameOf(factor)}</span>
                <span className="muted block text-sm">
                  <Sentence
                    id="security.since"
                    parts={{ day: <Day iso={new Date(factor.enrolledAt).toISOString()} /> }}
                  />
                </span>
              </span>
              <Button size="sm" look="quiet" busy={change.running === factor.id} onClick={() => setRemoving(factor)}>
                <Sentence
                  id="security.remove-step"
                  values={{ name: nameOf(factor) }}
                  parts={{ hidden: <span className="sr-only" /> }}
                />
              </Button>
            </li>
          ))}
        </ul>
      ) : null}
    </SecurityRow>
  )
}

const nameOf = ({ kind, phone }: Factor) =>
  kind === 'totp' ? t('security.app') : t('security.text-message', { phone })

function SmsSteps({ change, onDone }: { change: Change; onDone: () => void }) {
  return (
    <PhoneSteps
      button={t('security.turn-on')}
      send={startSmsFactor}
      onCode={async (verificationId, code) => {
        const finish = () => finishSmsFactor(verificationId, code)
        const sentence = await change.change('sms', finish, t('security.step-on'), true)
        if (!sentence) onDone()
        return sentence
      }}
    />
  )
}
